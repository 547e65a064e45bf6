import { t } from '@lingui/core/macro';
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { community, type ListedPost, type Post, type PostThread } from '#contract/community/community.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { fileForm } from '#web/app/client/file-form.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { listOwn, addOwn } from '#web/app/session/own.ts';
import { staleUntilFound, staleWhere } from '#web/app/queries.ts';

const SCOPE = 'posts';

const postsQuery = {
  ...listOptions<PostThread>(['posts'], (cursor) => callPage(community.list, { query: { cursor } })),
  // own posts that wait for a moderator aren't in it
  staleTime: staleWhere(() => listOwn(SCOPE).length > 0),
};
export const tagPostsQuery = (tag: string) =>
  listOptions<PostThread>(['posts', 'tag', tag], (cursor) =>
    callPage(community.list, { query: { tag, cursor } }),
  );
export const postQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['posts', id],
    enabled: id !== null,
    queryFn: (): Promise<PostThread | null> => call(community.get, { params: { id: String(id) } }),
    staleTime: staleUntilFound,
  });
const trendingVideosQuery = queryOptions({
  queryKey: ['trending', 'videos'],
  queryFn: () => call(community.trendingVideos),
});
const trendingCommentsQuery = queryOptions({
  queryKey: ['trending', 'comments'],
  queryFn: () => call(community.trendingComments),
});

export const preloadSideLists = (client: QueryClient) =>
  Promise.all([client.prefetchQuery(trendingVideosQuery), client.prefetchQuery(trendingCommentsQuery)]);
/** The first posts. */
export async function preloadPosts(client: QueryClient): Promise<PostThread[]> {
  await client.prefetchInfiniteQuery(postsQuery);
  return client.getQueryData(postsQuery.queryKey)?.pages.flatMap(({ items }) => items) ?? [];
}
export async function preloadPost(client: QueryClient, id: number): Promise<PostThread | null | undefined> {
  await client.prefetchQuery(postQuery(id));
  return client.getQueryData(postQuery(id).queryKey);
}
export const usePost = (id: number | null) => useQuery(postQuery(id));
export const usePosts = () => useInfiniteQuery(postsQuery);
export const useTrendingVideos = () => useQuery(trendingVideosQuery);
export const useTrendingComments = () => useQuery(trendingCommentsQuery);

/** Any change to a post refreshes its lists; not the post itself, which may be gone. */
function usePostMutation<Input, Output>(run: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useChange(run, {
    refetch: [
      ['posts', 'replies'],
      ['posts', 'tag'],
    ],
    onSuccess: () => client.invalidateQueries({ queryKey: postsQuery.queryKey, exact: true }),
  });
}

/** Puts a picture in the store, for a post to take up. */
export const uploadPostPicture = (file: File): Promise<{ id: number }> =>
  call(community.uploadPicture, { body: fileForm(file) });

interface PostInput {
  content: string;
  /** Absent without any. */
  pictures?: { id: number; alt: string }[];
}
export const useCreatePost = () =>
  usePostMutation(async (body: PostInput) => {
    const post = await call(community.create, { body });
    addOwn(SCOPE, post.id);
    return post;
  });
/** All replies of a thread. */
export const repliesQuery = (threadId: number) =>
  listOptions<ListedPost>(['posts', 'replies', threadId], (cursor) =>
    callPage(community.replies, { params: { id: String(threadId) }, query: { cursor } }),
  );
export function useReply({ id, threadId }: Post) {
  const client = useQueryClient();
  return usePostMutation(async ({ content }: { content: string }) => {
    const post = await call(community.create, { body: { content, replyTo: id } });
    addOwn(SCOPE, post.id);
    void client.invalidateQueries(postQuery(threadId ?? id));
    return post;
  });
}
export function useEditPost(id: number) {
  const client = useQueryClient();
  return usePostMutation(async (body: { content: string }) => {
    const post = await call(community.edit, { params: { id: String(id) }, body });
    client.setQueryData(postQuery(id).queryKey, post);
    return post;
  });
}
export function useDeletePost(id: number) {
  const client = useQueryClient();
  return usePostMutation(async () => {
    await call(community.remove, { params: { id: String(id) } });
    // its page is about to close: a refetch would return 404
    await client.invalidateQueries({ ...postQuery(id), refetchType: 'none' });
  });
}

export const useLikePost = (id: number) =>
  useChange(() => call(community.like, { params: { id: String(id) } }), {
    refetch: [['likes']],
    awaits: false,
    failed: () => t`Failed to like post`,
  });
