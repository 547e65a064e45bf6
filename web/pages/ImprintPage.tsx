import { WrittenPage } from '#web/settings/WrittenPage.tsx';
import { describeDocument } from './documents.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const TITLE = 'Imprint';

export const { preload, head } = describeDocument('imprint', TITLE);

export function ImprintPage() {
  return <WrittenPage name="imprint" title={TITLE} missing={<NotFoundPage />} />;
}
