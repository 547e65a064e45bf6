import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Cursor, Id, Sentence, Timestamp } from '../values.ts';
import { msg } from '../text/message.ts';
import { EMAIL_FREQUENCIES, NOTIFICATION_GROUP_NAMES, NOTIFICATION_KINDS } from './kinds.ts';

const Kind = z.enum(NOTIFICATION_KINDS);

/** Who did it. `username` is null for guests and deleted accounts. */
export const Actor = z.object({
  username: z.string().nullable(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
});
export type Actor = z.infer<typeof Actor>;

export const Notification = z.object({
  id: z.number().int(),
  kind: Kind,
  /** The number of people or items it combines. */
  count: z.number().int(),
  /** Three of them at most, the latest first. */
  actors: z.array(Actor),
  /** A sentence. */
  title: z.string(),
  /** Of the text that it is about. */
  excerpt: z.string().nullable(),
  /** Where it leads, on this site. */
  href: z.string(),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** What `event: unread` of the stream carries. */
export const Unread = z.object({ unread: z.number().int() });
export type Unread = z.infer<typeof Unread>;

const KindPreferences = z.object({
  kind: Kind,
  site: z.boolean(),
  email: z.enum(EMAIL_FREQUENCIES),
  push: z.boolean(),
});
export type KindPreferences = z.infer<typeof KindPreferences>;

export const NotificationPreferences = z.object({
  /** Of every kind that can reach this person. */
  ways: z.array(KindPreferences),
  /** Where emails go; null: there is no address. */
  email: z.string().nullable(),
  /** Why emails to this address are paused until the person confirms it again; null: they aren't. */
  emailFailure: z.object({ at: Timestamp, reason: Sentence }).nullable(),
  /** Browsers that get pushes. */
  pushDevices: z.number().int(),
  /** The browser's push service reported the subscription as expired, and it was removed. */
  pushFailedAt: Timestamp.nullable(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;
export type NotificationPreferencesAnswer = z.input<typeof NotificationPreferences>;

/** Why a push address is rejected: always the same message, so as not to reveal the network around the site. */
export const NO_PUSH_ENDPOINT = msg('Push notifications require a public https address from the browser.');

/** Where a browser's push service takes messages for it. */
const PushEndpoint = z
  .string(NO_PUSH_ENDPOINT)
  .max(1000, NO_PUSH_ENDPOINT)
  .regex(/^[\x21-\x7E]+$/, NO_PUSH_ENDPOINT);

/** What a signed link of an email switches off; DAILY: the email of the day. */
export const EmailSubscription = z.object({
  kind: z.enum([...NOTIFICATION_KINDS, 'DAILY']),
  off: z.boolean(),
});
export type EmailSubscription = z.infer<typeof EmailSubscription>;

const Token = z.object({ token: z.string().min(1).max(300) });

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/me/notifications',
    access: 'user',
    query: z.object({
      cursor: Cursor.optional(),
      unread: z.enum(['true', 'false']).optional(),
      group: z.enum(NOTIFICATION_GROUP_NAMES).optional(),
    }),
    response: z.array(Notification),
    answerHeaders: ['X-Next-Cursor', 'X-Unread'],
    summary: 'Notifications, latest first, 30 per page. Likes of the same item within an hour are grouped',
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/me/notifications/read',
    access: 'user',
    body: z.union(
      [z.strictObject({ ids: z.array(Id).min(1).max(500) }), z.strictObject({ all: z.literal(true) })],
      msg('Please provide notification ids, or all: true.'),
    ),
    response: Unread,
    summary: 'Mark some or all as read. Returns how many are unread',
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/me/events',
    access: 'user',
    produces: 'text/event-stream',
    headers: ['Last-Event-ID'],
    errorStatuses: [429],
    summary:
      'Server-sent events: `notification` for each new or updated notification, and `unread` with {unread} as it changes. Each has an ID, and Last-Event-ID resumes after it. Ends with the session. At most 10 per person',
  }),
  ways: endpoint({
    method: 'GET',
    path: '/api/me/notification-ways',
    access: 'user',
    response: NotificationPreferences,
    summary: 'The channels of each kind of notification',
  }),
  saveWays: endpoint({
    method: 'PUT',
    path: '/api/me/notification-ways',
    access: 'user',
    body: z.strictObject({
      /** What is left out stays as it is. */
      ways: z
        .array(KindPreferences.partial().required({ kind: true }).strict())
        .max(NOTIFICATION_KINDS.length * 2)
        .optional(),
      /** Emails may go out again after one came back. */
      emailWorks: z.literal(true).optional(),
    }),
    response: NotificationPreferences,
    summary: 'Choose the channels of some kinds',
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/me/push-subscriptions',
    access: 'user',
    status: 201,
    body: z.object({
      endpoint: PushEndpoint,
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{87}=?$/, "This isn't a valid browser key."),
        auth: z.string().regex(/^[\w-]{22}(==)?$/, "This isn't a valid browser key."),
      }),
      expirationTime: z.number().nullish(),
    }),
    response: z.object({ pushDevices: z.number().int() }),
    errorStatuses: [409, 429],
    summary:
      'Subscribe this browser to push notifications (PushSubscription.toJSON()) until this session ends. Only https endpoints at public addresses',
  }),
  unsubscribePush: endpoint({
    method: 'DELETE',
    path: '/api/me/push-subscriptions',
    access: 'user',
    body: z.object({ endpoint: PushEndpoint }),
    summary: 'Unsubscribe this browser from push notifications',
  }),
  askUnsubscribe: endpoint({
    method: 'GET',
    path: '/api/unsubscribe',
    access: 'public',
    anonymous: true,
    query: Token,
    response: EmailSubscription,
    errorStatuses: [410],
    summary: 'What the signed unsubscribe link of an email turns off. Changes nothing',
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/unsubscribe',
    access: 'public',
    anonymous: true,
    query: Token,
    response: EmailSubscription,
    errorStatuses: [410],
    summary: 'Unsubscribe from one kind of email with its signed link, without signing in (RFC 8058)',
  }),
};
