import { OFFLINE_CACHE, SHARED_CACHE, UPLOAD_CACHE } from '#contract/site/offline-names.ts';
import { localStore } from '#web/ui/storage.ts';
import { onForgotten } from './personal.ts';
import { getToken, hasLeft, watchToken } from './session.ts';

/** Set while the offline copies belong to a guest. */
const BY_GUEST = 'offline-by-guest';

export const markGuestCopies = (): void => {
  if (getToken() === null) localStore.set(BY_GUEST, '1');
};

/**
 * Deletes offline copies and an upload in progress when the session ends, however it ended, for the next
 * person at this computer. Checked on every page: the previous one may have been closed before all was
 * deleted.
 */
export function followMemberCaches(): void {
  const look = (): void => {
    if (getToken() !== null) localStore.remove(BY_GUEST);
    else if (localStore.get(BY_GUEST) === null) void dropCaches();
  };
  watchToken(look);
  onForgotten(() => void dropCaches());
  look();
}

async function dropCaches(): Promise<void> {
  const isTheirs = (name: string): boolean =>
    // a shared video may wait for a new sign-in after an expired session
    name.startsWith(OFFLINE_CACHE) || name === UPLOAD_CACHE || (name === SHARED_CACHE && hasLeft());
  await Promise.all((await caches.keys()).filter(isTheirs).map((name) => caches.delete(name)));
}
