import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../values.ts';

/** Where a viewer came from. LINK and EMBED are other sites, OTHER is unknown. */
export const VIEW_SOURCES = ['HOME', 'FEED', 'SEARCH', 'CREATOR', 'LINK', 'EMBED', 'OTHER'] as const;
export const ViewSource = z.enum(VIEW_SOURCES);
export type ViewSource = z.infer<typeof ViewSource>;

const sourceName = z
  .string()
  .max(20)
  .transform((word) => word.toUpperCase())
  .pipe(ViewSource);

/**
 * The origin of a view, all fields optional. An embedded player sends EMBED, and is counted without a cookie.
 * `referrer`: the previous URL, of which only the host or the search terms are stored.
 */
export const ViewOrigin = z.object({
  source: sourceName.optional(),
  referrer: z.string().max(2000).nullish(),
});
export type ViewOrigin = z.output<typeof ViewOrigin>;

/** Below this many viewers no curve is returned, as it would reveal individuals. */
export const MIN_CURVE_VIEWERS = 10;

/**
 * The player went from one tenth of the video to another; `after` -1: it just started. An embedded one sends
 * EMBED here, too.
 */
export const Progress = z
  .object({
    after: z.number().int().min(-1).max(9),
    reached: z.number().int().min(0).max(10),
    source: sourceName.optional(),
  })
  .refine(({ after, reached }) => reached > after, 'reached must be after after.');
export type Progress = z.output<typeof Progress>;

export const PERIODS = ['7', '28', '90', 'all'] as const;
export const Period = z.enum(PERIODS);
export type Period = z.infer<typeof Period>;

export const Statistics = z.object({
  totals: z.object({
    views: z.number().int(),
    likes: z.number().int(),
    comments: z.number().int(),
    /** Gained minus lost; null for a single video. */
    followers: z.number().int().nullable(),
  }),
  /** Every day of the time, oldest first, by UTC. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      views: z.number().int(),
      likes: z.number().int(),
      comments: z.number().int(),
      followers: z.number().int(),
    }),
  ),
  /** The most first. `host`: the other site of LINK and EMBED. */
  sources: z.array(z.object({ source: ViewSource, host: z.string().nullable(), views: z.number().int() })),
  /** What viewers searched for, the most first. */
  phrases: z.array(z.object({ phrase: z.string(), views: z.number().int() })),
  /** How many per cent of the viewers reached each tenth of the video; null: too few yet. */
  curve: z.array(z.object({ tenth: z.number().int(), percent: z.number() })).nullable(),
});
export type Statistics = z.infer<typeof Statistics>;

const StatisticsQuery = z.object({ days: Period.optional(), videoId: Id.optional() });
export type StatisticsQuery = z.output<typeof StatisticsQuery>;

export const statistics = {
  get: endpoint({
    method: 'GET',
    path: '/api/me/statistics',
    access: 'creator',
    scope: 'READ_OWN',
    query: StatisticsQuery,
    response: Statistics,
    summary:
      "Statistics of the caller's videos, or of one, for the last 7, 28 (default) or 90 days, or all time",
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/me/statistics.csv',
    access: 'creator',
    scope: 'READ_OWN',
    query: StatisticsQuery,
    produces: 'text/csv',
    summary: 'Daily statistics as CSV: day, views, likes, comments, followers',
  }),
};
