import { z } from 'zod';
import { Post } from '../community/community.ts';
import { endpoint } from '../endpoint.ts';
import { Cursor, Limit, Timestamp, UsernameParams } from '../values.ts';
import { Category, Video } from '../videos/videos.ts';

/**
 * The points that each item adds to a creator's score. The database uses the same numbers
 * (user_totals.score).
 */
export const SCORE = { video: 10, post: 2, comment: 1, like: 1 } as const;

export const Creator = z.object({
  username: z.string(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** Public videos. */
  videos: z.number().int(),
  posts: z.number().int(),
  comments: z.number().int(),
  /** Likes received on videos, posts and comments. */
  likes: z.number().int(),
  score: z.number().int(),
  /** How many follow them. */
  followers: z.number().int(),
  /** The pictures of the newest public videos, at most three, newest first. */
  latestThumbnails: z.array(z.string()),
});
export type Creator = z.infer<typeof Creator>;

export const CreatorPage = Creator.extend({
  bio: z.string().nullable(),
  supportLink: z.string().nullable(),
  joinedAt: Timestamp,
  latestVideos: z.array(Video),
  /** Where the videos go on: a cursor for GET /api/creators/{username}/videos. */
  moreVideos: Cursor.nullable(),
  latestPosts: z.array(Post),
});
export type CreatorPage = z.infer<typeof CreatorPage>;

export const FollowState = z.object({ following: z.boolean(), followers: z.number().int() });
export type FollowState = z.infer<typeof FollowState>;

/** Creators and categories that one person follows at most. */
export const MAX_FOLLOWS = 5000;

/** Default page size for creators, and for one creator's videos. */
export const CREATORS_PAGE = 200;
export const CREATOR_VIDEOS_PAGE = 60;

export const creators = {
  list: endpoint({
    method: 'GET',
    path: '/api/creators',
    access: 'public',
    query: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    response: z.array(Creator),
    summary:
      "People with at least one approved video or post, video creators first, then by score, 200 per page. X-Next-Cursor is the next page's cursor",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/creators/{username}',
    access: 'public',
    params: UsernameParams,
    response: CreatorPage,
    summary: "A member's public profile, empty if they have published nothing",
  }),
  videos: endpoint({
    method: 'GET',
    path: '/api/creators/{username}/videos',
    access: 'public',
    params: UsernameParams,
    query: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    response: z.array(Video),
    summary: "A creator's videos, newest first, 60 per page. X-Next-Cursor is the next page's cursor",
  }),
  follow: endpoint({
    method: 'POST',
    path: '/api/creators/{username}/follow',
    access: 'user',
    params: UsernameParams,
    response: FollowState,
    summary: 'Follow a creator. Idempotent',
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/creators/{username}/follow',
    access: 'user',
    params: UsernameParams,
    response: FollowState,
    summary: 'Unfollow a creator',
  }),
  followCategory: endpoint({
    method: 'PUT',
    path: '/api/categories/{category}/follow',
    access: 'user',
    params: z.object({ category: Category }),
    summary: 'Follow a category. Idempotent',
  }),
  unfollowCategory: endpoint({
    method: 'DELETE',
    path: '/api/categories/{category}/follow',
    access: 'user',
    params: z.object({ category: Category }),
    summary: 'Unfollow a category',
  }),
  followed: endpoint({
    method: 'GET',
    path: '/api/me/follows',
    access: 'user',
    scope: 'READ_OWN',
    response: z.object({
      creators: z.array(z.string()),
      categories: z.array(Category),
      tags: z.array(z.string()),
    }),
    summary: 'The creators (usernames), categories and tags the caller follows, latest first',
  }),
};
