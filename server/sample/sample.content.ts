import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ROLES } from '#contract/accounts/accounts.ts';
import { OrderStatus } from '#contract/orders/orders.ts';
import { MAX_VIDEO_TAGS } from '#contract/tags/tag.ts';
import { Category } from '#contract/videos/videos.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

/** The sample's videos, avatars, thumbnails and their descriptions. */
export const SAMPLE_FOLDER = resolve(import.meta.dirname, '../../sample');

const Content = z.object({
  people: z.array(
    z.object({
      username: z.string(),
      displayName: z.string(),
      bio: z.string().nullable(),
      role: z.enum(ROLES).refine((role) => !isAdmin({ role }), 'must be no admin'),
      joinedDaysAgo: z.number(),
    }),
  ),
  videos: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      category: Category,
      creator: z.string(),
      description: z.string(),
      tags: z.array(z.string()).max(MAX_VIDEO_TAGS),
      featured: z.boolean().default(false),
      trending: z.boolean().default(false),
      /** Still pending review: not public. */
      waiting: z.boolean().default(false),
      daysAgo: z.number(),
      views: z.number().int(),
      likes: z.number().int(),
      location: z
        .object({
          name: z.string(),
          address: z.string(),
          city: z.string(),
          state: z.string().nullable(),
          country: z.string(),
          latitude: z.number(),
          longitude: z.number(),
        })
        .optional(),
    }),
  ),
  external: z.array(
    z.object({
      sourceId: z.string(),
      title: z.string(),
      creator: z.string(),
      category: Category,
      durationSec: z.number(),
      views: z.number().int(),
      likes: z.number().int(),
      thumbnail: z.string(),
      description: z.string(),
      trending: z.boolean().default(false),
      daysAgo: z.number(),
    }),
  ),
  comments: z.array(
    z.object({
      video: z.string(),
      by: z.string().optional(),
      guest: z.string().optional(),
      text: z.string(),
      likes: z.number().int(),
      reported: z.object({ by: z.string(), reason: z.string() }).optional(),
    }),
  ),
  /** A video's placeholder in a text becomes its address; the video is then embedded below the text. */
  posts: z.array(
    z.object({ by: z.string(), text: z.string(), hoursAgo: z.number(), likes: z.number().int() }),
  ),
  /** Who would like to become a creator. */
  requests: z.array(z.object({ by: z.string(), message: z.string(), hoursAgo: z.number() })),
  /** A job for the admin to try again. */
  failedPicture: z.object({ sourceId: z.string(), reason: z.string() }),
  orders: z.array(
    z.object({
      paymentId: z.string(),
      status: OrderStatus.exclude(['PENDING']),
      hoursAgo: z.number(),
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      email: z.string(),
      lines: z.array(z.tuple([z.number().int(), z.number().int()])),
      tracking: z.string().nullable(),
    }),
  ),
});
export type Content = z.infer<typeof Content>;

export async function readContent(): Promise<Content> {
  return Content.parse(JSON.parse(await readFile(resolve(SAMPLE_FOLDER, 'content.json'), 'utf8')));
}
