import { t } from '@lingui/core/macro';
import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './head/documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const title = () => t`Privacy Policy`;

export const { loader, head } = describeDocument('privacy', title);

export function PrivacyPage() {
  return <WrittenPage name="privacy" title={title()} missing={<NotFoundPage />} />;
}
