import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { comments } from '#contract/comments.ts';
import { call, callPage } from '#web/app/call.ts';

export function useComments(videoId: number) {
  return useInfiniteQuery({
    queryKey: ['comments', videoId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      callPage(comments.list, { params: { id: String(videoId) }, query: { cursor: pageParam ?? undefined } }),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
}

export function usePostComment(videoId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { authorUsername: string; text: string }) =>
      call(comments.create, { params: { id: String(videoId) }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['comments', videoId] }),
        client.invalidateQueries({ queryKey: ['video', videoId] }),
      ]),
  });
}

export function useLikeComment(videoId: number, commentId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(comments.like, { params: { id: String(videoId), commentId: String(commentId) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['likes'] }),
  });
}
