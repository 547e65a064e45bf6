import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { creators } from '#contract/creators/creators.ts';
import type { CreatorPage } from '#contract/creators/creators.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { staleUntilFound } from '#web/app/queries.ts';

const creatorsQuery = listOptions(['creators'], (cursor) => callPage(creators.list, { query: { cursor } }));
const TOP_CREATORS = '9';
const topCreatorsQuery = queryOptions({
  queryKey: ['creators', { limit: TOP_CREATORS }],
  queryFn: () => call(creators.list, { query: { limit: TOP_CREATORS } }),
});
export const creatorQuery = (username: string) =>
  queryOptions({
    queryKey: ['creators', username.toLowerCase()],
    queryFn: (): Promise<CreatorPage | null> => call(creators.get, { params: { username } }),
    staleTime: staleUntilFound,
  });

export const preloadCreators = (client: QueryClient) => client.prefetchInfiniteQuery(creatorsQuery);
export async function preloadCreator(
  client: QueryClient,
  username: string,
): Promise<CreatorPage | null | undefined> {
  await client.prefetchQuery(creatorQuery(username));
  return client.getQueryData(creatorQuery(username).queryKey);
}

export const preloadTopCreators = (client: QueryClient) => client.prefetchQuery(topCreatorsQuery);
export const useTopCreators = () => useQuery(topCreatorsQuery);
export const useCreators = () => useInfiniteQuery(creatorsQuery);
export const useCreator = (username: string) => useQuery(creatorQuery(username));

/** A creator's videos: the first of them came along with the creator. */
export const useCreatorVideos = ({ username, latestVideos, moreVideos }: CreatorPage) =>
  useInfiniteQuery({
    ...listOptions(['creators', username.toLowerCase(), 'videos'], (cursor) =>
      callPage(creators.videos, { params: { username }, query: { cursor } }),
    ),
    initialData: { pages: [{ items: latestVideos, next: moreVideos }], pageParams: [undefined] },
  });
