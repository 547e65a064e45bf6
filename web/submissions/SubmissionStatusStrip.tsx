import { t } from '@lingui/core/macro';
import { Check, Circle, X } from 'lucide-react';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import { classes } from '#web/ui/classes.ts';
import { describeSubmission } from './submission-labels.ts';
import { useSubmissionStatus } from './useSubmissionStatus.ts';

const steps = () => [t`Received`, t`Checked`, t`Encoding`, t`In review`, t`Live`];
const AT: Record<SubmissionStatus['state'], number> = {
  RECEIVED: 0,
  CHECKED: 1,
  ENCODING: 2,
  IN_REVIEW: 3,
  PRIVATE: 4,
  SCHEDULED: 4,
  LIVE: 4,
  REJECTED: 3,
  ARCHIVED: 4,
};

const DONE = new Set<SubmissionStatus['state']>(['PRIVATE', 'SCHEDULED', 'LIVE']);

/** An upload's progress, step by step, live. */
export function SubmissionStatusStrip({ id, known = null }: { id: number; known?: SubmissionStatus | null }) {
  const submissionStatus = useSubmissionStatus(id, known);
  if (!submissionStatus) return null;
  const isDone = DONE.has(submissionStatus.state);
  const ended = submissionStatus.state === 'REJECTED' || submissionStatus.state === 'ARCHIVED';
  return (
    <div>
      {!ended && !isDone && (
        <ol aria-hidden="true" className="mb-2 flex gap-1.5">
          {steps().map((step, at) => (
            <li key={step} className="min-w-0 flex-1">
              <span
                className={classes(
                  'block h-1.5 rounded-pill',
                  at <= AT[submissionStatus.state] ? 'bg-accent' : 'bg-raised',
                )}
              />
              <span
                className={classes(
                  'mt-1 block truncate text-xs',
                  at === AT[submissionStatus.state] ? 'font-semibold text-ink' : 'text-ink-soft',
                )}
              >
                {step}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="flex items-center gap-2 text-sm font-semibold">
        {ended && <X aria-hidden="true" className="size-4 text-bad" />}
        {isDone && <Check aria-hidden="true" className="size-4 text-ok" />}
        {!ended && !isDone && (
          <Circle aria-hidden="true" className="size-3 animate-shimmer fill-accent text-accent" />
        )}
        <span className="numbers first-letter:uppercase">{describeSubmission(submissionStatus)}</span>
      </p>
      {submissionStatus.reason && (
        <p dir="auto" className="mt-1 text-sm break-words">
          {submissionStatus.reason}
        </p>
      )}
      {submissionStatus.advice && <p className="mt-1 text-sm text-ink-soft">{submissionStatus.advice}</p>}
    </div>
  );
}
