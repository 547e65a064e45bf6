import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { community } from '#contract/community.ts';
import { call, callPage } from '#web/app/call.ts';

export function usePosts() {
  return useInfiniteQuery({
    queryKey: ['posts'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => callPage(community.list, { query: { cursor: pageParam ?? undefined } }),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
}

export function useTrendingVideos() {
  return useQuery({ queryKey: ['trending', 'videos'], queryFn: () => call(community.trendingVideos) });
}

export function useTrendingComments() {
  return useQuery({ queryKey: ['trending', 'comments'], queryFn: () => call(community.trendingComments) });
}

/** Whatever changes a post refreshes the lists it stands in. */
function usePostMutation<Input, Output>(run: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => client.invalidateQueries({ queryKey: ['posts'] }) });
}

export const useCreatePost = () =>
  usePostMutation((content: string) => call(community.create, { body: { content } }));
export const useEditPost = (id: number) =>
  usePostMutation((content: string) =>
    call(community.edit, { params: { id: String(id) }, body: { content } }),
  );
export const useDeletePost = (id: number) =>
  usePostMutation(() => call(community.remove, { params: { id: String(id) } }));

export function useLikePost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(community.like, { params: { id: String(id) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['likes'] }),
  });
}
