import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { videos } from '#contract/videos.ts';
import { callPage } from '#web/app/call.ts';
import { queryClient } from '#web/app/queries.ts';
import type { Page } from './queue.ts';
import type { FeedSource } from './source.ts';

const MANY = '60';

/** How the site's own feed begins; the queue has its own way with what fails. */
const beginningQuery = queryOptions({
  queryKey: ['videos', 'feed'],
  queryFn: () => callPage(videos.feed, {}),
  retry: false,
});
export const preloadFeed = (client: QueryClient): Promise<void> => client.prefetchQuery(beginningQuery);

/** What was asked for before the feed was opened, once: who opens it again sees others. */
async function takeBeginning(): Promise<Page> {
  try {
    return await queryClient.fetchQuery(beginningQuery);
  } finally {
    queryClient.removeQueries(beginningQuery);
  }
}

/** One page of what a feed plays. */
export async function loadPage(
  source: FeedSource,
  start: number | null,
  cursor: string | undefined,
  many: boolean,
): Promise<Page> {
  const { category, creator, following, sort, q } = source;
  if (q) return (await import('./found.queries.ts')).loadFound(q, source, cursor);
  if (source.playlist ?? source.series) return (await import('./kept.queries.ts')).loadKept(source, cursor);
  if (sort) return callPage(videos.list, { query: { category, limit: MANY, sort, cursor } });
  const isWhole = !category && !creator && !following;
  if (start === null && isWhole && !cursor && !many) return takeBeginning();
  const query = { start: start === null ? undefined : String(start), category, creator, following };
  return callPage(videos.feed, { query: { ...query, cursor, limit: many ? MANY : undefined } });
}
