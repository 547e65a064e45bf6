import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Cursor, Id, IdParams, Limit, Timestamp, optionalSearchText } from '../values.ts';
import { Video } from '../videos/videos.ts';

/** Default page size of the history, and the largest. */
export const HISTORY_PAGE = 30;
export const MAX_HISTORY_PAGE = 120;
/** Entries in `GET /api/me/progress`. */
export const MAX_PROGRESS = 500;

/** How far the caller watched a video, in seconds from its beginning. */
export const WatchProgress = z.object({ videoId: z.number().int(), seconds: z.number() });
export type WatchProgress = z.infer<typeof WatchProgress>;

export const HistoryEntry = Video.extend({ watchedAt: Timestamp, seconds: z.number() });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const history = {
  save: endpoint({
    method: 'PUT',
    path: '/api/videos/{id}/progress',
    access: 'user',
    params: IdParams,
    body: z.object({ seconds: z.number().min(0).max(1_000_000) }),
    errorStatuses: [429],
    summary:
      'Save how far the caller watched a video, capped at its duration. Stores nothing while the history is paused',
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/me/progress',
    access: 'user',
    scope: 'READ_OWN',
    response: z.array(WatchProgress),
    summary: `How far the caller watched videos, latest first, at most ${MAX_PROGRESS}`,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/me/history',
    access: 'user',
    scope: 'READ_OWN',
    query: z.object({ q: optionalSearchText(), cursor: Cursor.optional(), limit: Limit.optional() }),
    response: z.array(HistoryEntry),
    summary: `Videos the caller watched, latest first, ${HISTORY_PAGE} per page. With q, those whose title or creator contains it. X-Next-Cursor is the next page's cursor`,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/me/history',
    access: 'user',
    summary: "Clear the caller's history",
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/me/history/{videoId}',
    access: 'user',
    params: z.object({ videoId: Id }),
    summary: "Remove a video from the caller's history",
  }),
};
