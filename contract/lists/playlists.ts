import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Cursor, Id, IdParams, Limit, line, optionalText, Timestamp } from '../values.ts';
import { Video } from '../videos/videos.ts';

/** Playlists of one person, and videos in one of them. */
export const MAX_PLAYLISTS = 100;
export const MAX_PLAYLIST_ITEMS = 2000;
export const MAX_LIST_TITLE = 120;
export const MAX_LIST_DESCRIPTION = 2000;
/** Maximum of a person's watch-later list, also of a guest's in the browser. */
export const MAX_WATCH_LATER = 1000;
export const MAX_GUEST_WATCH_LATER = 50;
/** Videos per page of a list; default and maximum. */
export const LIST_PAGE = 60;
export const MAX_LIST_PAGE = 200;

export const PLAYLIST_VISIBILITIES = ['PRIVATE', 'PUBLIC'] as const;
const Visibility = z.enum(PLAYLIST_VISIBILITIES, 'visibility must be PRIVATE or PUBLIC.');

export const Playlist = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  /** The owner's display name, and the username. */
  creator: z.string(),
  creatorUsername: z.string(),
  avatar: z.string().nullable(),
  /** Videos in it that the caller may see. */
  count: z.number().int(),
  /** The picture of the first of them. */
  thumbnail: z.string().nullable(),
  placeholder: z.string().nullable(),
  /** Whether it contains the requested `videoId`; null: none was given. */
  hasVideo: z.boolean().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Playlist = z.infer<typeof Playlist>;

/** A video in a playlist. */
export const PlaylistItem = Video.extend({
  videoId: z.number().int(),
  /** Its place among those that the caller may see, from 0. */
  position: z.number().int(),
});
export type PlaylistItem = z.infer<typeof PlaylistItem>;

export const PlaylistDetails = Playlist.extend({
  items: z.array(PlaylistItem),
  /** Where the items go on; null: these are all. */
  nextCursor: Cursor.nullable(),
});
export type PlaylistDetails = z.infer<typeof PlaylistDetails>;

const title = line(MAX_LIST_TITLE, { what: 'title' });
const description = optionalText(MAX_LIST_DESCRIPTION, { what: 'description' });

export const NewPlaylist = z.object({ title, description, visibility: Visibility.optional() });
export type NewPlaylist = z.output<typeof NewPlaylist>;

/** What is given is changed; what is left out stays. */
export const PlaylistChange = z.object({
  title: title.optional(),
  description: description.optional(),
  visibility: Visibility.optional(),
});
export type PlaylistChange = z.output<typeof PlaylistChange>;

const part = { cursor: Cursor.optional(), limit: Limit.optional() };
const VideoId = z.object({ videoId: Id });

export const playlists = {
  list: endpoint({
    method: 'GET',
    path: '/api/playlists',
    access: 'user',
    scope: 'READ_OWN',
    query: z.object({ videoId: Id.optional() }),
    response: z.array(Playlist),
    summary: "The caller's playlists, latest change first. `videoId` marks those that contain this video",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/playlists',
    access: 'user',
    scope: 'MANAGE_OWN',
    status: 201,
    body: NewPlaylist,
    response: Playlist,
    errorStatuses: [409, 429],
    summary: `Create a playlist, private by default. At most ${MAX_PLAYLISTS}`,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/playlists/{id}',
    access: 'public',
    scope: 'READ_OWN',
    params: IdParams,
    query: z.object({ ...part, start: Id.optional() }),
    response: PlaylistDetails,
    summary: `A playlist with the videos the caller may see, ${LIST_PAGE} per page, starting at the video \`start\` if it is one of them. Private ones are visible only to their owner`,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/playlists/{id}',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    body: PlaylistChange,
    response: Playlist,
    summary: "Update the title, description or visibility of one's own playlist",
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/playlists/{id}',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    summary: "Delete one's own playlist, or another member's public one as an admin",
  }),
  place: endpoint({
    method: 'POST',
    path: '/api/playlists/{id}/items',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams,
    body: z.object({
      videoId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
      position: z.number().int().min(0).max(1_000_000).optional(),
    }),
    response: Playlist,
    errorStatuses: [409, 429],
    summary: `Add a video to one's own playlist at \`position\` (from 0) or at the end, or move it there. At most ${MAX_PLAYLIST_ITEMS}`,
  }),
  take: endpoint({
    method: 'DELETE',
    path: '/api/playlists/{id}/items/{videoId}',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: IdParams.extend(VideoId.shape),
    summary: "Remove a video from one's own playlist. Idempotent",
  }),
  watchLater: endpoint({
    method: 'GET',
    path: '/api/me/watch-later',
    access: 'user',
    scope: 'READ_OWN',
    query: z.object(part),
    response: z.array(Video),
    summary: `The caller's Watch later list, latest first, ${LIST_PAGE} per page. X-Next-Cursor is the next page's cursor`,
  }),
  watchLaterIds: endpoint({
    method: 'GET',
    path: '/api/me/watch-later/ids',
    access: 'user',
    scope: 'READ_OWN',
    response: z.array(z.number().int()),
    summary: 'All IDs of the Watch later list',
  }),
  keepForLater: endpoint({
    method: 'PUT',
    path: '/api/me/watch-later/{videoId}',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: VideoId,
    errorStatuses: [409, 429],
    summary: `Save a video to Watch later. Idempotent. At most ${MAX_WATCH_LATER}`,
  }),
  dropFromLater: endpoint({
    method: 'DELETE',
    path: '/api/me/watch-later/{videoId}',
    access: 'user',
    scope: 'MANAGE_OWN',
    params: VideoId,
    summary: 'Remove a video from Watch later. Idempotent',
  }),
  joinLater: endpoint({
    method: 'POST',
    path: '/api/me/watch-later',
    access: 'user',
    body: z.object({
      videoIds: z
        .array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER))
        .max(MAX_GUEST_WATCH_LATER, rule`Please send no more than ${MAX_GUEST_WATCH_LATER} videos.`),
    }),
    errorStatuses: [429],
    summary:
      "Save the videos a guest saved in the browser, latest first. Those that aren't visible or don't fit are skipped",
  }),
};
