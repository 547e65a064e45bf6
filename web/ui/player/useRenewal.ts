import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlayerSource } from './usePlayer.ts';

/** A repeated failure this soon means it is broken, at any URL. */
const AGAIN_MS = 30_000;

/** A video that was replaced while its page was open has a new URL: continues there, at the same second. */
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
