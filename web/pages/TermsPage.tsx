import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const TITLE = 'Terms of Service';

export const { preload, head } = describeDocument('terms', TITLE);

export function TermsPage() {
  return <WrittenPage name="terms" title={TITLE} missing={<NotFoundPage />} />;
}
