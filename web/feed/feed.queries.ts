import { videos } from '#contract/videos.ts';
import { callPage } from '#web/app/call.ts';
import type { Page } from './queue.ts';
import type { FeedSource } from './source.ts';

const MANY = '60';

/** One page of what a feed plays. */
export async function loadPage(
  source: FeedSource,
  start: number | null,
  cursor: string | undefined,
  many: boolean,
): Promise<Page> {
  const { category, creator, sort, q } = source;
  if (q) return (await import('./found.queries.ts')).loadFound(q, source, cursor);
  if (sort) return callPage(videos.list, { query: { category, limit: MANY, sort, cursor } });
  const query = { start: start === null ? undefined : String(start), category, creator };
  return callPage(videos.feed, { query: { ...query, cursor, limit: many ? MANY : undefined } });
}
