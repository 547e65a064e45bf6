import { useEffect } from 'react';
import { endHydration } from '#web/ui/hydration.ts';
import { whenIdle } from '#web/ui/idle.ts';

/** Says when the whole page belongs to its scripts; once all it shows is there, the next page may be thought of. */
export function Hydrated() {
  useEffect(() => {
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
