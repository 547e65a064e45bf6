import { useEffect } from 'react';
import { endHydration } from '#web/ui/hydration.ts';
import { whenIdle } from '#web/ui/idle.ts';

/** Says when the whole page belongs to its scripts; once all it shows is there, the next page may be thought of. */
export function Hydrated() {
  useEffect(() => {
    endHydration();
    if (document.readyState === 'complete') void lookAhead();
    else window.addEventListener('load', () => void lookAhead(), { once: true });
  }, []);
  return null;
}

async function lookAhead(): Promise<void> {
  await whenIdle();
  const { mayPrefetch, prefetchByIntent } = await import('./prefetch.ts');
  if (mayPrefetch()) prefetchByIntent();
}
