import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Cursor, Id, IdParams, Limit, line, optionalText, Timestamp } from '../values.ts';
import { Video } from '../videos/videos.ts';
import { LIST_PAGE, MAX_LIST_DESCRIPTION, MAX_LIST_TITLE } from './playlists.ts';

/** Series of one creator, and videos in one of them. */
export const MAX_SERIES = 100;
export const MAX_SERIES_ITEMS = 500;

export const Series = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string().nullable(),
  creator: z.string(),
  creatorUsername: z.string(),
  avatar: z.string().nullable(),
  /** Videos in it that the caller may see. */
  count: z.number().int(),
  thumbnail: z.string().nullable(),
  placeholder: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Series = z.infer<typeof Series>;

export const OrderedSeries = Series.extend({
  /** All that the caller may see, in their order. */
  videoIds: z.array(z.number().int()),
});
export type OrderedSeries = z.infer<typeof OrderedSeries>;

export const SeriesDetails = OrderedSeries.extend({
  /** One page of them. */
  videos: z.array(Video),
  nextCursor: Cursor.nullable(),
});
export type SeriesDetails = z.infer<typeof SeriesDetails>;

/** A video's position in its series. */
export const PlaceInSeries = z.object({
  id: z.number().int(),
  title: z.string(),
  /** From 0, among the videos that the caller may see. */
  position: z.number().int(),
  count: z.number().int(),
  previous: Video.nullable(),
  next: Video.nullable(),
});
export type PlaceInSeries = z.infer<typeof PlaceInSeries>;

const title = line(MAX_LIST_TITLE, { what: 'title' });
const description = optionalText(MAX_LIST_DESCRIPTION, { what: 'description' });
const videoIds = z
  .array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER))
  .max(MAX_SERIES_ITEMS, rule`A series can have up to ${MAX_SERIES_ITEMS} videos.`)
  .refine((ids) => new Set(ids).size === ids.length, 'The same video is in the list twice.');

export const series = {
  list: endpoint({
    method: 'GET',
    path: '/api/series',
    access: 'public',
    scope: 'READ_OWN',
    query: z.object({ creator: line(60, { what: 'username' }).optional() }),
    response: z.array(Series),
    summary:
      "A creator's series (`creator`: their username) with videos visible to everyone, latest change first. Without it, all of the caller's own, and 401 for guests",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/series',
    access: 'creator',
    scope: 'MANAGE_OWN',
    status: 201,
    body: z.object({ title, description, videoIds: videoIds.optional() }),
    response: OrderedSeries,
    errorStatuses: [409, 429],
    summary: `Create a series of one's own videos. At most ${MAX_SERIES}. A video leaves its previous series`,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/series/{id}',
    access: 'public',
    scope: 'READ_OWN',
    params: IdParams,
    query: z.object({ cursor: Cursor.optional(), limit: Limit.optional(), start: Id.optional() }),
    response: SeriesDetails,
    summary: `A series with the videos the caller may see, ${LIST_PAGE} per page, starting at the video \`start\` if it is one of them. 404 if the caller may see none and doesn't own it`,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/series/{id}',
    access: 'creator',
    scope: 'MANAGE_OWN',
    params: IdParams,
    body: z.object({
      title: title.optional(),
      description: description.optional(),
      videoIds: videoIds.optional(),
    }),
    response: OrderedSeries,
    errorStatuses: [409],
    summary: "Update one's own series. `videoIds` is the complete order; omitted fields stay unchanged",
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/series/{id}',
    access: 'creator',
    scope: 'MANAGE_OWN',
    params: IdParams,
    summary: "Delete one's own series, or any as an admin. Its videos stay",
  }),
  ofVideo: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/series',
    access: 'public',
    scope: 'READ_OWN',
    params: IdParams,
    response: PlaceInSeries.nullable(),
    summary:
      'The position of a video in its series, with the ones before and after it. Null if it is in none',
  }),
};
