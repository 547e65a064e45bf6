import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlayerSource } from './usePlayer.ts';

/** What fails again so soon is broken, wherever it lies. */
const AGAIN_MS = 30_000;

/** A video that was replaced while its page was open lies elsewhere now: it goes on from there, at the same second. */
export function useRenewal(
  failed: boolean,
  { isFormer, retry }: Pick<PlayerSource, 'isFormer' | 'retry'>,
  renew?: () => void,
): void {
  const requestedAt = useRef(-Infinity);
  const goOn = useEffectEvent(retry);
  const requestRenewal = useEffectEvent(() => {
    if (performance.now() - requestedAt.current < AGAIN_MS) return;
    requestedAt.current = performance.now();
    renew?.();
  });
  useEffect(() => {
    if (failed && isFormer) goOn();
    else if (failed) requestRenewal();
  }, [failed, isFormer]);
}
