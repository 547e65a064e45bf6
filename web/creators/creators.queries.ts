import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { creators } from '#contract/creators.ts';
import type { CreatorPage } from '#contract/creators.ts';
import { call, callPage } from '#web/app/call.ts';
import { listOptions } from '#web/app/list-query.ts';

const creatorsQuery = listOptions(['creators'], (cursor) => callPage(creators.list, { query: { cursor } }));
const creatorQuery = (username: string) =>
  queryOptions({
    queryKey: ['creators', username.toLowerCase()],
    queryFn: () => call(creators.get, { params: { username } }),
  });

export const preloadCreators = (client: QueryClient) => client.prefetchInfiniteQuery(creatorsQuery);
export const preloadCreator = (client: QueryClient, username: string) =>
  client.prefetchQuery(creatorQuery(username));

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
