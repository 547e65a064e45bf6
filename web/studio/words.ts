import { t } from '@lingui/core/macro';
import type { ViewSource } from '#contract/statistics/statistics.ts';
import type { Submission, SubmissionStatus } from '#contract/submissions/submissions.ts';
import { formatter } from '#web/ui/intl.ts';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';

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

/** 42.5 → 42.5% */
export const formatPercent = (percent: number): string =>
  formatter(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);
