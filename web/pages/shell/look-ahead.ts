import { followMemberCaches } from '#web/app/session/member-caches.ts';
import { canSaveOffline, isInstalled } from '#web/app/worker.ts';
import { mayPrefetch, prefetchByIntent } from './prefetch.ts';

/** What helps on the way to the next page, once this one is there. */
export function lookAhead(): void {
  if (mayPrefetch()) prefetchByIntent();
  if (!canSaveOffline()) return;
  followMemberCaches();
  if (isInstalled() || navigator.serviceWorker.controller)
    void import('#web/offline/follow-worker.ts').then(({ followWorker }) => followWorker());
}
