import { startTransition, useEffect, useState } from 'react';
import { releaseIdle } from '#web/ui/idle.ts';
import { createStore } from '#web/ui/store.ts';

/** The first clip plays, or takes its time: now what a feed doesn't begin with may load. It stays so: code that came is there. */
const firstClipShown = createStore(false);

/** The same, drawn in small pieces: a clip has just begun to play. */
export function useFirstClipShown(): boolean {
  const [isShown, setShown] = useState(firstClipShown.get);
  useEffect(() => {
    const take = (): void => startTransition(() => setShown(firstClipShown.get()));
    take();
    return firstClipShown.watch(take);
  }, []);
  return isShown;
}

export function noteFirstClip(): void {
  if (firstClipShown.get()) return;
  firstClipShown.set(true);
  releaseIdle();
}
