import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Cursor, Id, IdParams, Timestamp, text, Limit, optionalLine } from '../values.ts';
import { LikeState } from '../videos/videos.ts';

export const MAX_COMMENT = 2000;
export const MAX_GUEST_NAME = 50;

/** Minutes in which a comment can be changed. */
export const COMMENT_EDIT_MINUTES = 15;
/** Replies included with a comment or post in a list. */
export const SHOWN_REPLIES = 3;

/** What a reply answers: the first of its thread, or another reply. */
export const ReplyTo = z.object({
  id: z.number().int(),
  /** Who wrote that; null where it is deleted or blocked. */
  username: z.string().nullable(),
});

export const WrittenComment = z.object({
  id: z.number().int(),
  videoId: z.number().int(),
  text: z.string(),
  likes: z.number().int(),
  authorUsername: z.string(),
  authorDisplayName: z.string().nullable(),
  authorAvatar: z.string().nullable(),
  /** Written without an account: the name is whatever was typed. */
  isGuest: z.boolean(),
  /** Awaiting review; only who wrote it sees it. */
  held: z.boolean(),
  createdAt: Timestamp,
  editedAt: Timestamp.nullable(),
  /** The comment that starts a reply's thread; null: not a reply. */
  threadId: z.number().int().nullable(),
  replyTo: ReplyTo.nullable(),
  /** Usernames mentioned with @ in the text that belong to members. */
  mentions: z.array(z.string()),
});
export type WrittenComment = z.infer<typeof WrittenComment>;

/**
 * As lists return it: a deleted comment stays, without text and name, while it has replies; so does one across a block
 * between its author and the caller.
 */
export const CommentReply = WrittenComment.extend({
  text: z.string().nullable(),
  authorUsername: z.string().nullable(),
  deleted: z.boolean(),
  blocked: z.boolean(),
  /** All replies of its thread that are seen; 0 on a reply. */
  replyCount: z.number().int(),
});
export type CommentReply = z.infer<typeof CommentReply>;

export const Comment = CommentReply.extend({
  /** Its creator or an admin put it first. */
  pinned: z.boolean(),
  /** The first three. */
  replies: z.array(CommentReply),
});
export type Comment = z.infer<typeof Comment>;

const CommentText = z.object({ text: text(MAX_COMMENT, { what: 'comment' }) });

export const NewComment = CommentText.extend({
  authorUsername: optionalLine(MAX_GUEST_NAME, { what: 'name' }),
  /** The comment of the same video that it answers. */
  replyTo: z.number().int().positive().nullish(),
});

const CommentParams = z.object({ id: Id, commentId: Id });

/** A reply to a comment of the caller's. */
export const ReplyToMe = WrittenComment.extend({ videoTitle: z.string() });
export type ReplyToMe = z.infer<typeof ReplyToMe>;

export const COMMENT_SORTS = ['new', 'top'] as const;

export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/comments',
    access: 'public',
    params: IdParams,
    query: z.object({
      /** `top`: the most liked first. */
      sort: z.enum(COMMENT_SORTS).optional(),
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(Comment),
    summary:
      "A video's top-level comments: the pinned one, then newest or most liked first, 50 per page. X-Next-Cursor is the next page's cursor",
  }),
  replies: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/comments/{commentId}/replies',
    access: 'public',
    params: CommentParams,
    query: z.object({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(CommentReply),
    summary: "All replies of a thread, oldest first, 50 per page. X-Next-Cursor is the next page's cursor",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/comments/{commentId}',
    access: 'public',
    params: CommentParams,
    response: Comment,
    summary: 'The thread of a comment, with its first replies',
  }),
  toMe: endpoint({
    method: 'GET',
    path: '/api/me/replies',
    access: 'public',
    query: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    response: z.array(ReplyToMe),
    summary:
      "Replies to the caller's comments (a guest's by the visitor cookie), newest first, 50 per page. X-Next-Cursor is the next page's cursor",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/comments',
    access: 'public',
    params: IdParams,
    body: NewComment,
    proof: true,
    response: Comment,
    status: 201,
    summary:
      'Comment as a member, or as a guest under an available name. `replyTo` replies to another comment of the video',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/videos/{id}/comments/{commentId}',
    access: 'public',
    params: CommentParams,
    body: CommentText,
    proof: true,
    response: CommentReply,
    summary: "Edit one's own comment within 15 minutes",
  }),
  pin: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/comments/{commentId}/pin',
    access: 'user',
    params: CommentParams,
    summary: "Pin a comment, as the video's creator or an admin. At most one is pinned",
  }),
  unpin: endpoint({
    method: 'DELETE',
    path: '/api/videos/{id}/comments/{commentId}/pin',
    access: 'user',
    params: CommentParams,
    summary: 'Unpin a comment',
  }),
  switchOff: endpoint({
    method: 'PUT',
    path: '/api/videos/{id}/comments-off',
    access: 'user',
    params: IdParams,
    body: z.object({ commentsOff: z.boolean() }),
    response: z.object({ commentsOff: z.boolean() }),
    summary: "Turn comments off or on, as the video's creator or an admin. Existing ones stay",
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/comments/{commentId}/approve',
    access: 'user',
    params: CommentParams,
    response: CommentReply,
    summary: "Approve a comment pending the creator's review, as the creator or an admin",
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/comments/{commentId}/like',
    access: 'public',
    params: CommentParams,
    response: LikeState,
    summary: 'Like or unlike a comment',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/videos/{id}/comments/{commentId}',
    access: 'public',
    params: CommentParams,
    summary: "Delete one's own comment, or any as an admin",
  }),
};
