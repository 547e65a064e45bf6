import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Cursor, Id, IdParams, Timestamp, text, Limit, optionalLine } from './values.ts';
import { LikeState } from './videos.ts';

export const MAX_COMMENT = 2000;
export const MAX_GUEST_NAME = 50;

export const Comment = z.object({
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
});
export type Comment = z.infer<typeof Comment>;

export const NewComment = z.object({
  authorUsername: optionalLine(MAX_GUEST_NAME, { what: 'name' }),
  text: text(MAX_COMMENT, { what: 'comment' }),
});

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
      'Comments of a video, newest first or most liked first, 50 a page; X-Next-Cursor names the next page',
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
    summary: 'Comment as oneself, or as a guest under a free name',
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/comments/{commentId}/like',
    access: 'public',
    params: z.object({ id: Id, commentId: Id }),
    response: LikeState,
    summary: 'Like a comment, or take the like back',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/videos/{id}/comments/{commentId}',
    access: 'public',
    params: z.object({ id: Id, commentId: Id }),
    summary: 'Delete an own comment, or any as an admin',
  }),
};
