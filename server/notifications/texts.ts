import type { I18n } from '@lingui/core';
import type { Language } from '#contract/text/languages.ts';
import { NOTIFICATION_EXCERPT, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { Notification } from '#contract/notifications/notifications.ts';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { msg } from '#contract/text/message.ts';
import { ownerTexts } from '#server/app/start/owner-texts.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import { approvalOf, decisionOf, reasonOf, rejectionOf, type ToEmail } from './email-texts.ts';
import type { NotificationRow } from './shown.store.ts';

/** The text of a notification, in its recipient's `i18n`: the same in the list, in emails and in pushes. */
export function toNotification(
  row: NotificationRow,
  i18n: I18n,
  settings: Pick<Settings, 'SITE_TAGLINE' | 'owner'>,
): Notification {
  const { kind } = row;
  const names = ownerTexts(settings, i18n.locale as Language);
  const category = row.category && names.name('videos', row.category).text;
  const { title, excerpt, href } = TEXTS[kind].text({ ...row, category }, i18n);
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

interface Texts {
  title: string;
  excerpt: string | null;
  href: string;
}

const shorten = (text: string): string =>
  text.length > NOTIFICATION_EXCERPT ? `${cutText(text, NOTIFICATION_EXCERPT)}…` : text;

/** "Ada", "Ada and Ben", "Ada and 4 others", "3 people". */
function who({ actors, count }: NotificationRow, i18n: I18n): string {
  const [first, second] = actors.map(({ name }) => name);
  if (first === undefined)
    return count > 1
      ? i18n._('{count, plural, one {# person} other {# people}}', { count })
      : i18n._('Someone');
  if (count <= 1) return first;
  if (count === 2 && second !== undefined) return i18n._('{first} and {second}', { first, second });
  const others = count - 1;
  return i18n._('{others, plural, one {{first} and # other} other {{first} and # others}}', {
    first,
    others,
  });
}

/** The text for each kind of subject. */
type BySubject = Record<'VIDEO' | 'COMMENT' | 'POST', string>;

const REPLIED: BySubject = {
  VIDEO: msg('{who} replied to your video'),
  COMMENT: msg('{who} replied to your comment'),
  POST: msg('{who} replied to your post'),
};
const MENTIONED: BySubject = {
  VIDEO: msg('{who} mentioned you in a video'),
  COMMENT: msg('{who} mentioned you in a comment'),
  POST: msg('{who} mentioned you in a post'),
};
const LIKED: BySubject = {
  VIDEO: msg('{count, plural, one {{who} liked your video} other {{who} liked your video}}'),
  COMMENT: msg('{count, plural, one {{who} liked your comment} other {{who} liked your comment}}'),
  POST: msg('{count, plural, one {{who} liked your post} other {{who} liked your post}}'),
};
const REPORTED: BySubject = {
  VIDEO: msg('{count, plural, one {A video was reported} other {A video was reported # times}}'),
  COMMENT: msg('{count, plural, one {A comment was reported} other {A comment was reported # times}}'),
  POST: msg('{count, plural, one {A post was reported} other {A post was reported # times}}'),
};
const forSubject = (texts: BySubject, { subject_type: type }: NotificationRow): string =>
  texts[type as keyof BySubject];

/** The page that shows its subject. */
function pathOf(row: NotificationRow): string {
  if (row.subject_type === 'COMMENT') return `/video/${row.video_id}?comment=${row.subject_id}`;
  if (row.subject_type === 'POST')
    return row.is_reply
      ? `/community/${row.first_id}?reply=${row.subject_id}`
      : `/community/${row.subject_id}`;
  return `/video/${row.video_id}`;
}

const onProfile = '/profile';

const ORDER_TEXTS: Record<OrderStatus, string> = {
  PENDING: msg('Your order {id} is waiting for payment'),
  PAID: msg('Your order {id} is paid'),
  PROCESSING: msg('Your order {id} is being prepared'),
  SHIPPED: msg('Your order {id} was shipped'),
  DELIVERED: msg('Your order {id} was delivered'),
  CANCELLED: msg('Your order {id} was cancelled'),
};

const titleOf = ({ video_title: title }: NotificationRow) => ({ title: title ?? '' });

interface KindTexts {
  text: (row: NotificationRow, i18n: I18n) => Texts;
  /** The link of its emails that switches them off, and the button if it isn't 'View'. */
  optOut: string;
  action?: string;
  email?: ToEmail;
}

export const TEXTS: Record<NotificationKind, KindTexts> = {
  REPLY: {
    text: (row, i18n) => ({
      title: i18n._(forSubject(REPLIED, row), { who: who(row, i18n) }),
      excerpt: row.text,
      href: pathOf(row),
    }),
    optOut: msg('No more emails about replies'),
    action: msg('Read and answer'),
  },
  MENTION: {
    text: (row, i18n) => ({
      title: i18n._(forSubject(MENTIONED, row), { who: who(row, i18n) }),
      excerpt: row.text,
      href: pathOf(row),
    }),
    optOut: msg('No more emails about mentions'),
    action: msg('Read and answer'),
  },
  FOLLOWER: {
    text: (row, i18n) => ({
      title: i18n._('{who} followed you', { who: who(row, i18n) }),
      excerpt: null,
      href: row.actors[0]?.username ? `/creators/${encodeURIComponent(row.actors[0].username)}` : onProfile,
    }),
    optOut: msg('No more emails about new followers'),
  },
  LIKE: {
    text: (row, i18n) => ({
      title: i18n._(forSubject(LIKED, row), { who: who(row, i18n), count: row.count }),
      excerpt: row.text ?? row.video_title,
      href: pathOf(row),
    }),
    optOut: msg('No more emails about likes'),
  },
  CLIP_APPROVED: {
    text: (row, i18n) => ({
      title:
        row.note === null
          ? i18n._('Your video "{title}" is approved', titleOf(row))
          : i18n._('Your changes to "{title}" were approved', titleOf(row)),
      excerpt: null,
      href: pathOf(row),
    }),
    optOut: msg('No more emails about approved videos'),
    action: msg('Watch video'),
    email: approvalOf,
  },
  CLIP_REJECTED: {
    text: (row, i18n) => ({
      title:
        row.since === null
          ? i18n._('Your video "{title}" wasn\'t approved', titleOf(row))
          : i18n._('Your changes to "{title}" weren\'t approved', titleOf(row)),
      excerpt: reasonOf(row, i18n),
      href: onProfile,
    }),
    optOut: msg('No more emails about rejected videos'),
    action: msg('View profile'),
    email: rejectionOf,
  },
  CLIP_READY: {
    text: (row, i18n) => ({
      title: i18n._('Your video "{title}" is ready', titleOf(row)),
      excerpt: null,
      href: pathOf(row),
    }),
    optOut: msg('No more emails about videos that are ready'),
    action: msg('Watch video'),
  },
  CLIP_PUBLISHED: {
    text: (row, i18n) => ({
      title:
        row.actors.length > 0
          ? i18n._('{who} published "{title}"', { who: who(row, i18n), ...titleOf(row) })
          : i18n._('New in {category}: "{title}"', { category: row.category, ...titleOf(row) }),
      excerpt: null,
      href: pathOf(row),
    }),
    optOut: msg('No more emails about new videos from people you follow'),
    action: msg('Watch video'),
  },
  UPGRADE_DECIDED: {
    text: ({ note }, i18n) => ({
      title:
        note === null ? i18n._("You're a content creator now") : i18n._('Your creator request was declined'),
      excerpt: note,
      href: note === null ? onProfile : '/settings',
    }),
    optOut: msg('No more emails about your creator request'),
    action: msg('Go to the site'),
    email: decisionOf,
  },
  ORDER_STATUS: {
    text: (row, i18n) => ({
      title: i18n._(ORDER_TEXTS[row.note as OrderStatus], { id: String(row.subject_id) }),
      excerpt: null,
      href: `/order-confirmation/${row.subject_id}`,
    }),
    optOut: msg('No more emails about your orders'),
  },
  REPORT_DECIDED: {
    text: ({ act }, i18n) => ({
      title: i18n._('Your report was reviewed'),
      excerpt:
        act === 'DISMISS'
          ? i18n._('We reviewed your report and found no violation of the rules.')
          : i18n._('The content you reported was removed.'),
      href: '/notifications',
    }),
    optOut: msg('No more emails about your reports'),
  },
  REVIEW_WAITING: {
    text: (row, i18n) => ({
      title: i18n._('"{title}" is waiting for review', titleOf(row)),
      excerpt: row.actors[0]?.name ?? null,
      href: '/admin?tab=submissions',
    }),
    optOut: msg('No more emails about videos waiting for review'),
  },
  CLIP_EDITED: {
    text: (row, i18n) => ({
      title: i18n._('{who} edited "{title}"', { who: who(row, i18n), ...titleOf(row) }),
      excerpt: null,
      href: pathOf(row),
    }),
    optOut: msg('No more emails about edited videos'),
  },
  JOB_FAILED: {
    text: ({ note: job, count }, i18n) => ({
      title: i18n._('{count, plural, one {A background job failed} other {# background jobs failed}}', {
        count,
      }),
      excerpt: job,
      href: '/admin?tab=jobs',
    }),
    optOut: msg('No more emails about failed jobs'),
  },
  STOCK_LOW: {
    text: ({ note: product }, i18n) => ({
      title: i18n._('{product} is low on stock', { product }),
      excerpt: null,
      href: '/admin-orders?tab=products',
    }),
    optOut: msg('No more emails about low stock'),
  },
  REPORT_NEW: {
    text: (row, i18n) => ({
      title: i18n._(forSubject(REPORTED, row), { count: row.count }),
      excerpt: row.text ?? row.video_title,
      href: '/admin?tab=reports',
    }),
    optOut: msg('No more emails about new reports'),
  },
};
