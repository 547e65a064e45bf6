import { mayPrefetch, prefetchByIntent } from './prefetch.ts';
import { animatePages } from './view-change.ts';

/** What helps on the way to the next page, once this one is there. */
export function lookAhead(): void {
  animatePages();
  if (mayPrefetch()) prefetchByIntent();
}
