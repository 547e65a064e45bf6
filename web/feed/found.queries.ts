import type { FeedSource } from '#contract/videos/feed-address.ts';
import { search } from '#contract/search/search.ts';
import { callPage } from '#web/app/client/call.ts';
import type { Page } from './queue.ts';

/** One page of what a search found. */
export async function loadFound(
  q: string,
  { category, sort, duration, since }: FeedSource,
  cursor: string | undefined,
): Promise<Page> {
  const order = sort === 'trending' ? undefined : sort;
  const query = { q, type: 'videos', category, sort: order, duration, since, limit: '60', cursor } as const;
  const { items, next } = await callPage(search.find, { query });
  return { items: items.videos, next };
}
