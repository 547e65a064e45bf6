import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ORDER_STATUSES } from '../orders/order-states.ts';
import { Currency, MAX_SEARCH, Cursor, Sentence, Timestamp, optionalText } from '../values.ts';

/** Counts on the admin go up to this; one more means "more than". */
export const MAX_COUNT = 1000;
const count = z
  .number()
  .int()
  .min(0)
  .max(MAX_COUNT + 1);

export const Overview = z.object({
  /** Uploads and imports that wait for review. */
  waitingReviews: count,
  waitingUploads: count,
  waitingImports: count,
  failedJobs: count,
  /** Paid or being prepared. */
  ordersToShip: count,
  /** Who joined in the last 7 days. */
  newPeople: count,
  waitingRequests: count,
  openReports: count,
  archived: count,
  /** What renditions encoded again while the server was idle take less than before. */
  bytesSaved: z.number().int().min(0),
});
export type Overview = z.infer<typeof Overview>;

/** How many days the overview can look back. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
/** How many of the latest and of the top it shows. */
export const OVERVIEW_ITEMS = 5;

export const Activity = z.object({
  /** Oldest first, today last; days are of UTC. */
  days: z.array(z.object({ day: z.iso.date(), views: z.number().int() })),
  /** By currency, the shop's own first; others only where these days had orders in them. */
  sales: z.array(
    z.object({
      currency: Currency,
      /** Paid and not cancelled. */
      orders: z.number().int(),
      /** Paid and not refunded. */
      total: z.number(),
      /** The same for each of `days`. */
      byDay: z.array(z.number()),
    }),
  ),
  /** The latest of all, whatever the days. */
  orders: z.array(
    z.object({
      id: z.number().int(),
      status: z.enum(ORDER_STATUSES),
      shippingName: z.string(),
      totalAmount: z.number(),
      currency: Currency,
      createdAt: Timestamp,
    }),
  ),
  comments: z.array(
    z.object({
      id: z.number().int(),
      text: z.string(),
      author: z.string(),
      videoId: z.number().int(),
      videoTitle: z.string(),
      /** Why it isn't public. */
      state: z.enum(['held', 'hidden']).nullable(),
      createdAt: Timestamp,
    }),
  ),
  /** Videos by their views of these days, most first. */
  clips: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      thumbnail: z.string().nullable(),
      views: z.number().int(),
    }),
  ),
});
export type Activity = z.infer<typeof Activity>;

/** What makes the site the owner's. */
export const CHECKLIST = ['name', 'logo', 'clip', 'mail', 'payments', 'legal', 'sample'] as const;
export const Checklist = z.object({
  dismissed: z.boolean(),
  done: z.record(z.enum(CHECKLIST), z.boolean()),
});
export type Checklist = z.infer<typeof Checklist>;

export const JOB_STATES = ['queued', 'running', 'failed', 'cancelled', 'done'] as const;
export const JobState = z.enum(JOB_STATES, 'Unknown state.');
export type JobState = z.infer<typeof JobState>;

export const AdminJob = z.object({
  id: z.string(),
  queue: z.string(),
  state: JobState,
  /** What it works on: `{ "videoId": 12 }`. */
  data: z.record(z.string(), z.unknown()),
  title: z.string().nullable(),
  /** While it runs, if it reports progress. */
  percent: z.number().int().nullable(),
  /** Why it failed, or why its last try did. */
  reason: Sentence.nullable(),
  tries: z.number().int(),
  /** Of a queued one that waits for its time. */
  runsAt: Timestamp.nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
});
export type AdminJob = z.infer<typeof AdminJob>;
export type AdminJobAnswer = z.input<typeof AdminJob>;

const JobParams = z.object({
  queue: z.string().regex(/^[\w.-]{1,100}$/, "This isn't a valid queue."),
  id: z.uuid("This isn't a valid ID."),
});

