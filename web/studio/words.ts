import { t } from '@lingui/core/macro';
import type { ViewSource } from '#contract/studio/statistics.ts';
import type { Submission, SubmissionStatus } from '#contract/submissions.ts';
import type { CommentsMode, Visibility } from '#contract/videos.ts';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';

export const visibilities = (): Record<Visibility, string> => ({
  PUBLIC: t`Public`,
  UNLISTED: t`Unlisted`,
  MEMBERS: t`Members`,
  PRIVATE: t`Private`,
});

export const commentsModes = (): Record<CommentsMode, string> => ({
  ON: t`On`,
  HELD: t`Held for me`,
  OFF: t`Off`,
});

export const sources = (): Record<ViewSource, string> => ({
  HOME: t`Home`,
  FEED: t`Feed`,
  SEARCH: t`Search`,
  CREATOR: t`Creator's page`,
  LINK: t`Other sites`,
  EMBED: t`Embedded`,
  OTHER: t`Elsewhere`,
});

const states = (): Record<SubmissionStatus['state'], string> => ({
  RECEIVED: t`Received`,
  CHECKED: t`Checked`,
  ENCODING: t`Encoding`,
  IN_REVIEW: t`In review`,
  PRIVATE: t`Private`,
  SCHEDULED: t`Scheduled`,
  LIVE: t`Live`,
  REJECTED: t`Rejected`,
  ARCHIVED: t`Archived`,
});

const TONES: Record<SubmissionStatus['state'], BadgeTone> = {
  RECEIVED: 'plain',
  CHECKED: 'plain',
  ENCODING: 'info',
  IN_REVIEW: 'warn',
  PRIVATE: 'plain',
  SCHEDULED: 'info',
  LIVE: 'ok',
  REJECTED: 'bad',
  ARCHIVED: 'plain',
};

export const stateOf = ({ submissionStatus: { state } }: Submission) => ({
  label: states()[state],
  tone: TONES[state],
});

/** A time as a field of this browser's zone has it; '' for none. */
export function toLocalField(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What such a field says, by this browser's zone and its daylight saving on that day. Null: none. */
export const fromLocalField = (value: string): string | null =>
  value === '' ? null : new Date(value).toISOString();
