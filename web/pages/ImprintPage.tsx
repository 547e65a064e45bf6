import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

export function ImprintPage() {
  return <WrittenPage name="imprint" title="Imprint" missing={<NotFoundPage />} />;
}
