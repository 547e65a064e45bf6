import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

export function AboutPage() {
  return <WrittenPage name="about" title="About" missing={<NotFoundPage />} />;
}
