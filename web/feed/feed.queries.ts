import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { FeedAddress, FeedSource } from '#contract/videos/feed-address.ts';
import { videos } from '#contract/videos/videos.ts';
import type { Video } from '#contract/videos/videos.ts';
import { ApiError, callPage } from '#web/app/client/call.ts';
import { queryClient, staleWhere } from '#web/app/queries.ts';
import { getToken } from '#web/app/session/session.ts';
import type { Page } from './queue.ts';
import { addressOfFeed, isList } from './source.ts';

const MANY = '60';

/** The first page of a feed, null if not found; the queue handles failures itself. */
export const firstPageQuery = ({ source, start }: FeedAddress) =>
  queryOptions({
    queryKey: ['videos', 'feed', addressOfFeed(source, start)],
    queryFn: () => requestPage(source, start, undefined, isList(source)),
    retry: false,
    // a member doesn't see users they blocked
    staleTime: staleWhere(() => getToken() !== null),
  });
export const preloadFeed = (client: QueryClient, address: FeedAddress): Promise<void> =>
  client.prefetchQuery(firstPageQuery(address));

/** The video that a first-time visitor sees first; undefined if the first page doesn't contain it. */
export const firstOf = ({ items }: Page, start: number | null): Video | undefined =>
  start === null ? items[0] : items.find(({ id }) => id === start);

/** What was prefetched before the feed opened, once: reopening it loads others. */
async function takeFirstPage(address: FeedAddress): Promise<Page> {
  const query = firstPageQuery(address);
  try {
    return requirePage(await queryClient.fetchQuery(query));
  } finally {
    queryClient.removeQueries(query);
  }
}

function requirePage(page: Page | null): Page {
  if (!page) throw new ApiError(404, {});
  return page;
}

/** One page of what a feed plays. */
export const loadPage = async (
  source: FeedSource,
  start: number | null,
  cursor: string | undefined,
  many: boolean,
): Promise<Page> =>
  cursor === undefined
    ? takeFirstPage({ source, start })
    : requirePage(await requestPage(source, start, cursor, many));

/** A video that is there. */
export async function findVideo(id: number): Promise<Video | null> {
  const { items } = await callPage(videos.feed, { query: { start: String(id), limit: '1' } });
  return items.find((video) => video.id === id) ?? null;
}

async function requestPage(
  source: FeedSource,
  start: number | null,
  cursor: string | undefined,
  many: boolean,
): Promise<Page | null> {
  const { category, creator, following, sort, q } = source;
  if (q) return (await import('./found.queries.ts')).loadFound(q, source, cursor);
  if (source.playlist ?? source.series)
    return (await import('./video-list.queries.ts')).loadVideoList(source, start, cursor);
  if (sort) return pageOf(await callPage(videos.list, { query: { category, limit: MANY, sort, cursor } }));
  const query = { start: start === null ? undefined : String(start), category, creator, following };
  return pageOf(await callPage(videos.feed, { query: { ...query, cursor, limit: many ? MANY : undefined } }));
}

/** The server, which renders the not-found page, has no videos. */
const pageOf = ({ items, next }: { items: Video[] | null; next: string | null }): Page | null =>
  items && { items, next };
