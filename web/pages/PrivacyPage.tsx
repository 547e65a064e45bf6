import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

export function PrivacyPage() {
  return <WrittenPage name="privacy" title="Privacy Policy" missing={<NotFoundPage />} />;
}
