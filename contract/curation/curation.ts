import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ORIGINS } from '../submissions/review-states.ts';
import { MAX_TITLE, Processing, ReviewStatus } from '../submissions/submissions.ts';
import {
  MAX_REVIEW_REASON,
  MAX_SEARCH,
  Cursor,
  Id,
  IdParams,
  Timestamp,
  optionalLine,
  optionalText,
  Sentence,
} from '../values.ts';
import { Category, Video } from '../videos/videos.ts';

/** How many videos one import may bring. */
export const IMPORT_COUNTS = [1, 2, 5, 10, 20, 30] as const;
export const IMPORT_COUNT = 5;
/** Recent imports are those of the last hours. */
export const RECENT_IMPORT_HOURS = 24;

/** A video as its curators see it: also before it is public. */
export const CuratedVideo = Video.extend({
  origin: z.enum(ORIGINS),
  status: ReviewStatus,
  processing: Processing,
  failureReason: Sentence.nullable(),
  /** Place among the featured ones, from 1. */
  featuredPosition: z.number().int().nullable(),
  archivedAt: Timestamp.nullable(),
  archiveReason: Sentence.nullable(),
  importedAt: Timestamp.nullable(),
});
export type CuratedVideo = z.infer<typeof CuratedVideo>;
export type CuratedVideoAnswer = z.input<typeof CuratedVideo>;

/** By the name of the category, in the order of the owner's list. */
const Grouped = z.record(z.string(), z.array(CuratedVideo));
export type GroupedVideos = z.infer<typeof Grouped>;

export const ArchiveGroup = z.enum(['user', 'external'], 'group must be user or external.');

export const ImportRequest = z.object({
  category: Category,
  limit: z
    .int('limit must be 1, 2, 5, 10, 20 or 30.')
    .refine((n) => IMPORT_COUNTS.some((count) => count === n), 'limit must be 1, 2, 5, 10, 20 or 30.')
    .default(IMPORT_COUNT),
});

export const LinkRequest = z.object({
  url: z
    .string('Please paste a link.')
    .trim()
    .min(1, 'Please paste a link.')
    .max(2000, 'This link is too long.'),
  category: Category,
  /** For platforms that don't report theirs. */
  title: optionalLine(MAX_TITLE, { what: 'title' }),
});

const VideoParams = z.object({ videoId: Id });
const Removed = z.object({ id: z.number().int(), deleted: z.literal(true) });
const list = z.array(CuratedVideo);

