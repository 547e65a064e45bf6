import { t } from '@lingui/core/macro';
import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './head/documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const title = () => t`About`;

export const { loader, head } = describeDocument('about', title);

export function AboutPage() {
  return <WrittenPage name="about" title={title()} missing={<NotFoundPage />} />;
}
