/** How an email about something may reach a person. */
export const EMAIL_FREQUENCIES = ['NONE', 'AT_ONCE', 'DAILY'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

interface Channels {
  /** In the list of the site, with the bell. */
  site: boolean;
  email: EmailFrequency;
  /** On the devices that the person switched it on for. */
  push: boolean;
}

/** What the page narrows its list down to; 'site' is for admins alone. */
export const NOTIFICATION_GROUP_NAMES = ['conversation', 'people', 'clips', 'other', 'site'] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUP_NAMES)[number];

/**
 * What people are notified about, with its group and whether it is emailed by default. A new kind is added here, to the
 * check of `notifications.kind` (0010_notifications.sql), and to KINDS (server/notifications/kinds.store.ts), TEXTS
 * (server/notifications/texts.ts) and KINDS (web/notifications/kinds.ts), as the compiler reports; kinds.test.ts
 * requires a test that triggers it.
 */
const NOTIFICATIONS = {
  REPLY: { group: 'conversation', email: 'AT_ONCE' },
  MENTION: { group: 'conversation', email: 'AT_ONCE' },
  FOLLOWER: { group: 'people', email: 'NONE' },
  LIKE: { group: 'people', email: 'NONE' },
  CLIP_APPROVED: { group: 'clips', email: 'AT_ONCE' },
  CLIP_REJECTED: { group: 'clips', email: 'AT_ONCE' },
  CLIP_READY: { group: 'clips', email: 'NONE' },
  CLIP_PUBLISHED: { group: 'clips', email: 'NONE' },
  UPGRADE_DECIDED: { group: 'other', email: 'AT_ONCE' },
  // an order's receipts are separate emails that can't be turned off
  ORDER_STATUS: { group: 'other', email: 'NONE' },
  REPORT_DECIDED: { group: 'other', email: 'AT_ONCE' },
  REVIEW_WAITING: { group: 'site', email: 'NONE' },
  CLIP_EDITED: { group: 'site', email: 'NONE' },
  JOB_FAILED: { group: 'site', email: 'NONE' },
  REPORT_NEW: { group: 'site', email: 'NONE' },
  STOCK_LOW: { group: 'site', email: 'AT_ONCE' },
} as const satisfies Record<string, { group: NotificationGroup; email: EmailFrequency }>;

export type NotificationKind = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[];

export const kindsOfGroup = (group: NotificationGroup): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind].group === group);

/** For the site's operators only. */
export const ADMIN_KINDS = kindsOfGroup('site');

/** The default channels. */
export const defaultChannels = (kind: NotificationKind): Channels => ({
  site: true,
  email: NOTIFICATIONS[kind].email,
  push: false,
});

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
