import { NOTIFICATION_EXCERPT, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { Notification } from '#contract/notifications/notifications.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { profileImageUrl } from '#server/app/http/media-url.ts';
import type { NotificationRow } from './shown.store.ts';

/** The words of a notification: the same in the list, in emails and in pushes. */
export function toNotification(row: NotificationRow): Notification {
  const kind = row.kind as NotificationKind;
  const { title, excerpt, href } = WORDS[kind](row);
  return {
    id: row.id,
    kind,
    count: row.count,
    actors: row.actors.map(({ username, name, image }) => ({
      username,
      displayName: name,
      profileImageUrl: profileImageUrl(image),
    })),
    title,
    excerpt: excerpt === null ? null : shorten(excerpt),
    href,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}

interface Words {
  title: string;
  excerpt: string | null;
  href: string;
}

const shorten = (text: string): string =>
  text.length > NOTIFICATION_EXCERPT ? `${cutText(text, NOTIFICATION_EXCERPT)}…` : text;

/** "Ada", "Ada and Ben", "Ada and 4 others", "3 people". */
function who({ actors, count }: NotificationRow): string {
  const [first, second] = actors.map(({ name }) => name);
  if (first === undefined) return count > 1 ? `${count} people` : 'Somebody';
  if (count <= 1) return first;
  if (count === 2) return second === undefined ? `${first} and 1 other` : `${first} and ${second}`;
  return `${first} and ${count - 1} others`;
}

const quoted = ({ video_title: title }: NotificationRow): string => `"${title ?? ''}"`;
const THINGS: Record<string, string> = { VIDEO: 'clip', COMMENT: 'comment', POST: 'post' };
const thing = ({ subject_type: type }: NotificationRow): string => THINGS[type ?? ''] ?? 'thing';

/** Where the thing that it is about is seen. */
function placeOf(row: NotificationRow): string {
  if (row.subject_type === 'COMMENT') return `/video/${row.video_id}?comment=${row.subject_id}`;
  if (row.subject_type === 'POST')
    return row.is_reply
      ? `/community/${row.first_id}?reply=${row.subject_id}`
      : `/community/${row.subject_id}`;
  return `/video/${row.video_id}`;
}

const onProfile = '/profile';

const ORDER_WORDS: Record<string, string> = {
  PENDING: 'waits for its payment',
  PAID: 'is paid',
  PROCESSING: 'is being prepared',
  SHIPPED: 'was shipped',
  DELIVERED: 'was delivered',
  CANCELLED: 'was cancelled',
};

const WORDS: Record<NotificationKind, (row: NotificationRow) => Words> = {
  REPLY: (row) => ({
    title: `${who(row)} replied to your ${thing(row)}`,
    excerpt: row.text,
    href: placeOf(row),
  }),
  MENTION: (row) => ({
    title: `${who(row)} mentioned you in a ${thing(row)}`,
    excerpt: row.text,
    href: placeOf(row),
  }),
  FOLLOWER: (row) => ({
    title: `${who(row)} follows you`,
    excerpt: null,
    href: row.actors[0]?.username ? `/creators/${encodeURIComponent(row.actors[0].username)}` : onProfile,
  }),
  LIKE: (row) => ({
    title: `${who(row)} liked your ${thing(row)}`,
    excerpt: row.text ?? row.video_title,
    href: placeOf(row),
  }),
  CLIP_APPROVED: (row) => ({
    title:
      row.note === null
        ? `Your video ${quoted(row)} is approved`
        : `Your change of ${quoted(row)} is approved`,
    excerpt: null,
    href: placeOf(row),
  }),
  CLIP_REJECTED: (row) => ({
    title: `Your video ${quoted(row)} was not approved`,
    excerpt: row.note,
    href: onProfile,
  }),
  CLIP_READY: (row) => ({ title: `Your video ${quoted(row)} is ready`, excerpt: null, href: placeOf(row) }),
  CLIP_PUBLISHED: (row) => ({
    title:
      row.actors.length > 0
        ? `${who(row)} published ${quoted(row)}`
        : `New in ${row.category}: ${quoted(row)}`,
    excerpt: null,
    href: placeOf(row),
  }),
  UPGRADE_DECIDED: ({ note }) => ({
    title: note === null ? 'You are a content creator now' : 'Your creator request was declined',
    excerpt: note,
    href: note === null ? onProfile : '/settings',
  }),
  ORDER_STATUS: (row) => ({
    title: `Your order ${row.subject_id} ${ORDER_WORDS[row.note ?? ''] ?? 'has changed'}`,
    excerpt: null,
    href: `/order-confirmation/${row.subject_id}`,
  }),
  REPORT_DECIDED: ({ act }) => ({
    title: 'Your report was looked at',
    excerpt:
      act === 'DISMISS'
        ? 'What you reported is within the rules, and stays.'
        : 'What you reported was taken down.',
    href: '/notifications',
  }),
  REVIEW_WAITING: (row) => ({
    title: `${quoted(row)} waits for review`,
    excerpt: row.actors[0]?.name ?? null,
    href: '/admin?tab=submissions',
  }),
  CLIP_EDITED: (row) => ({
    title: `${who(row)} edited ${quoted(row)}`,
    excerpt: null,
    href: placeOf(row),
  }),
  JOB_FAILED: ({ note, count }) => ({
    title: count > 1 ? `${count} jobs of ${note} failed` : `A job of ${note} failed`,
    excerpt: null,
    href: '/admin?tab=jobs',
  }),
  REPORT_NEW: (row) => ({
    title: `A ${thing(row)} was reported${row.count > 1 ? ` ${row.count} times` : ''}`,
    excerpt: row.text ?? row.video_title,
    href: '/admin?tab=reports',
  }),
};
