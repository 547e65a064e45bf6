import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';

const PuzzleGame = lazy(async () => ({ default: (await import('./PuzzleGame.tsx')).PuzzleGame }));

/** A button that opens the game; its code is loaded on the first press. */
export function PuzzleLauncher({ className, children }: { className?: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      {open && (
        <Suspense fallback={null}>
          <PuzzleGame serverReady onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
