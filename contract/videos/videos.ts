import { z } from 'zod';
import { Caption } from '../captions/tracks.ts';
import { endpoint } from '../endpoint.ts';
import { Progress, ViewOrigin } from '../statistics/statistics.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';
import { msg } from '../text/message.ts';
import { holdsForbidden, lengthOf } from '../text/text.ts';
import { Cursor, Id, IdParams, Timestamp, optionalSearchText, Limit, text } from '../values.ts';
import { Tag } from '../tags/tags.ts';
import { Labels } from './labels.ts';

/** The initial categories of a site; the owner's list is in `/api/config`. */
export const CATEGORIES = [msg('Business'), msg('Lifestyle'), msg('Beauty'), msg('Innovation')];
/** Characters of the name of a category. */
export const MAX_CATEGORY = 40;
/** A category of videos or of products by its name. One that isn't in the owner's list is answered with 400, too. */
export const Category = z
  .string('Unknown category.')
  .refine(
    (name) => name !== '' && lengthOf(name) <= MAX_CATEGORY && !holdsForbidden(name),
    'Unknown category.',
  )
  .register(jsonSchemaFacts, { type: 'string', minLength: 1, maxLength: MAX_CATEGORY });
export type Category = z.infer<typeof Category>;

export const SOURCES = ['YOUTUBE', 'TWITCH', 'OTHER'] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

/** Default page size of GET /api/videos; a larger `limit` is reduced to the maximum. */
export const PAGE_SIZE = 60;
export const MAX_PAGE_SIZE = 1200;

export const PublicLocation = z.object({ name: z.string().nullable(), address: z.string().nullable() });

/**
 * Who may see a published video: everyone, and it is listed; anyone with the link; members; its creator and admins.
 * Before it is approved and published, only its creator and admins. Private videos are not reviewed.
 */
export const VISIBILITIES = ['PUBLIC', 'UNLISTED', 'MEMBERS', 'PRIVATE'] as const;
export const Visibility = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof Visibility>;

/** Whether people comment on a video: at once, not at all, or once its creator has let each through. */
export const COMMENTS_MODES = ['ON', 'OFF', 'HELD'] as const;
export const CommentsMode = z.enum(COMMENTS_MODES);
export type CommentsMode = z.infer<typeof CommentsMode>;

/** Portrait: taller than wide. A video of unknown size counts as landscape. */
export const ORIENTATIONS = ['portrait', 'landscape'] as const;
export const Orientation = z.enum(ORIENTATIONS);
export type Orientation = z.infer<typeof Orientation>;

/** The point of a picture that stays in view when it is cropped: from 0 (left, top) to 1 (right, bottom). */
export const Focus = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type Focus = z.infer<typeof Focus>;

export const Video = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Name to show: the uploader's display name, or the external channel's. */
  creator: z.string(),
  /** The uploader's username; null for imported videos. */
  creatorUsername: z.string().nullable(),
  avatar: z.string().nullable(),
  thumbnail: z.string().nullable(),
  durationSec: z.number(),
  /** Own and external together. */
  views: z.number().int(),
  likes: z.number().int(),
  category: Category,
  description: z.string().nullable(),
  source: Source,
  sourceId: z.string().nullable(),
  /** Playable MP4 of own uploads; the page's address on the other platform for external ones. */
  sourceUrl: z.string().nullable(),
  /** The product's own counters. */
  lllViews: z.number().int(),
  lllLikes: z.number().int(),
  lllComments: z.number().int(),
  externalPlatformName: z.string().nullable(),
  externalViews: z.number().int().nullable(),
  platformIcon: z.string().nullable(),
  isFeatured: z.boolean(),
  isTrending: z.boolean(),
  location: PublicLocation.nullable(),
  createdAt: Timestamp,
  /**
   * The sizes of an own video's MP4 as the shorter side in pixels, smallest first: each is next to `sourceUrl`, which
   * is the largest, under its number (`1080p.mp4`, `360p.mp4`). Empty if there is one size only.
   */
  lines: z.array(z.number().int()),
  hlsUrl: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Where its thumbnail is cropped around. */
  focus: Focus,
  /** A tiny data: image to show while the thumbnail loads. */
  placeholder: z.string().nullable(),
  /** Sprite sheets for scrubbing, as WebVTT. */
  storyboard: z.string().nullable(),
  /** Its captions and subtitles; its chapters have their own list. */
  captions: z.array(Caption),
  /** Folded and without #: those of its field first, then those of its description; at most 10. */
  tags: z.array(z.string()),
  labels: Labels,
  /** Whether its MP4 can be downloaded. */
  downloadable: z.boolean(),
  /** Where viewers can support its creator: the video's own link, or that of the creator's profile. */
  supportLink: z.string().nullable(),
});
export type Video = z.infer<typeof Video>;

