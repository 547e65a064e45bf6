import { t } from '@lingui/core/macro';
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { comments } from '#contract/comments/comments.ts';
import type { COMMENT_SORTS, Comment, CommentReply } from '#contract/comments/comments.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOwn, addOwn } from '#web/app/session/own.ts';
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

const changedBy = (videoId: number) =>
  [
    ['comments', videoId],
    ['video', videoId],
  ] as const;

export const usePostReply = (videoId: number, replyTo: number) =>
  useChange(
    (body: { authorUsername: string; text: string }) =>
      call(comments.create, { params: { id: String(videoId) }, body: { ...body, replyTo } }),
    {
      refetch: changedBy(videoId),
      // the author can continue at once
      awaits: false,
      onSuccess: ({ id }) => {
        addOwn(locateAddress(videoId), id);
        addOwn(EVERYWHERE, id);
      },
    },
  );

export const useDeleteComment = (videoId: number) =>
  useChange(
    (commentId: number) =>
      call(comments.remove, { params: { id: String(videoId), commentId: String(commentId) } }),
    { refetch: changedBy(videoId), awaits: false },
  );

export const useEditComment = ({ videoId, id }: CommentReply) =>
  useChange(
    (body: { text: string }) =>
      call(comments.edit, { params: { id: String(videoId), commentId: String(id) }, body }),
    { refetch: changedBy(videoId), awaits: false },
  );

export const usePinComment = (videoId: number) =>
  useChange(
    ({ id, pinned }: { id: number; pinned: boolean }) =>
      call(pinned ? comments.pin : comments.unpin, {
        params: { id: String(videoId), commentId: String(id) },
      }),
    { refetch: changedBy(videoId), awaits: false, failed: () => t`Failed to pin comment` },
  );

export const useSwitchComments = (videoId: number) =>
  useChange(
    (commentsOff: boolean) =>
      call(comments.switchOff, { params: { id: String(videoId) }, body: { commentsOff } }),
    { refetch: changedBy(videoId), awaits: false, failed: () => t`Failed to save` },
  );

export const useLikeComment = (videoId: number, commentId: number) =>
  useChange(() => call(comments.like, { params: { id: String(videoId), commentId: String(commentId) } }), {
    refetch: [['likes']],
    awaits: false,
    failed: () => t`Failed to like comment`,
  });