export const AuditEntry = z.object({
  id: z.number().int(),
  actor: z.string(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string().nullable(),
  /** A video's title, a person's username, a product's name; null: it has none, or was deleted. */
  label: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const CheckLine = z.object({
  name: z.string(),
  state: z.enum(['ok', 'off', 'warning', 'failed']),
  text: z.string().nullable(),
  /** What to do where it isn't fine. */
  advice: z.string().nullable(),
});
export type CheckLine = z.infer<typeof CheckLine>;

export const SettingInForce = z.object({
  name: z.string(),
  /** Of a secret no more than that it is set; of an address no user, password and query. */
  value: z.string().nullable(),
  source: z.enum(['environment', '.env', 'dashboard', 'default']),
});
export type SettingInForce = z.infer<typeof SettingInForce>;

const day = z.iso.date('Please enter a date such as 2026-11-21.').optional();
const AuditFilter = z.object({
  /** A username. */
  person: optionalText(MAX_SEARCH, { what: 'person' }),
  /** A type, `video`, or a single object, `video 12`. */
  thing: optionalText(MAX_SEARCH, { what: 'thing' }),
  from: day,
  to: day,
});

export const admin = {
  check: endpoint({
    method: 'GET',
    path: '/api/admin/check',
    access: 'admin',
    response: z.object({ lines: z.array(CheckLine), settings: z.array(SettingInForce) }),
    summary:
      'Test every connected service and list the settings in effect. Takes a few seconds if one is down',
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/overview',
    access: 'admin',
    response: Overview,
    summary: 'What is pending for admins',
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/admin/activity',
    access: 'admin',
    query: z.object({
      days: z
        .enum(['7', '30', '90'], 'Please choose 7, 30 or 90 days.')
        .transform((days) => PERIODS.find((each) => String(each) === days) ?? 30)
        .optional(),
    }),
    response: Activity,
    summary: 'Views and sales of the last days (default 30), top videos, latest orders and comments',
  }),
  checklist: endpoint({
    method: 'GET',
    path: '/api/admin/checklist',
    access: 'admin',
    response: Checklist,
    summary: 'Setup steps that remain',
  }),
  dismissChecklist: endpoint({
    method: 'POST',
    path: '/api/admin/checklist/dismiss',
    access: 'admin',
    summary: 'Dismiss the checklist for all admins',
  }),
  removeSample: endpoint({
    method: 'POST',
    path: '/api/admin/sample/remove',
    access: 'admin',
    fresh: true,
    response: z.object({
      videos: z.number().int(),
      people: z.number().int(),
      posts: z.number().int(),
      orders: z.number().int(),
    }),
    errorStatuses: [409],
    summary:
      'Permanently delete the sample videos, people, posts and orders, and nothing else. 409 while they are being created',
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/api/admin/jobs',
    access: 'admin',
    response: z.array(AdminJob),
    query: z.object({ state: JobState.optional(), cursor: Cursor.optional() }),
    summary:
      "Jobs: failed first, then running, queued, cancelled and done, 100 per page. X-Next-Cursor is the next page's cursor",
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/{queue}/{id}/retry',
    access: 'admin',
    params: JobParams,
    response: AdminJob,
    summary: 'Retry a failed or cancelled job. 409 in any other state',
  }),
  cancelJob: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/{queue}/{id}/cancel',
    access: 'admin',
    params: JobParams,
    response: AdminJob,
    summary: 'Cancel a queued or running job. 409 in any other state',
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    response: z.array(AuditEntry),
    query: AuditFilter.extend({ cursor: Cursor.optional() }),
    summary: "Admin actions, newest first, 100 per page. X-Next-Cursor is the next page's cursor",
  }),
  auditExport: endpoint({
    method: 'GET',
    path: '/api/admin/audit/export',
    access: 'admin',
    query: AuditFilter,
    produces: 'text/csv',
    summary: 'The whole audit log as CSV',
  }),
};
