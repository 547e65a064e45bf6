import type { I18n } from '@lingui/core';
import { readMessage } from '#contract/text/message.ts';
import { translateBy } from '#server/app/i18n/translate.ts';
import type { NotificationRow } from './shown.store.ts';

/** What an email shows in place of title and excerpt. */
interface EmailWords {
  subject?: string;
  heading?: string;
  paragraphs?: string[];
}

export type ToEmail = (
  row: NotificationRow,
  to: { username: string; site: string },
  i18n: I18n,
) => EmailWords;

export const approvalOf: ToEmail = (row, { site }, i18n) => {
  const title = row.video_title ?? '';
  if (row.note !== null)
    return {
      heading: i18n._('Your change is approved'),
      paragraphs: [i18n._('What you changed of "{title}" passed review, and is on its page now.', { title })],
    };
  return {
    heading: i18n._('Your video is approved'),
    paragraphs: [
      i18n._('"{title}" passed review and is now on {site} for everyone to watch.', { title, site }),
    ],
  };
};

export const rejectionOf: ToEmail = (row, _to, i18n) => {
  const title = row.video_title ?? '';
  const reason = reasonOf(row, i18n);
  const why =
    reason === null ? i18n._('The reviewer gave no reason.') : i18n._('The reason: {reason}', { reason });
  if (row.since !== null)
    return {
      heading: i18n._('Your change was not approved'),
      paragraphs: [
        i18n._('What you changed of "{title}" did not pass review. The video stays as it was.', { title }),
        why,
      ],
    };
  return {
    heading: i18n._('Your video was not approved'),
    paragraphs: [
      i18n._('"{title}" did not pass review.', { title }),
      why,
      i18n._('You can change it and submit it again from your profile; it stays the same submission.'),
    ],
  };
};

export const decisionOf: ToEmail = ({ note: record }, { username, site }, i18n) => {
  if (record === null)
    return {
      subject: i18n._('You’re a creator on {site} now', { site }),
      heading: i18n._('You’re a creator now'),
      paragraphs: [
        i18n._(
          'Hello {username}, your request was granted. Upload or record your first video: the button is on the home page.',
          { username },
        ),
      ],
    };
  return {
    subject: i18n._('About your request to become a creator on {site}', { site }),
    heading: i18n._('Not this time'),
    paragraphs: [
      i18n._('Hello {username}, your request to become a content creator was not granted. The reason:', {
        username,
      }),
      record,
      i18n._('You can ask again any time in your settings.'),
    ],
  };
};

/** A reason, and the second that it is about: "At 0:12: Too dark". */
export function reasonOf({ reason: stored, at_ms: at }: NotificationRow, i18n: I18n): string | null {
  const reason = stored === null ? null : translateBy(i18n, readMessage(stored));
  if (at === null) return reason;
  const seconds = Math.floor(at / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return reason === null ? i18n._('At {time}', { time }) : i18n._('At {time}: {reason}', { time, reason });
}
