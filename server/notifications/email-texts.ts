import type { I18n } from '@lingui/core';
import { readMessage } from '#contract/text/message.ts';
import { translateBy } from '#server/app/i18n/translate.ts';
import type { NotificationRow } from './shown.store.ts';

/** What an email shows in place of title and excerpt. */
interface EmailTexts {
  subject?: string;
  heading?: string;
  paragraphs?: string[];
}

export type ToEmail = (
  row: NotificationRow,
  to: { username: string; site: string },
  i18n: I18n,
) => EmailTexts;

export const approvalOf: ToEmail = (row, { site }, i18n) => {
  const title = row.video_title ?? '';
  if (row.note !== null)
    return {
      heading: i18n._('Your changes were approved'),
      paragraphs: [i18n._('Your changes to "{title}" were approved and are now live.', { title })],
    };
  return {
    heading: i18n._('Your video is approved'),
    paragraphs: [i18n._('"{title}" was approved and is now live on {site}.', { title, site })],
  };
};

export const rejectionOf: ToEmail = (row, _to, i18n) => {
  const title = row.video_title ?? '';
  const reason = reasonOf(row, i18n);
  const why =
    reason === null
      ? i18n._("The reviewer didn't give a reason.")
      : i18n._('The reason: {reason}', { reason });
  if (row.since !== null)
    return {
      heading: i18n._("Your changes weren't approved"),
      paragraphs: [
        i18n._('Your changes to "{title}" weren\'t approved. The video hasn\'t changed.', { title }),
        why,
      ],
    };
  return {
    heading: i18n._("Your video wasn't approved"),
    paragraphs: [
      i18n._('"{title}" wasn\'t approved.', { title }),
      why,
      i18n._('You can edit it and resubmit it from your profile. It stays the same submission.'),
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
          'Hello {username}, your creator request was approved. Upload or record your first video with the button on the home page.',
          { username },
        ),
      ],
    };
  return {
    subject: i18n._('Your creator request on {site}', { site }),
    heading: i18n._('Not approved'),
    paragraphs: [
      i18n._("Hello {username}, your creator request wasn't approved. The reason:", {
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
