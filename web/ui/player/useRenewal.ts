import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlayerSource } from './usePlayer.ts';

/** What fails again so soon is broken, wherever it lies. */
const AGAIN_MS = 30_000;

/** A film that was replaced while its page was open lies elsewhere now: it goes on from there, at the same second. */
export function useRenewal(
  failed: boolean,
  { isFormer, retry }: Pick<PlayerSource, 'isFormer' | 'retry'>,
  renew?: () => void,
): void {
  const askedAt = useRef(-Infinity);
  const goOn = useEffectEvent(retry);
  const ask = useEffectEvent(() => {
    if (performance.now() - askedAt.current < AGAIN_MS) return;
    askedAt.current = performance.now();
    renew?.();
  });
  useEffect(() => {
    if (failed && isFormer) goOn();
    else if (failed) ask();
  }, [failed, isFormer]);
}
