import { startTransition, useEffect, useState } from 'react';
import { releaseIdle } from '#web/ui/idle.ts';
import { createStore } from '#web/ui/store.ts';

/** The first video plays, or takes its time: now what a feed doesn't begin with may load. It stays so: code that came is there. */
const firstVideoShown = createStore(false);

/** The same, drawn in small pieces: a video has just begun to play. */
export function useFirstVideoShown(): boolean {
  const [isShown, setShown] = useState(firstVideoShown.get);
  useEffect(() => {
    const take = (): void => startTransition(() => setShown(firstVideoShown.get()));
    take();
    return firstVideoShown.watch(take);
  }, []);
  return isShown;
}

export function markFirstVideoShown(): void {
  if (firstVideoShown.get()) return;
  firstVideoShown.set(true);
  releaseIdle();
}
