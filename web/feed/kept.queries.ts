import type { FeedSource } from '#contract/feed-address.ts';
import { playlists, type PlaylistDetails } from '#contract/lists/playlists.ts';
import { series, type SeriesDetails } from '#contract/lists/series.ts';
import { call } from '#web/app/call.ts';
import type { Page } from './queue.ts';

/** One page of a playlist or series, in its order; null where there is none. */
export async function loadKept(source: FeedSource, cursor: string | undefined): Promise<Page | null> {
  const query = { limit: '60', cursor };
  if (source.playlist) {
    const playlist: PlaylistDetails | null = await call(playlists.get, {
      params: { id: source.playlist },
      query,
    });
    return playlist && { items: playlist.items, next: playlist.nextCursor };
  }
  const found: SeriesDetails | null = await call(series.get, { params: { id: source.series ?? '' }, query });
  return found && { items: found.videos, next: found.nextCursor };
}
