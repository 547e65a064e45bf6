import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { canSaveOffline } from '#web/app/worker.ts';
import { OfflineVideos } from '#web/offline/OfflineVideos.tsx';
import { listOffline } from '#web/offline/offline-videos.ts';
import { PuzzleLauncher } from '#web/puzzle/PuzzleLauncher.tsx';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { useSearchParams } from 'react-router';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Offline`, hidden: true });

/** `down`: the device has a network, and the page that was wanted didn't come. */
const TEXTS = {
  offline: () => ({
    title: t`You’re offline`,
    text: t`The site can’t be reached right now. Your offline videos still play.`,
  }),
  down: () => ({
    title: t`The site can’t be reached`,
    text: t`Please try again in a moment. Your offline videos still play.`,
  }),
  saved: () => ({
    title: t`Saved offline`,
    text: t`These videos play offline on this device.`,
  }),
};

/** Available without a network: the saved videos, and the game. */
export function OfflinePage() {
  const { game } = useConfig();
  const [search] = useSearchParams();
  const isOnline = useOnline();
  const hydrated = useHydrated();
  useEffect(() => {
    if (canSaveOffline()) void listOffline();
  }, []);
  const from = search.get('from') ?? '';
  const { title, text } = TEXTS[!hydrated || !isOnline ? 'offline' : from ? 'down' : 'saved']();
  return (
    <div className="wrap flex max-w-3xl flex-col gap-8 pt-10 pb-16">
      <header className="flex flex-col items-center gap-3 text-center">
        <div
          aria-hidden="true"
          className="grid size-20 place-items-center rounded-pill bg-accent-soft text-accent-text"
        >
          <CloudOff className="size-9" />
        </div>
        <h1 className="text-2xl">{title}</h1>
        <p className="max-w-md text-ink-soft">{text}</p>
        {/* a real load: the page that was wanted comes from the network */}
        <a href={/^\/(?!\/)/.test(from) ? from : paths.home()} className={buttonClasses('primary', 'md')}>
          {from ? t`Try again` : t`Go to the home page`}
        </a>
      </header>
      {hydrated && canSaveOffline() && <OfflineVideos />}
      {game && (
        <div className="text-center text-sm text-ink-soft">
          <Trans>
            Or pass the time and{' '}
            <PuzzleLauncher className="font-semibold text-accent-text underline underline-offset-4">
              play a round of blocks
            </PuzzleLauncher>
            .
          </Trans>
        </div>
      )}
    </div>
  );
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => typeof navigator === 'undefined' || navigator.onLine);
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
}
