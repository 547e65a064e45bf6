import { t } from '@lingui/core/macro';
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { comments } from '#contract/comments/comments.ts';
import type { COMMENT_SORTS, Comment, CommentReply } from '#contract/comments/comments.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { call, callPage, errorMessage } from '#web/app/client/call.ts';
import { listOwn, addOwn } from '#web/app/session/own.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { staleWhere } from '#web/app/queries.ts';
import { useMe } from '#web/app/session/me.ts';
import { createStore } from '#web/ui/store.ts';

/** For `listOwn`: on any video. */
export const EVERYWHERE = 'comments';
/** For `listOwn`. */
export const locateAddress = (videoId: number): string => `comments ${videoId}`;

export type CommentSort = (typeof COMMENT_SORTS)[number];

/** As it was chosen last, on any video. */
export const commentSort = createStore<CommentSort>('new');

const commentsQuery = (videoId: number, sort: CommentSort = 'new') => ({
  ...listOptions<Comment>(['comments', videoId, ...(sort === 'top' ? [sort] : [])], (cursor) =>
    callPage(comments.list, {
      params: { id: String(videoId) },
      query: { cursor, ...(sort === 'top' && { sort }) },
    }),
  ),
  // own comments that wait for a moderator aren't in it
  staleTime: staleWhere(() => listOwn(locateAddress(videoId)).length > 0),
});

export const preloadComments = (client: QueryClient, videoId: number) =>
  client.prefetchInfiniteQuery(commentsQuery(videoId));
export const useComments = (videoId: number, sort: CommentSort) =>
  useInfiniteQuery(commentsQuery(videoId, sort));

/** The id of a pending comment until the server assigns one. */
export const PENDING_ID = 0;

/** Shows the comment at once on top of the list; on failure it is removed and the form shows the error. */
export function usePostComment(videoId: number) {
  const client = useQueryClient();
  const { me } = useMe();
  const { queryKey } = commentsQuery(videoId);
  const change = (edit: (items: Comment[]) => Comment[]): void => {
    client.setQueryData(queryKey, (data) => {
      const [first, ...rest] = data?.pages ?? [];
      return data && first ? { ...data, pages: [{ ...first, items: edit(first.items) }, ...rest] } : data;
    });
  };
  const withoutWaiting = (items: Comment[]): Comment[] => items.filter(({ id }) => id !== PENDING_ID);
  return useMutation({
    mutationFn: (body: { authorUsername: string; text: string }) =>
      call(comments.create, { params: { id: String(videoId) }, body }),
    onMutate: async ({ authorUsername, text }) => {
      // where the new comment is on top
      commentSort.set('new');
      await client.cancelQueries({ queryKey });
      const waiting: Comment = {
        id: PENDING_ID,
        videoId,
        text: text.trim(),
        likes: 0,
        authorUsername: me?.username ?? authorUsername,
        authorDisplayName: me?.displayName ?? null,
        authorAvatar: me?.profileImageUrl ?? null,
        isGuest: !me,
        held: false,
        createdAt: new Date().toISOString(),
        editedAt: null,
        threadId: null,
        replyTo: null,
        mentions: [],
        deleted: false,
        blocked: false,
        replyCount: 0,
        pinned: false,
        replies: [],
      };
      change((items) => [waiting, ...withoutWaiting(items)]);
    },
    onError: () => {
      change(withoutWaiting);
      // the pending request was canceled
      void client.invalidateQueries({ queryKey });
    },
    onSuccess: (comment) => {
      addOwn(locateAddress(videoId), comment.id);
      addOwn(EVERYWHERE, comment.id);
      change((items) => [comment, ...withoutWaiting(items)]);
      return Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: ['video', videoId] }),
      ]);
    },
  });
}

/** All replies of a thread. */
export const repliesQuery = ({ videoId, id: threadId }: CommentReply) =>
  listOptions<CommentReply>(['comments', videoId, 'replies', threadId], (cursor) =>
    callPage(comments.replies, {
      params: { id: String(videoId), commentId: String(threadId) },
      query: { cursor },
    }),
  );

const threadQuery = (videoId: number, commentId: number) =>
  queryOptions({
    queryKey: ['comments', videoId, 'thread', commentId],
    queryFn: () => call(comments.get, { params: { id: String(videoId), commentId: String(commentId) } }),
  });

/** The thread that a link leads to. */
export const useThread = (videoId: number, commentId: number | null) =>
  useQuery({ ...threadQuery(videoId, commentId ?? 0), enabled: commentId !== null });

export function usePostReply(videoId: number, replyTo: number) {
  const refresh = useRefresh(videoId);
  return useMutation({
    mutationFn: (body: { authorUsername: string; text: string }) =>
      call(comments.create, { params: { id: String(videoId) }, body: { ...body, replyTo } }),
    onSuccess: ({ id }) => {
      addOwn(locateAddress(videoId), id);
      addOwn(EVERYWHERE, id);
      refresh();
    },
  });
}

/** Not awaited: the author can continue at once. */
function useRefresh(videoId: number) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['comments', videoId] });
    void client.invalidateQueries({ queryKey: ['video', videoId] });
  };
}

export function useDeleteComment(videoId: number) {
  return useMutation({
    mutationFn: (commentId: number) =>
      call(comments.remove, { params: { id: String(videoId), commentId: String(commentId) } }),
    onSuccess: useRefresh(videoId),
  });
}

export function useEditComment({ videoId, id }: CommentReply) {
  return useMutation({
    mutationFn: (body: { text: string }) =>
      call(comments.edit, { params: { id: String(videoId), commentId: String(id) }, body }),
    onSuccess: useRefresh(videoId),
  });
}

export function usePinComment(videoId: number) {
  return useMutation({
    mutationFn: ({ id, pinned }: { id: number; pinned: boolean }) =>
      call(pinned ? comments.pin : comments.unpin, {
        params: { id: String(videoId), commentId: String(id) },
      }),
    onSuccess: useRefresh(videoId),
    onError: (error) => toast(t`Failed to pin comment`, { kind: 'bad', text: errorMessage(error) }),
  });
}

export function useSwitchComments(videoId: number) {
  return useMutation({
    mutationFn: (commentsOff: boolean) =>
      call(comments.switchOff, { params: { id: String(videoId) }, body: { commentsOff } }),
    onSuccess: useRefresh(videoId),
    onError: (error) => toast(t`Failed to save`, { kind: 'bad', text: errorMessage(error) }),
  });
}

export function useLikeComment(videoId: number, commentId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(comments.like, { params: { id: String(videoId), commentId: String(commentId) } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['likes'] });
    },
    onError: (error) => toast(t`Failed to like comment`, { kind: 'bad', text: errorMessage(error) }),
  });
}
