import { t } from '@lingui/core/macro';
import type { Submission, SubmissionStatus } from '#contract/submissions/submissions.ts';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';

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
