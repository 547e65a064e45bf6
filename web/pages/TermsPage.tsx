import { t } from '@lingui/core/macro';
import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './head/documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const title = () => t`Terms of Service`;

export const { loader, head } = describeDocument('terms', title);

export function TermsPage() {
  return <WrittenPage name="terms" title={title()} missing={<NotFoundPage />} />;
}
