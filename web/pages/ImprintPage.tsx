import { t } from '@lingui/core/macro';
import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './head/documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const title = () => t`Imprint`;

export const { loader, head } = describeDocument('imprint', title);

export function ImprintPage() {
  return <WrittenPage name="imprint" title={title()} missing={<NotFoundPage />} />;
}
