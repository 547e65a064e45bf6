import { Suspense, lazy } from 'react';
import { StartupOverlay } from '#web/startup/StartupOverlay.tsx';
import { useStartup } from '#web/startup/useStartup.ts';
import { TabBar } from './TabBar.tsx';

const PuzzleGame = lazy(async () => ({ default: (await import('#web/puzzle/PuzzleGame.tsx')).PuzzleGame }));

/** What isn't worth the first paint's time: the tab bar of phones, and the overlay while the server isn't there. */
export function StartUp() {
  return (
    <>
      <TabBar />
      <Overlay />
    </>
  );
}

/** With the game to pass the time. */
function Overlay() {
  const { startup, dismiss } = useStartup();
  if (!startup.shown) return null;
  return (
    <StartupOverlay
      phase={startup.phase}
      onGone={dismiss}
      game={(props) => (
        <Suspense fallback={null}>
          <PuzzleGame {...props} />
        </Suspense>
      )}
    />
  );
}
