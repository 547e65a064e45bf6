import type { NotificationKind } from '#contract/notifications/kinds.ts';
import type { Notification } from '#contract/notifications/notifications.ts';
import type { EmailContent } from '#server/app/mail/email-template.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { NotificationRow } from './shown.store.ts';

type Site = Pick<Settings, 'SITE_NAME' | 'PUBLIC_URL'>;

interface One {
  notification: Notification;
  row: NotificationRow;
  to: { username: string };
  /** Of the page that switches these emails off. */
  unsubscribe: string;
}

/** What a link that switches emails off says of them. */
const EMAILS_ABOUT: Record<NotificationKind, string> = {
  REPLY: 'replies',
  MENTION: 'mentions',
  FOLLOWER: 'new followers',
  LIKE: 'likes',
  CLIP_APPROVED: 'approved videos',
  CLIP_REJECTED: 'rejected videos',
  CLIP_READY: 'videos that are ready',
  CLIP_PUBLISHED: 'new videos of those you follow',
  UPGRADE_DECIDED: 'your creator request',
  ORDER_STATUS: 'your orders',
  REPORT_DECIDED: 'your reports',
  REVIEW_WAITING: 'videos that wait for review',
  CLIP_EDITED: 'edited videos',
  JOB_FAILED: 'failed jobs',
  REPORT_NEW: 'new reports',
};

const ACTIONS: Partial<Record<NotificationKind, string>> = {
  REPLY: 'Read and answer',
  UPGRADE_DECIDED: 'Go to the site',
  MENTION: 'Read and answer',
  CLIP_APPROVED: 'Watch it',
  CLIP_READY: 'Watch it',
  CLIP_PUBLISHED: 'Watch it',
  CLIP_REJECTED: 'Open your profile',
};

/** What is said of some things beyond their title and excerpt. */
function paragraphsOf({ notification: { kind, excerpt }, row, to }: One, { SITE_NAME }: Site): string[] {
  const title = `"${row.video_title ?? ''}"`;
  if (kind === 'CLIP_APPROVED' && row.note !== null)
    return [`What you changed of ${title} passed review, and is on its page now.`];
  if (kind === 'CLIP_APPROVED')
    return [`${title} passed review and is now on ${SITE_NAME} for everyone to watch.`];
  if (kind === 'CLIP_REJECTED')
    return [
      `${title} did not pass review.`,
      row.note === null ? 'The reviewer gave no reason.' : `The reason: ${row.note}`,
      'You can change it and submit it again from your profile; it stays the same submission.',
    ];
  if (kind === 'UPGRADE_DECIDED')
    return row.note === null
      ? [
          `Hello ${to.username}, your request was granted. Upload or record your first video: the button is on the home page.`,
        ]
      : [
          `Hello ${to.username}, your request to become a content creator was not granted. The reason:`,
          row.note,
          'You can ask again any time in your settings.',
        ];
  return excerpt === null ? [] : [excerpt];
}

const HEADINGS: Partial<Record<NotificationKind, string>> = {
  CLIP_APPROVED: 'Your video is approved',
  CLIP_REJECTED: 'Your video was not approved',
};

const upgradeSubject = ({ SITE_NAME }: Site, granted: boolean): string =>
  granted ? `You’re a creator on ${SITE_NAME} now` : `About your request to become a creator on ${SITE_NAME}`;

/** The email about one thing. */
export function emailOf(site: Site, one: One): EmailContent {
  const { kind, title, href } = one.notification;
  const granted = one.row.note === null;
  const isUpgrade = kind === 'UPGRADE_DECIDED';
  return {
    subject: isUpgrade ? upgradeSubject(site, granted) : title,
    heading: isUpgrade ? (granted ? 'You’re a creator now' : 'Not this time') : (HEADINGS[kind] ?? title),
    paragraphs: paragraphsOf(one, site),
    action: { label: ACTIONS[kind] ?? 'Have a look', url: site.PUBLIC_URL + href },
    optOut: { label: `No more emails about ${EMAILS_ABOUT[kind]}`, url: one.unsubscribe },
  };
}

/** The email of the day. */
export function dailyEmail(
  { SITE_NAME, PUBLIC_URL }: Site,
  {
    notifications,
    to,
    unsubscribe,
  }: { notifications: Notification[]; to: { username: string }; unsubscribe: string },
): EmailContent {
  return {
    subject: `Your day on ${SITE_NAME}`,
    heading: `Hello ${to.username}`,
    paragraphs: [
      'This is what happened since the last time.',
      ...notifications.map(({ title, excerpt }) => (excerpt === null ? title : `${title}\n${excerpt}`)),
    ],
    action: { label: 'Open your notifications', url: `${PUBLIC_URL}/notifications` },
    optOut: { label: 'No more daily emails', url: unsubscribe },
  };
}
