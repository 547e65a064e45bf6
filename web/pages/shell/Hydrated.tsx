import { useEffect } from 'react';
import { endHydration } from '#web/ui/hydration.ts';
import { whenIdle } from '#web/ui/idle.ts';

let isKnown = false;

/** Reports when the whole first page is hydrated; the next page can be prefetched once its content is there. */
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
