import type { I18n } from '@lingui/core';
import type { NotificationKind } from '#contract/notifications/kinds.ts';
import { msg } from '#contract/text/message.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { NotificationRow } from './shown.store.ts';
import { reasonOf, toNotification } from './words.ts';

type Site = Pick<Settings, 'SITE_NAME' | 'PUBLIC_URL' | 'SITE_TAGLINE' | 'owner'>;

interface One {
  row: NotificationRow;
  to: { username: string };
  /** Of the page that switches these emails off. */
  unsubscribe: string;
}

/** The link that switches emails off. */
const NO_MORE: Record<NotificationKind, string> = {
  REPLY: msg('No more emails about replies'),
  MENTION: msg('No more emails about mentions'),
  FOLLOWER: msg('No more emails about new followers'),
  LIKE: msg('No more emails about likes'),
  CLIP_APPROVED: msg('No more emails about approved videos'),
  CLIP_REJECTED: msg('No more emails about rejected videos'),
  CLIP_READY: msg('No more emails about videos that are ready'),
  CLIP_PUBLISHED: msg('No more emails about new videos of those you follow'),
  UPGRADE_DECIDED: msg('No more emails about your creator request'),
  ORDER_STATUS: msg('No more emails about your orders'),
  REPORT_DECIDED: msg('No more emails about your reports'),
  REVIEW_WAITING: msg('No more emails about videos that wait for review'),
  CLIP_EDITED: msg('No more emails about edited videos'),
  JOB_FAILED: msg('No more emails about failed jobs'),
  REPORT_NEW: msg('No more emails about new reports'),
};

const ACTIONS: Partial<Record<NotificationKind, string>> = {
  REPLY: msg('Read and answer'),
  UPGRADE_DECIDED: msg('Go to the site'),
  MENTION: msg('Read and answer'),
  CLIP_APPROVED: msg('Watch it'),
  CLIP_READY: msg('Watch it'),
  CLIP_PUBLISHED: msg('Watch it'),
  CLIP_REJECTED: msg('Open your profile'),
};

/** What is said of some things beyond their title; null: their excerpt is. */
function paragraphsOf({ row, to }: One, site: string, i18n: I18n): string[] | null {
  const title = row.video_title ?? '';
  const { username } = to;
  if (row.kind === 'CLIP_APPROVED' && row.note !== null)
    return [i18n._('What you changed of "{title}" passed review, and is on its page now.', { title })];
  if (row.kind === 'CLIP_APPROVED')
    return [i18n._('"{title}" passed review and is now on {site} for everyone to watch.', { title, site })];
  if (row.kind === 'CLIP_REJECTED') return rejectionOf(row, title, i18n);
  if (row.kind !== 'UPGRADE_DECIDED') return null;
  if (row.note === null)
    return [
      i18n._(
        'Hello {username}, your request was granted. Upload or record your first video: the button is on the home page.',
        { username },
      ),
    ];
  return [
    i18n._('Hello {username}, your request to become a content creator was not granted. The reason:', {
      username,
    }),
    row.note,
    i18n._('You can ask again any time in your settings.'),
  ];
}

function rejectionOf(row: NotificationRow, title: string, i18n: I18n): string[] {
  const reason = reasonOf(row, i18n);
  const why =
    reason === null ? i18n._('The reviewer gave no reason.') : i18n._('The reason: {reason}', { reason });
  if (row.since !== null)
    return [
      i18n._('What you changed of "{title}" did not pass review. The video stays as it was.', { title }),
      why,
    ];
  return [
    i18n._('"{title}" did not pass review.', { title }),
    why,
    i18n._('You can change it and submit it again from your profile; it stays the same submission.'),
  ];
}

/** What stands over some of them instead of the title. */
function topOf({ row }: One, site: string, i18n: I18n): { subject?: string; heading?: string } {
  if (row.kind === 'CLIP_APPROVED')
    return {
      heading: row.note === null ? i18n._('Your video is approved') : i18n._('Your change is approved'),
    };
  if (row.kind === 'CLIP_REJECTED')
    return {
      heading:
        row.since === null ? i18n._('Your video was not approved') : i18n._('Your change was not approved'),
    };
  if (row.kind !== 'UPGRADE_DECIDED') return {};
  if (row.note === null)
    return {
      subject: i18n._('You’re a creator on {site} now', { site }),
      heading: i18n._('You’re a creator now'),
    };
  return {
    subject: i18n._('About your request to become a creator on {site}', { site }),
    heading: i18n._('Not this time'),
  };
}

/** The email about one thing. */
export const notificationEmail =
  (site: Site, one: One): EmailTemplate =>
  (i18n) => {
    const { SITE_NAME, PUBLIC_URL } = site;
    const { kind, title, excerpt, href } = toNotification(one.row, i18n, site);
    return {
      subject: title,
      heading: title,
      ...topOf(one, SITE_NAME, i18n),
      paragraphs: paragraphsOf(one, SITE_NAME, i18n) ?? (excerpt === null ? [] : [excerpt]),
      action: { label: i18n._(ACTIONS[kind] ?? msg('Have a look')), url: PUBLIC_URL + href },
      optOut: { label: i18n._(NO_MORE[kind]), url: one.unsubscribe },
    };
  };

/** The email of the day. */
export const dailyEmail =
  (
    settings: Site,
    { rows, to, unsubscribe }: { rows: NotificationRow[]; to: { username: string }; unsubscribe: string },
  ): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your day on {site}', { site: settings.SITE_NAME }),
    heading: i18n._('Hello {username}', { username: to.username }),
    paragraphs: [
      i18n._('This is what happened since the last time.'),
      ...rows
        .map((row) => toNotification(row, i18n, settings))
        .map(({ title, excerpt }) => (excerpt === null ? title : `${title}\n${excerpt}`)),
    ],
    action: { label: i18n._('Open your notifications'), url: `${settings.PUBLIC_URL}/notifications` },
    optOut: { label: i18n._('No more daily emails'), url: unsubscribe },
  });
