import { t } from '@lingui/core/macro';
import { hashKey, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { queryOfFilter, type VideoFilter } from '#contract/videos/video-filter.ts';
import { PAGE_SIZE, MAX_PAGE_SIZE, videos } from '#contract/videos/videos.ts';
import type { Category, Video, VideoDetails } from '#contract/videos/videos.ts';
import { useHidesSensitive } from '#web/app/sensitive.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { likesQuery } from '#web/app/likes.ts';
import { queryClient, staleUntilFound } from '#web/app/queries.ts';

/** Of the rotation, the first feeds the banner and the rest the home grid. */
export const ROTATION_SHOWN = 13;
export const CATEGORY_SHOWN = 4;
export const WATCH_NEXT_SHOWN = 6;

interface VideoPage {
  items: Video[];
  next: string | null;
}

export const rotationQuery = queryOptions({
  queryKey: ['videos', 'rotation'],
  queryFn: () => call(videos.list, { query: { sort: 'trending', limit: String(ROTATION_SHOWN) } }),
});
export const preloadRotation = (client: QueryClient) => client.prefetchQuery(rotationQuery);
export const useRotation = () => useQuery(rotationQuery);
/** What the banner shows. */
export const featuredIn = (rotation: Video[] | undefined): Video | undefined =>
  rotation?.find(({ isFeatured }) => isFeatured) ?? rotation?.[0];
export function useFeatured(): Video | undefined {
  const hides = useHidesSensitive();
  return featuredIn(useRotation().data?.filter((video) => !hides(video)));
}

/** A row of them. */
const PORTRAIT_SHOWN = 6;
export const portraitQuery = queryOptions({
  queryKey: ['videos', 'portrait'],
  queryFn: () => call(videos.list, { query: { orientation: 'portrait', limit: String(PORTRAIT_SHOWN) } }),
});
export const portraitOfQuery = (creator: string) =>
  queryOptions({
    queryKey: ['videos', 'portrait', creator],
    queryFn: () =>
      call(videos.feed, { query: { creator, orientation: 'portrait', limit: String(PORTRAIT_SHOWN) } }),
  });

const categoryQuery = (category: Category) =>
  queryOptions({
    queryKey: ['videos', 'category', category],
    placeholderData: keepPreviousData,
    queryFn: () => call(videos.list, { query: { category, limit: String(CATEGORY_SHOWN) } }),
  });
/** The newest few of a category, on the home page. */
export const useCategoryVideos = (category: Category) => useQuery(categoryQuery(category));

/** The first `size` videos. Past the most one answer may hold, each further page follows the one before by its cursor. */
function firstVideos(filter: VideoFilter, size: number) {
  const query = queryOfFilter(filter);
  return queryOptions({
    queryKey: ['videos', 'all', filter, size],
    queryFn: async (): Promise<VideoPage> => {
      if (size <= MAX_PAGE_SIZE) return callPage(videos.list, { query: { ...query, limit: String(size) } });
      const before: VideoPage = await queryClient.ensureQueryData(firstVideos(filter, size - PAGE_SIZE));
      if (before.next === null) return before;
      const more = await callPage(videos.list, {
        query: { ...query, limit: String(PAGE_SIZE), cursor: before.next },
      });
      return { items: [...before.items, ...more.items], next: more.next };
    },
  });
}

export const preloadVideos = (client: QueryClient, filter: VideoFilter) =>
  client.prefetchQuery(firstVideos(filter, PAGE_SIZE));

export function useFirstVideos(filter: VideoFilter, size: number) {
  return useQuery({
    ...firstVideos(filter, size),
    // The current cards stay while more are loaded; another filter starts from skeletons.
    placeholderData: (before, query) =>
      hashKey([query?.queryKey[2]]) === hashKey([filter]) ? before : undefined,
  });
}

export const videoQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['video', id],
    enabled: id !== null,
    queryFn: () => call(videos.get, { params: { id: String(id) } }),
    staleTime: staleUntilFound,
  });
export async function preloadVideo(
  client: QueryClient,
  id: number,
): Promise<VideoDetails | null | undefined> {
  await client.prefetchQuery(videoQuery(id));
  return client.getQueryData(videoQuery(id).queryKey);
}
export const useVideo = (id: number | null) => useQuery(videoQuery(id));

/** Seeds a video's page from a cached list; it is refetched all the same. */
export function takeFromLists(client: QueryClient, id: number): void {
  const { queryKey } = videoQuery(id);
  if (client.getQueryData(queryKey)) return;
  for (const [, data] of client.getQueriesData<Video[] | VideoPage>({ queryKey: ['videos'] })) {
    const items = Array.isArray(data) ? data : data?.items;
    const video = items?.find((each) => each.id === id);
    if (!video) continue;
    const details: VideoDetails = {
      ...video,
      isPublic: true,
      isLive: true,
      visibility: 'PUBLIC',
      publishAt: null,
      commentsOff: false,
      seriesId: null,
      comments: 'ON',
      firstPublished: null,
    };
    client.setQueryData(queryKey, details, { updatedAt: 0 });
    return;
  }
}

const watchNextQuery = (category: Category) =>
  queryOptions({
    queryKey: ['videos', 'next', category],
    // one more: the open one may be among them
    queryFn: () => call(videos.list, { query: { category, limit: String(WATCH_NEXT_SHOWN + 1) } }),
  });
export const preloadWatchNext = (client: QueryClient, { category }: Video) =>
  client.prefetchQuery(watchNextQuery(category));
/** Others of the same category, without the one that is open. */
export const useWatchNext = (video: Video) =>
  useQuery({
    ...watchNextQuery(video.category),
    select: (list) => list.filter((other) => other.id !== video.id).slice(0, WATCH_NEXT_SHOWN),
  });

export const useLikeVideo = (id: number) =>
  useChange(() => call(videos.like, { params: { id: String(id) } }), {
    refetch: [['videos'], videoQuery(id).queryKey, likesQuery.queryKey],
    awaits: false,
    failed: () => t`Failed to like video`,
  });
