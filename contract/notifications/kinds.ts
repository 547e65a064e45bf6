/** How an email about something may reach a person. */
export const EMAIL_WAYS = ['NONE', 'AT_ONCE', 'DAILY'] as const;
export type EmailWay = (typeof EMAIL_WAYS)[number];

export interface Ways {
  /** In the list of the site, with the bell. */
  site: boolean;
  email: EmailWay;
  /** On the devices that the person switched it on for. */
  push: boolean;
}

const SITE: Ways = { site: true, email: 'NONE', push: false };
const SITE_AND_EMAIL: Ways = { site: true, email: 'AT_ONCE', push: false };

/** What is told, and the ways by which it reaches whoever chose none. */
export const NOTIFICATION_WAYS = {
  REPLY: SITE_AND_EMAIL,
  MENTION: SITE_AND_EMAIL,
  FOLLOWER: SITE,
  LIKE: SITE,
  CLIP_APPROVED: SITE_AND_EMAIL,
  CLIP_REJECTED: SITE_AND_EMAIL,
  CLIP_READY: SITE,
  CLIP_PUBLISHED: SITE,
  UPGRADE_DECIDED: SITE_AND_EMAIL,
  // an order's receipts are emails of their own, which nobody switches off
  ORDER_STATUS: SITE,
  REPORT_DECIDED: SITE_AND_EMAIL,
  REVIEW_WAITING: SITE,
  CLIP_EDITED: SITE,
  JOB_FAILED: SITE,
  REPORT_NEW: SITE,
} as const satisfies Record<string, Ways>;

export type NotificationKind = keyof typeof NOTIFICATION_WAYS;

export const NOTIFICATION_KINDS = [
  'REPLY',
  'MENTION',
  'FOLLOWER',
  'LIKE',
  'CLIP_APPROVED',
  'CLIP_REJECTED',
  'CLIP_READY',
  'CLIP_PUBLISHED',
  'UPGRADE_DECIDED',
  'ORDER_STATUS',
  'REPORT_DECIDED',
  'REVIEW_WAITING',
  'CLIP_EDITED',
  'JOB_FAILED',
  'REPORT_NEW',
] as const satisfies NotificationKind[];

/** For whoever runs the site alone. */
export const ADMIN_KINDS = [
  'REVIEW_WAITING',
  'CLIP_EDITED',
  'JOB_FAILED',
  'REPORT_NEW',
] as const satisfies NotificationKind[];

/** What the page narrows its list down to. */
export const NOTIFICATION_GROUPS = {
  conversation: ['REPLY', 'MENTION'],
  people: ['FOLLOWER', 'LIKE'],
  clips: ['CLIP_APPROVED', 'CLIP_REJECTED', 'CLIP_READY', 'CLIP_PUBLISHED'],
  other: ['UPGRADE_DECIDED', 'ORDER_STATUS', 'REPORT_DECIDED'],
  site: ['REVIEW_WAITING', 'CLIP_EDITED', 'JOB_FAILED', 'REPORT_NEW'],
} as const satisfies Record<string, NotificationKind[]>;
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;

/** A page of the list. */
export const NOTIFICATIONS_PAGE = 30;
/** The bell counts no further. */
export const MAX_UNREAD = 200;
/** Streams of events that one person has open, in all processes together. */
export const MAX_EVENT_STREAMS = 10;
/** Devices of one person that get pushes. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;
/** Who is named of those who did it. */
export const MAX_ACTORS = 3;
/** What is left of a text that it is about. */
export const NOTIFICATION_EXCERPT = 200;