export const curation = {
  trending: endpoint({
    method: 'GET',
    path: '/api/admin/featured-trending/trending',
    access: 'admin',
    response: list,
    summary: 'Trending videos',
  }),
  featured: endpoint({
    method: 'GET',
    path: '/api/admin/featured-trending/featured',
    access: 'admin',
    response: list,
    summary: 'Featured videos in their order',
  }),
  recentImports: endpoint({
    method: 'GET',
    path: '/api/admin/featured-trending/recent-imports',
    access: 'admin',
    query: z.object({ cursor: Cursor.optional() }),
    response: list,
    summary:
      "Videos imported in the last 24 hours, newest first, 200 per page. X-Next-Cursor is the next page's cursor",
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/admin/featured-trending/candidates',
    access: 'admin',
    response: list,
    query: z.object({
      q: optionalText(MAX_SEARCH, { what: 'search' }),
      category: Category.optional(),
      cursor: Cursor.optional(),
    }),
    summary:
      "Approved videos, newest approval first, or best match first with a search. 60 per page; X-Next-Cursor is the next page's cursor",
  }),
  setFeatured: endpoint({
    method: 'POST',
    path: '/api/admin/featured-trending/featured/{videoId}',
    access: 'admin',
    params: VideoParams,
    body: z.object({ featured: z.boolean('featured must be true or false.') }),
    response: CuratedVideo,
    summary: "Feature or unfeature an approved video. 409 if it isn't approved",
  }),
  setTrending: endpoint({
    method: 'POST',
    path: '/api/admin/featured-trending/trending/{videoId}',
    access: 'admin',
    params: VideoParams,
    body: z.object({ trending: z.boolean('trending must be true or false.') }),
    response: CuratedVideo,
    summary: "Mark or unmark an approved video as trending. 409 if it isn't approved",
  }),
  orderFeatured: endpoint({
    method: 'PUT',
    path: '/api/admin/featured-trending/order',
    access: 'admin',
    body: z.object({ ids: z.array(z.int().positive()).max(500) }),
    response: list,
    summary: 'Reorder the featured videos. Omitted ones follow in their current order',
  }),
  reloadRotation: endpoint({
    method: 'POST',
    path: '/api/admin/rotation/reload',
    access: 'admin',
    response: z.object({ videos: z.number().int(), reloadedAt: Timestamp }),
    summary: 'Recompute the rotation',
  }),

  imported: endpoint({
    method: 'GET',
    path: '/api/admin/imported-videos',
    access: 'admin',
    response: Grouped,
    query: z.object({ category: Category.optional(), cursor: Cursor.optional() }),
    summary:
      "Imported videos by category, newest first, 60 each. With `category`, X-Next-Cursor is its next page's cursor",
  }),
  approveImported: endpoint({
    method: 'POST',
    path: '/api/admin/imported-videos/{id}/approve',
    access: 'admin',
    params: IdParams,
    response: CuratedVideo,
    summary: 'Approve a PENDING video. 409 in any other state',
  }),
  unapproveImported: endpoint({
    method: 'POST',
    path: '/api/admin/imported-videos/{id}/unapprove',
    access: 'admin',
    params: IdParams,
    response: CuratedVideo,
    summary: 'Move an APPROVED video back to PENDING. 409 in any other state',
  }),
  rejectImported: endpoint({
    method: 'POST',
    path: '/api/admin/imported-videos/{id}/reject',
    access: 'admin',
    params: IdParams,
    response: CuratedVideo,
    summary: 'Reject a PENDING video. 409 in any other state',
  }),
  importYoutube: endpoint({
    method: 'POST',
    path: '/api/admin/import-youtube',
    access: 'admin',
    body: ImportRequest,
    response: z.object({ imported: z.number().int(), skipped: z.number().int() }),
    summary:
      'Import short YouTube videos for a category, for review. Existing ones are skipped and replaced by the next',
  }),
  importLink: endpoint({
    method: 'POST',
    path: '/api/admin/import-link',
    access: 'admin',
    body: LinkRequest,
    response: CuratedVideo,
    status: 201,
    summary: 'Import a video by its YouTube or Twitch link, for review',
  }),
  importState: endpoint({
    method: 'GET',
    path: '/api/admin/import-state',
    access: 'admin',
    response: z.object({ youtube: z.boolean() }),
    summary: 'Whether YouTube imports are configured',
  }),

  archive: endpoint({
    method: 'GET',
    path: '/api/admin/archive',
    access: 'admin',
    response: z.object({ user: list, external: list }),
    query: z.object({ group: ArchiveGroup.optional(), cursor: Cursor.optional() }),
    summary:
      "Archived uploads and imported videos, 60 each. With `group`, X-Next-Cursor is its next page's cursor",
  }),
  restoreArchived: endpoint({
    method: 'POST',
    path: '/api/admin/archive/{id}/restore',
    access: 'admin',
    params: IdParams,
    response: CuratedVideo,
    summary: "Restore a video from the archive. 409 if it isn't archived",
  }),
  deleteArchived: endpoint({
    method: 'DELETE',
    path: '/api/admin/archive/{id}',
    access: 'admin',
    params: IdParams,
    response: Removed,
    summary: "Permanently delete an archived video and its files. 409 if it isn't archived",
  }),
  softDelete: endpoint({
    method: 'POST',
    path: '/api/admin/videos/{id}/soft-delete',
    access: 'admin',
    params: IdParams,
    body: z.object({ reason: optionalText(MAX_REVIEW_REASON, { what: 'reason' }) }).nullish(),
    response: CuratedVideo,
    summary: 'Archive a video, with a reason. 409 if it is already archived',
  }),
  hardDelete: endpoint({
    method: 'POST',
    path: '/api/admin/videos/{id}/hard-delete',
    access: 'admin',
    params: IdParams,
    response: Removed,
    summary: 'Permanently delete any video and its files',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/videos/{id}/restore',
    access: 'admin',
    params: IdParams,
    response: CuratedVideo,
    summary: "Restore a video from the archive. 409 if it isn't archived",
  }),
};
