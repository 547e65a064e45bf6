import { Suspense, lazy } from 'react';
import { StartupOverlay } from '#web/startup/StartupOverlay.tsx';
import { useStartup } from '#web/startup/useStartup.ts';
import { SiteKeys } from './SiteKeys.tsx';

const PuzzleGame = lazy(async () => ({ default: (await import('#web/puzzle/PuzzleGame.tsx')).PuzzleGame }));

/** What isn't worth the first paint's time: the overlay while the server isn't there, with the game to pass the time. */
export function StartUp() {
  const { startup, dismiss } = useStartup();
  if (!startup.shown) return <SiteKeys />;
  return (
    <StartupOverlay
      phase={startup.phase}
      onRemoved={dismiss}
      game={(props) => (
        <Suspense fallback={null}>
          <PuzzleGame {...props} />
        </Suspense>
      )}
    />
  );
}
