import { search } from '#contract/search.ts';
import { videos } from '#contract/videos.ts';
import { ApiError, call, callPage } from '#web/app/call.ts';
import type { Page } from './queue.ts';
import type { FeedSource } from './source.ts';

const MANY = '60';

/** One page of what a feed plays. */
export async function loadPage(
  { category, creator, sort, q, duration, since }: FeedSource,
  start: number | null,
  cursor: string | undefined,
  many: boolean,
): Promise<Page> {
  if (q) {
    const order = sort === 'trending' ? undefined : sort;
    const query = { q, type: 'videos', category, sort: order, duration, since, limit: MANY, cursor } as const;
    const { items, next } = await callPage(search.find, { query });
    return { items: items.videos, next };
  }
  if (sort) return callPage(videos.list, { query: { category, limit: MANY, sort, cursor } });
  const query = { start: start === null ? undefined : String(start), category, creator };
  return callPage(videos.feed, { query: { ...query, cursor, limit: many ? MANY : undefined } });
}

/** Whether a clip is still there; where nobody can be asked, it is. */
export async function isThere(id: number): Promise<boolean> {
  try {
    await call(videos.get, { params: { id: String(id) } });
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.status === 404);
  }
}
