import { useEffect } from 'react';
import { endHydration } from '#web/ui/hydration.ts';
import { whenIdle } from '#web/ui/idle.ts';

let isKnown = false;

/** Says when the whole first page belongs to its scripts; once all it shows is there, the next page may be thought of. */
export function Hydrated() {
  useEffect(() => {
    if (isKnown) return;
    isKnown = true;
    endHydration();
    if (document.readyState === 'complete') void later();
    else window.addEventListener('load', () => void later(), { once: true });
  }, []);
  return null;
}

async function later(): Promise<void> {
  await whenIdle();
  const { lookAhead } = await import('./look-ahead.ts');
  lookAhead();
}
