import { z } from 'zod';
import { Post } from './community.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './values.ts';
import { Video } from './videos.ts';

/** What each thing adds to a creator's score. */
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
});
export type Creator = z.infer<typeof Creator>;

export const CreatorPage = Creator.extend({
  bio: z.string().nullable(),
  joinedAt: Timestamp,
  latestVideos: z.array(Video),
  latestPosts: z.array(Post),
});
export type CreatorPage = z.infer<typeof CreatorPage>;

export const creators = {
  list: endpoint({
    method: 'GET',
    path: '/api/creators',
    access: 'public',
    response: z.array(Creator),
    summary: 'People with at least one approved video or post, best score first',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/creators/{username}',
    access: 'public',
    params: z.object({ username: z.string().min(1).max(60) }),
    response: CreatorPage,
    summary: "A creator's public page",
  }),
};
