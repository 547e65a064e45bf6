import type { FeedSource } from '#contract/videos/feed-address.ts';
import { playlists, type PlaylistDetails } from '#contract/lists/playlists.ts';
import { series, type SeriesDetails } from '#contract/lists/series.ts';
import { call } from '#web/app/client/call.ts';
import type { Page } from './queue.ts';

/** One page of a playlist or series, in its order, the first of them from `start` on; null where there is none. */
export async function loadVideoList(
  source: FeedSource,
  start: number | null,
  cursor: string | undefined,
): Promise<Page | null> {
  const query = { limit: '60', cursor, start: start === null ? undefined : String(start) };
  if (source.playlist) {
    const playlist: PlaylistDetails | null = await call(playlists.get, {
      params: { id: source.playlist },
      query,
    });
    const [first] = playlist?.items ?? [];
    const isWithin = first !== undefined && first.position > 0;
    return playlist && { items: playlist.items, next: playlist.nextCursor, isWithin };
  }
  const found: SeriesDetails | null = await call(series.get, { params: { id: source.series ?? '' }, query });
  const isWithin = found?.videos[0]?.id !== found?.videoIds[0];
  return found && { items: found.videos, next: found.nextCursor, isWithin };
}
