import { z } from 'zod';
import { Comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { Cursor, IdParams, Timestamp, text, Limit } from './values.ts';
import { LikeState, Video } from './videos.ts';

export const MAX_POST = 5000;
export const POSTS_PAGE = 50;
/** Minutes in which an author may change a post. */
export const POST_EDIT_MINUTES = 15;
export const TRENDING_VIDEOS = 6;
export const TRENDING_COMMENTS = 10;

export const Post = z.object({
  id: z.number().int(),
  content: z.string(),
  likes: z.number().int(),
  authorUsername: z.string(),
  authorDisplayName: z.string().nullable(),
  authorAvatar: z.string().nullable(),
  createdAt: Timestamp,
  editedAt: Timestamp.nullable(),
  /** Awaiting review; only its author sees it. */
  held: z.boolean(),
});
export type Post = z.infer<typeof Post>;

export const TrendingComment = Comment.extend({ videoTitle: z.string() });
export type TrendingComment = z.infer<typeof TrendingComment>;

const NewPost = z.object({ content: text(MAX_POST, { what: 'post' }) });

export const community = {
  list: endpoint({
    method: 'GET',
    path: '/api/community/posts',
    access: 'public',
    query: z.object({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(Post),
    summary: 'Posts, newest first, 50 a page; X-Next-Cursor names the next page',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/community/posts/{id}',
    access: 'public',
    params: IdParams,
    response: Post,
    summary: 'One post; while it waits for a moderator, for its author and admins only',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/community/posts',
    access: 'user',
    body: NewPost,
    proof: true,
    response: Post,
    status: 201,
    summary: 'Post on the board',
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/community/posts/{id}/like',
    access: 'public',
    params: IdParams,
    response: LikeState,
    summary: 'Like a post, or take the like back',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/community/posts/{id}',
    access: 'user',
    params: IdParams,
    body: NewPost,
    proof: true,
    response: Post,
    summary: 'Change an own post, within 15 minutes',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/community/posts/{id}',
    access: 'user',
    params: IdParams,
    summary: 'Delete an own post',
  }),
  trendingVideos: endpoint({
    method: 'GET',
    path: '/api/community/trending/videos',
    access: 'public',
    response: z.array(Video),
    summary: 'Six videos of the rotation',
  }),
  trendingComments: endpoint({
    method: 'GET',
    path: '/api/community/trending/comments',
    access: 'public',
    response: z.array(TrendingComment),
    summary: 'The ten most liked comments of the last 30 days on public videos',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/me/posts',
    access: 'user',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(Post),
    summary: "The caller's own posts, newest first, 50 a page",
  }),
};
