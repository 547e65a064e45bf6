import { playlists } from '#contract/lists/playlists.ts';
import { series } from '#contract/lists/series.ts';
import { call } from '#web/app/call.ts';
import type { Page } from './queue.ts';
import type { FeedSource } from './source.ts';

/** One page of a playlist or series, in its order. */
export async function loadKept(source: FeedSource, cursor: string | undefined): Promise<Page> {
  const query = { limit: '60', cursor };
  if (source.playlist) {
    const { items, nextCursor } = await call(playlists.get, { params: { id: source.playlist }, query });
    return { items, next: nextCursor };
  }
  const { videos, nextCursor } = await call(series.get, { params: { id: source.series ?? '' }, query });
  return { items: videos, next: nextCursor };
}
