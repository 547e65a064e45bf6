import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { WrittenComment, ReplyTo } from '../comments/comments.ts';
import { endpoint } from '../endpoint.ts';
import { Cursor, IdParams, Timestamp, optionalLine, text, Limit, MAX_PICTURE_ALT } from '../values.ts';
import { Tag } from '../tags/tags.ts';
import { LikeState, Video } from '../videos/videos.ts';

export const MAX_POST = 5000;
export const POSTS_PAGE = 50;
/** Minutes in which an author may change a post. */
export const POST_EDIT_MINUTES = 15;
export const TRENDING_VIDEOS = 6;
export const TRENDING_COMMENTS = 10;

/** Pictures in one post. */
export const MAX_POST_PICTURES = 4;

export const PostPicture = z.object({
  /** WebP, at most 1,280 pixels on its longer side; `640.webp` is beside it. */
  url: z.string(),
  /** Of `url`, in pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** What it shows, as its author describes it. */
  alt: z.string().nullable(),
});
export type PostPicture = z.infer<typeof PostPicture>;

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
  pictures: z.array(PostPicture),
  /** The post that starts a reply's thread; null: not a reply. */
  threadId: z.number().int().nullable(),
  replyTo: ReplyTo.nullable(),
  /** Usernames mentioned with @ in the text that belong to members. */
  mentions: z.array(z.string()),
  /** Those of its text, folded and without #; at most 5. */
  tags: z.array(z.string()),
});
export type Post = z.infer<typeof Post>;

/**
 * As lists return it: a deleted post stays, without text and name, while it has replies; so does one across a block
 * between its author and the caller.
 */
export const ListedPost = Post.extend({
  content: z.string().nullable(),
  authorUsername: z.string().nullable(),
  deleted: z.boolean(),
  blocked: z.boolean(),
  /** All replies of its thread that are seen; 0 on a reply. */
  replyCount: z.number().int(),
});
export type ListedPost = z.infer<typeof ListedPost>;

/** With its first three replies. */
export const PostThread = ListedPost.extend({ replies: z.array(ListedPost) });
export type PostThread = z.infer<typeof PostThread>;

export const TrendingComment = WrittenComment.extend({ videoTitle: z.string() });
export type TrendingComment = z.infer<typeof TrendingComment>;

const PostText = z.object({ content: text(MAX_POST, { what: 'post' }) });

/** An uploaded picture, with what it shows. */
const NewPicture = z.object({
  id: z.number().int().positive(),
  alt: optionalLine(MAX_PICTURE_ALT, { what: 'alt text' }),
});
export type NewPicture = z.infer<typeof NewPicture>;

const NewPost = PostText.extend({
  pictures: z
    .array(NewPicture)
    .max(MAX_POST_PICTURES, rule`Up to ${MAX_POST_PICTURES} pictures.`)
    .refine(
      (given) => new Set(given.map(({ id }) => id)).size === given.length,
      'Add each picture only once.',
    )
    .default([]),
  /** The post that it answers. */
  replyTo: z.number().int().positive().nullish(),
});

export const community = {
  list: endpoint({
    method: 'GET',
    path: '/api/community/posts',
    access: 'public',
    query: z.object({
      /** Only those with this tag, replies too. */
      tag: Tag.optional(),
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(PostThread),
    summary: "Top-level posts, newest first, 50 per page. X-Next-Cursor is the next page's cursor",
  }),
  replies: endpoint({
    method: 'GET',
    path: '/api/community/posts/{id}/replies',
    access: 'public',
    params: IdParams,
    query: z.object({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(ListedPost),
    summary: "All replies of a post, oldest first, 50 per page. X-Next-Cursor is the next page's cursor",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/community/posts/{id}',
    access: 'public',
    params: IdParams,
    response: PostThread,
    summary: 'One post or reply. While pending review, only for its author and admins',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/community/posts',
    access: 'user',
    body: NewPost,
    proof: true,
    response: PostThread,
    status: 201,
    summary: 'Publish a post. `replyTo` replies to another post',
  }),
  uploadPicture: endpoint({
    method: 'POST',
    path: '/api/community/pictures',
    access: 'user',
    consumes: 'multipart/form-data',
    form: z.object({ file: z.file() }),
    response: z.object({ id: z.number().int(), width: z.number().int(), height: z.number().int() }),
    status: 201,
    summary:
      'Upload a picture (field `file`, up to 10 MB, JPEG, PNG, WebP, GIF or AVIF) to attach to a post within a day',
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/community/posts/{id}/like',
    access: 'public',
    params: IdParams,
    response: LikeState,
    summary: 'Like or unlike a post',
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/community/posts/{id}',
    access: 'user',
    params: IdParams,
    body: PostText,
    proof: true,
    response: PostThread,
    summary: "Edit one's own post within 15 minutes",
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/community/posts/{id}',
    access: 'user',
    params: IdParams,
    summary: "Delete one's own post",
  }),
  trendingVideos: endpoint({
    method: 'GET',
    path: '/api/community/trending/videos',
    access: 'public',
    response: z.array(Video),
    summary: 'Six videos from the rotation',
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
    summary: "The caller's posts, newest first, 50 per page",
  }),
};
