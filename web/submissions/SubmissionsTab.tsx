import { t } from '@lingui/core/macro';
import { Inbox, Keyboard } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { REVIEW_STATUSES } from '#contract/submissions/review-states.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { MAX_SEARCH } from '#contract/values.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Toolbar, ToolbarSearch } from '#web/ui/controls/Toolbar.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { classes } from '#web/ui/classes.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { ReviewView, type ReviewViewProps } from './ReviewView.tsx';
import { SubmissionCard } from './SubmissionCard.tsx';
import { isWaiting } from './revision.ts';
import { useMove, useSubmissions, type Narrowed } from './submissions.queries.ts';

const names = (): Record<Narrowed, string> => ({
  PENDING: t`In review`,
  APPROVED: t`Approved`,
  REJECTED: t`Rejected`,
  SCHEDULED: t`Scheduled`,
});

/** What an empty list of them is called. */
const emptyTitles = (): Partial<Record<Narrowed, string>> => ({
  APPROVED: t`No approved submissions.`,
  REJECTED: t`No rejected submissions.`,
  SCHEDULED: t`No scheduled submissions.`,
});

/** The dashboard's list of uploads, and the entry to reviewing many. */
export function SubmissionsTab({ beside, below }: { beside?: ReactNode; below?: ReviewViewProps['below'] }) {
  const [status, setStatus] = useState<Narrowed | null>(null);
  const [reviewing, setReviewing] = useState<{ startAt: number; list: 'shown' | 'queue' } | null>(null);
  const [rejecting, setRejecting] = useState<Submission | null>(null);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const list = useSubmissions(status, q);
  const { data, error, refetch } = list;
  const move = useMove();
  const { data: pending = [] } = useSubmissions('PENDING');
  // the list may already include what was judged a moment ago
  const waiting = pending.filter((submission) =>
    isWaiting(data?.find(({ id }) => id === submission.id) ?? submission),
  );
  const first = waiting[0];
  return (
    <div className="flex flex-col gap-5">
      <Toolbar label={t`Filters`}>
        <Filter status={status} onStatus={setStatus} />
        <ToolbarSearch
          label={t`Search submissions`}
          className="min-w-44 flex-1"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={t`Title, creator or place`}
          maxLength={MAX_SEARCH}
        />
        <Button
          size="sm"
          variant="primary"
          className="h-10 max-sm:order-first"
          disabled={!first}
          onClick={() => first && setReviewing({ startAt: first.id, list: 'queue' })}
        >
          <Keyboard aria-hidden="true" />
          {t`Review one by one`}
        </Button>
        {beside}
      </Toolbar>
      {error && !data && <ErrorState title={t`Failed to load submissions`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60" />}
      {data?.length === 0 && q && <p className="text-ink-soft">{t`No submissions found.`}</p>}
      {data?.length === 0 && !q && (
        <EmptyState
          icon={<Inbox />}
          title={(status && emptyTitles()[status]) ?? t`No new submissions.`}
          text={status === null || status === 'PENDING' ? t`New uploads appear here.` : undefined}
        />
      )}
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {data?.map((submission) => (
          <SubmissionCard
            key={submission.id}
            submission={submission}
            pending={move.isPending && move.variables.id === submission.id}
            onOpen={() => setReviewing({ startAt: submission.id, list: 'shown' })}
            onMove={(which) =>
              which === 'reject' ? setRejecting(submission) : move.mutate({ id: submission.id, move: which })
            }
          />
        ))}
      </ul>
      <LoadMore list={list} className="self-center" />
      {rejecting && (
        <RejectDialog
          title={rejecting.title}
          atSec={null}
          pending={move.isPending}
          onClose={() => setRejecting(null)}
          onReject={(reason) => {
            move.mutate(
              { id: rejecting.id, move: 'reject', reason },
              { onSuccess: () => setRejecting(null) },
            );
          }}
        />
      )}
      {reviewing !== null && data && (
        <ReviewView
          submissions={reviewing.list === 'queue' ? waiting : data}
          startAt={reviewing.startAt}
          onClose={() => setReviewing(null)}
          below={below}
        />
      )}
    </div>
  );
}

function Filter({
  status,
  onStatus,
}: {
  status: Narrowed | null;
  onStatus: (status: Narrowed | null) => void;
}) {
  return (
    <div
      role="group"
      aria-label={t`Filter submissions`}
      className="flex shrink-0 gap-1 rounded-control bg-raised p-1"
    >
      {[null, ...REVIEW_STATUSES, 'SCHEDULED' as const].map((each) => (
        <button
          key={each ?? 'all'}
          type="button"
          aria-pressed={each === status}
          onClick={() => onStatus(each)}
          className={classes(
            'h-8 rounded-sm px-3.5 text-sm font-semibold whitespace-nowrap',
            each === status ? 'bg-segment shadow-card' : 'text-ink-soft hover:text-ink',
          )}
        >
          {each ? names()[each] : t`All`}
        </button>
      ))}
    </div>
  );
}
