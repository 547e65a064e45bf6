import { releaseIdle } from '#web/ui/idle.ts';
import { createStore } from '#web/ui/store.ts';

/** The first clip plays, or takes its time: now what a feed doesn't begin with may load. It stays so: code that came is there. */
export const firstClipShown = createStore(false);

export function noteFirstClip(): void {
  if (firstClipShown.get()) return;
  firstClipShown.set(true);
  releaseIdle();
}
