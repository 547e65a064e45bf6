import { followMemberCaches } from '#web/app/session/member-caches.ts';
import { canSaveOffline, isInstalled } from '#web/app/worker.ts';
import { mayPrefetch, prefetchByIntent } from './prefetch.ts';

/** Prefetches for the next page, once this one is loaded. */
export function lookAhead(): void {
  if (mayPrefetch()) prefetchByIntent();
  if (!canSaveOffline()) return;
  followMemberCaches();
  if (isInstalled() || navigator.serviceWorker.controller)
    void import('#web/offline/follow-worker.ts').then(({ followWorker }) => followWorker());
}
