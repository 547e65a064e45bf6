import { mayPrefetch, prefetchByIntent } from './prefetch.ts';
import { animateClips } from './view-change.ts';

/** What helps on the way to the next page, once this one is there. */
export function lookAhead(): void {
  animateClips();
  if (mayPrefetch()) prefetchByIntent();
}
