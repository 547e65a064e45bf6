import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const TITLE = 'Privacy Policy';

export const { preload, head } = describeDocument('privacy', TITLE);

export function PrivacyPage() {
  return <WrittenPage name="privacy" title={TITLE} missing={<NotFoundPage />} />;
}
