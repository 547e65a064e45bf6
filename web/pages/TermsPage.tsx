import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

export function TermsPage() {
  return <WrittenPage name="terms" title="Terms of Service" missing={<NotFoundPage />} />;
}
