import { t } from '@lingui/core/macro';
import { queryOptions, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { playlists } from '#contract/lists/playlists.ts';
import type { Video } from '#contract/videos/videos.ts';
import { ApiError, call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { useMe } from '#web/app/session/me.ts';
import { videoQuery } from '#web/videos/videos.queries.ts';
import { clearGuestLater, guestLater, nothingSaved, setGuestLater, watchGuestLater } from './guest-later.ts';

/** Merges a guest's list into the account once; entries that can't be merged are dropped. */
async function joinGuests(): Promise<void> {
  const videoIds = guestLater();
  if (videoIds.length === 0) return;
  try {
    await call(playlists.joinLater, { body: { videoIds } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  }
  clearGuestLater();
}

async function loadIds(): Promise<number[]> {
  await joinGuests();
  return await call(playlists.watchLaterIds);
}

const idsQuery = queryOptions({ queryKey: ['playlists', 'later', 'ids'], queryFn: loadIds });

/** Ids on the watch-later list, stored on the server or, for a guest, in this browser. */
export function useLaterIds(): number[] | undefined {
  const { signedIn } = useMe();
  const guest = useSyncExternalStore(watchGuestLater, guestLater, nothingSaved);
  const { data } = useQuery({ ...idsQuery, enabled: signedIn });
  return signedIn ? data : guest;
}

/** Adds a video to watch later, or removes it. */
export function useSaveForLater() {
  const { signedIn } = useMe();
  return useChange(
    async ({ id, saved }: { id: number; saved: boolean }): Promise<void> => {
      if (!signedIn) setGuestLater(id, saved);
      else if (saved) await call(playlists.keepForLater, { params: { videoId: String(id) } });
      else await call(playlists.dropFromLater, { params: { videoId: String(id) } });
    },
    { refetch: [['playlists', 'later']], failed: () => t`Failed to save`, scope: 'for-later' },
  );
}

/** Two rows, so that what follows stays within reach. */
const LATER_PAGE = '8';

/** A member's watch-later videos. */
export function useMembersLater() {
  const { signedIn } = useMe();
  return useInfiniteQuery({
    ...listOptions(['playlists', 'later', 'videos'], async (cursor) => {
      await joinGuests();
      return callPage(playlists.watchLater, { query: { cursor, limit: LATER_PAGE } });
    }),
    enabled: signedIn,
  });
}

/** A guest's; videos no longer public are left out. Undefined while loading. */
export function useGuestsLater(): Video[] | undefined {
  const ids = useSyncExternalStore(watchGuestLater, guestLater, nothingSaved);
  const found = useQueries({ queries: ids.map((id) => videoQuery(id)) });
  if (found.some(({ isPending }) => isPending)) return undefined;
  return found.flatMap(({ data }) => data ?? []);
}
