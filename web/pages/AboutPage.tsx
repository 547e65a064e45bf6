import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const TITLE = 'About';

export const { preload, head } = describeDocument('about', TITLE);

export function AboutPage() {
  return <WrittenPage name="about" title={TITLE} missing={<NotFoundPage />} />;
}
