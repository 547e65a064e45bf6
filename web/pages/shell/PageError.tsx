import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { ErrorState } from '#web/ui/lists/States.tsx';
import { endHydration } from '#web/ui/hydration.ts';
import { ofTab } from '#web/ui/storage.ts';

/** The page that this tab loaded again last. */
const RELOADED = 'loadedAnew';
const STAYED_MS = 5000;

/** Loads a page that broke again, once, where the server is there. False: that is no use. */
async function reloadOnce(): Promise<boolean> {
  const { pathname } = location;
  if (ofTab.get(RELOADED) === pathname) return false;
  const isThere = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere || location.pathname !== pathname) return false;
  ofTab.set(RELOADED, pathname);
  location.reload();
  return true;
}

/**
 * Shown for a page that crashed or whose code can't be fetched. After an update the code of an old tab is no longer
 * there, so the page reloads itself and shows the error only if that doesn't help.
 */
export function PageError() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // the user may stay, for an upload in progress
    const show = (isLoading: boolean) =>
      (timer = setTimeout(() => setShown(true), isLoading ? STAYED_MS : 0));
    void reloadOnce().then(show);
    return () => clearTimeout(timer);
  }, []);
  // a page that broke at once belongs to its scripts as well: else no press comes through
  useEffect(() => (isShown ? endHydration() : undefined), [isShown]);
  if (!isShown) return <div className="min-h-dvh" />;
  return (
    <ErrorState
      whole
      title={navigator.onLine ? t`Couldn’t show this page` : t`You’re offline`}
      text={navigator.onLine ? t`Reloading usually helps.` : t`Check your connection, then reload.`}
      retry={t`Reload`}
      onRetry={() => location.reload()}
    />
  );
}