/** A video by its id. Outside the admins' lists this is the only response that may contain a video that isn't public. */
export const VideoDetails = Video.extend({
  /** It is listed. */
  isPublic: z.boolean(),
  /** Visible to others than its creator and admins, as `visibility` allows. */
  isLive: z.boolean(),
  visibility: Visibility,
  /** When it comes out; null: nothing is planned. */
  publishAt: Timestamp.nullable(),
  /** Comments are closed. */
  commentsOff: z.boolean(),
  /** The series that it is in. */
  seriesId: z.number().int().nullable(),
  comments: CommentsMode,
  /** When it was published elsewhere, before it came here. */
  firstPublished: Timestamp.nullable(),
});
export type VideoDetails = z.infer<typeof VideoDetails>;

/** Only videos that the caller follows; 401 for a guest. */
const following = z.literal('true').optional();

export const SORTS = ['new', 'top', 'trending'] as const;

export const VideoQuery = z.object({
  category: Category.optional(),
  tag: Tag.optional(),
  limit: Limit.optional(),
  cursor: Cursor.optional(),
  q: optionalSearchText(),
  sort: z.enum(SORTS).optional(),
  orientation: Orientation.optional(),
  following,
});

/** Default and maximum page size of GET /api/feed. */
export const FEED_PAGE_SIZE = 12;
export const MAX_FEED_PAGE_SIZE = 60;

export const FeedQuery = z.object({
  /** The video that the feed begins with; left out where it isn't public. */
  start: Id.optional(),
  category: Category.optional(),
  tag: Tag.optional(),
  /** A username: videos of this person alone. */
  creator: text(60, { what: 'username' }).optional(),
  orientation: Orientation.optional(),
  following,
  cursor: Cursor.optional(),
  limit: Limit.optional(),
});
export type FeedQuery = z.output<typeof FeedQuery>;

export const LikeState = z.object({ likes: z.number().int(), liked: z.boolean() });
export type LikeState = z.infer<typeof LikeState>;

export const videos = {
  list: endpoint({
    method: 'GET',
    path: '/api/videos',
    access: 'public',
    query: VideoQuery,
    response: z.array(Video),
    summary: "Public videos, latest approval first. X-Next-Cursor is the next page's cursor",
  }),
  feed: endpoint({
    method: 'GET',
    path: '/api/feed',
    access: 'public',
    query: FeedQuery,
    response: z.array(Video),
    summary:
      'Public videos in feed order, the same for everyone: the rotation, then the newest, then the rest',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/videos/{id}',
    access: 'public',
    params: IdParams,
    response: VideoDetails,
    summary: 'One video, if the caller may see it. Its uploader and admins see it before it is published',
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/download',
    access: 'public',
    params: IdParams,
    status: 307,
    answerHeaders: ['Location'],
    errorStatuses: [403],
    summary:
      'Redirects to the largest MP4 as an attachment; 403 where its creator or the site allows no downloads',
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/like',
    access: 'public',
    params: IdParams,
    response: LikeState,
    summary: 'Like or unlike a video',
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/view',
    access: 'public',
    params: IdParams,
    body: ViewOrigin.nullish(),
    response: z.object({ views: z.number().int() }),
    summary:
      'Record a view, counted once per person and 30 minutes. Returns the number of views on this site',
  }),
  progress: endpoint({
    method: 'POST',
    path: '/api/videos/{id}/progress',
    access: 'public',
    params: IdParams,
    body: Progress,
    summary:
      'Report how far the video was watched, in tenths, at most every 10 seconds. Stored only as totals',
  }),
};
