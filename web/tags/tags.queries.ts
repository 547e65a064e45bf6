import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { tags, type AdminTag, type TagChange, type TagPage } from '#contract/tags/tags.ts';
import { videos } from '#contract/videos/videos.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { staleUntilFound } from '#web/app/queries.ts';

const PAGE = '24';

export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: ['tags', tag],
    queryFn: (): Promise<TagPage | null> => call(tags.get, { params: { tag } }),
    staleTime: staleUntilFound,
  });
export const tagVideosQuery = (tag: string) =>
  listOptions(['videos', 'tag', tag], (cursor) =>
    callPage(videos.list, { query: { tag, limit: PAGE, cursor } }),
  );

export async function preloadTag(client: QueryClient, tag: string): Promise<TagPage | null | undefined> {
  await client.prefetchQuery(tagQuery(tag));
  return client.getQueryData(tagQuery(tag).queryKey);
}
export const useTag = (tag: string) => useQuery(tagQuery(tag));
export const useTagVideos = (tag: string) => useInfiniteQuery(tagVideosQuery(tag));

/** All tags, for admins, that begin with `q`. */
export const useAllTags = (q: string) =>
  useInfiniteQuery({
    ...listOptions<AdminTag>(['tags', 'all', q], (cursor) =>
      callPage(tags.adminList, { query: { ...(q && { q }), cursor } }),
    ),
    placeholderData: keepPreviousData,
  });

export const useChangeTag = (tag: string) =>
  useChange((body: TagChange) => call(tags.change, { params: { tag }, body }), { refetch: [['tags']] });
