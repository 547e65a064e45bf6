import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { FeedAddress, FeedSource } from '#contract/videos/feed-address.ts';
import { orientationOf } from '#contract/videos/orientation.ts';
import { videos } from '#contract/videos/videos.ts';
import type { Video } from '#contract/videos/videos.ts';
import { ApiError, callPage } from '#web/app/client/call.ts';
import { queryClient, staleWhere } from '#web/app/queries.ts';
import { getToken } from '#web/app/session/session.ts';
import type { Page } from './queue.ts';
import { addressOfFeed, hasPortraitFirst, isList } from './source.ts';

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

const portraitQuery = (source: FeedSource) =>
  firstPageQuery({ source: { ...source, orientation: 'portrait' }, start: null });

export async function preloadFeed(client: QueryClient, address: FeedAddress): Promise<void> {
  const first = firstPageQuery(address);
  await client.prefetchQuery(first);
  const page = client.getQueryData(first.queryKey);
  // a phone must not ask for what it begins with
  if (import.meta.env.SSR && mayDiffer(address) && page?.next && !page.items.some(isPortrait))
    await client.prefetchQuery(portraitQuery(address.source));
}

/** The portrait video that phones begin with instead of this one, if they do. */
export function firstOnPhones(client: QueryClient, address: FeedAddress, first: Video): Video | undefined {
  if (!mayDiffer(address) || isPortrait(first)) return undefined;
  return [firstPageQuery(address), portraitQuery(address.source)]
    .flatMap(({ queryKey }) => client.getQueryData(queryKey)?.items ?? [])
    .find(isPortrait);
}

/** Phones may begin with another video. */
const mayDiffer = ({ source, start }: FeedAddress): boolean => start === null && hasPortraitFirst(source);

const isPortrait = (video: Video): boolean => orientationOf(video) === 'portrait';

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
  const { category, tag, creator, following, orientation, sort, q } = source;
  if (q && !orientation) return (await import('./found.queries.ts')).loadFound(q, source, cursor);
  if (source.playlist ?? source.series)
    return (await import('./video-list.queries.ts')).loadVideoList(source, start, cursor);
  if (sort ?? q) {
    const query = { category, q, orientation, limit: MANY, sort, cursor };
    return pageOf(await callPage(videos.list, { query }));
  }
  const query = {
    start: start === null ? undefined : String(start),
    category,
    tag,
    creator,
    following,
    orientation,
  };
  return pageOf(await callPage(videos.feed, { query: { ...query, cursor, limit: many ? MANY : undefined } }));
}

/** The server, which renders the not-found page, has no videos. */
const pageOf = ({ items, next }: { items: Video[] | null; next: string | null }): Page | null =>
  items && { items, next };
