import { selectOrdinal, t } from '@lingui/core/macro';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';

/** Status label of a submission, as `SubmissionStatus.text` writes it. */
export function describeSubmission({
  state,
  percent: done,
  place: known,
}: Pick<SubmissionStatus, 'state' | 'percent' | 'place'>): string {
  const percent = done ?? 0;
  const position = known ?? 1;
  return {
    RECEIVED: t`received`,
    CHECKED: t`checked`,
    ENCODING: t`encoding ${percent} %`,
    IN_REVIEW: t`in review (${selectOrdinal(position, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} in queue)`,
    PRIVATE: t({ message: 'private', context: 'a clip' }),
    SCHEDULED: t`scheduled`,
    LIVE: t({ message: 'live', context: 'a clip' }),
    REJECTED: t({ message: 'rejected', context: 'a clip' }),
    ARCHIVED: t({ message: 'archived', context: 'a clip' }),
  }[state];
}
