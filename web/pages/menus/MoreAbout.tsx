import { Suspense, lazy } from 'react';
import { DELETED_USER } from '#contract/values.ts';
import { useMe } from '#web/app/session/me.ts';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import type { Subject } from '#web/moderation/moderation.queries.ts';
import { useHydrated } from '#web/ui/hydration.ts';

const PersonMenu = lazy(async () => ({
  default: (await import('#web/blocks/PersonMenu.tsx')).PersonMenu,
}));
const ReportDialog = lazy(async () => ({
  default: (await import('#web/moderation/ReportDialog.tsx')).ReportDialog,
}));

interface MoreAboutProps extends Subject {
  what: string;
  /** The author; null: a guest or a deleted account. */
  username: string | null;
  /** Among many of its kind, without a flag each. */
  calm?: boolean;
}

/** The menu of an item: members may also mute and block its author, guests report it. */
export function MoreAbout({ what, username, calm = false, ...subject }: MoreAboutProps) {
  const { me } = useMe();
  const hydrated = useHydrated();
  const isMember = username !== null && username !== DELETED_USER;
  if (!hydrated || !me || !isMember || username === me.username)
    return <ReportButton {...subject} what={what} calm={calm} />;
  return (
    <Suspense fallback={<span className="size-9" />}>
      <PersonMenu
        username={username}
        report={(onClose) => <ReportDialog what={what} subject={subject} onClose={onClose} />}
      />
    </Suspense>
  );
}
