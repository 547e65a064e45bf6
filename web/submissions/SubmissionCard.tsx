import { t } from '@lingui/core/macro';
import { MapPin, Play } from 'lucide-react';
import { REVIEW_MOVES } from '#contract/submissions/review-states.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { reviewStatusLabels } from '#web/app/i18n/status-labels.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { backend } from '#web/app/client/backend.ts';
import { visibilities } from '#web/app/forms/release.ts';
import { formatExact } from '#web/ui/format.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Duration, Time } from '#web/ui/lists/Numbers.tsx';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { hasRevision } from './revision.ts';
import { describeSubmission } from './submission-labels.ts';
import type { Move } from './submissions.queries.ts';

export const TONES = { PENDING: 'warn', APPROVED: 'ok', REJECTED: 'bad' } as const;

interface SubmissionCardProps {
  submission: Submission;
  pending: boolean;
  onOpen: () => void;
  onMove: (move: Move) => void;
}

/** One upload with what is to be decided about it. */
export function SubmissionCard({ submission, pending, onOpen, onMove }: SubmissionCardProps) {
  const {
    title,
    thumbnail,
    durationSec,
    category,
    creator,
    avatar,
    createdAt,
    status,
    description,
    location,
    submissionStatus,
    processing,
    visibility,
    publishAt,
    editedAt,
  } = submission;
  const time = publishAt && formatExact(publishAt);
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface sm:flex-row">
      <div className="relative aspect-video shrink-0 bg-stage sm:aspect-auto sm:w-52">
        <button
          type="button"
          aria-label={t`Review ${title}`}
          onClick={onOpen}
          className="group absolute inset-0 size-full"
        >
          <Thumbnail src={backend(thumbnail)} className="size-full bg-stage" />
          <span className="absolute inset-0 grid place-items-center opacity-0 transition-opacity duration-150 group-hover:opacity-100 group-focus-visible:opacity-100">
            <span className="grid size-12 place-items-center rounded-pill bg-scrim text-on-scrim">
              <Play aria-hidden="true" />
            </span>
          </span>
        </button>
        <Badge tone="scrim" className="pointer-events-none absolute end-2 bottom-2">
          <Duration seconds={durationSec} />
        </Badge>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-2">
          <h2 dir="auto" className="line-clamp-2 text-base break-words">
            {title}
          </h2>
          <Badge tone={TONES[status]}>{reviewStatusLabels()[status]}</Badge>
        </div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
          <Avatar src={backend(avatar)} size="xs" />
          <bdi>{creator}</bdi> <CategoryName name={category} /> <Time at={createdAt} />
        </p>
        {description && (
          <p dir="auto" className="line-clamp-2 text-sm break-words">
            {description}
          </p>
        )}
        {location && (
          <p className="flex items-center gap-1 truncate text-sm text-ink-soft">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            <bdi>{location.name ?? location.address}</bdi>
          </p>
        )}
        <p className="flex flex-wrap gap-2 empty:hidden">
          {hasRevision(submission) && <Badge tone="warn">{t`Changes pending review`}</Badge>}
          {time && <Badge tone="info">{t`Goes live ${time}`}</Badge>}
          {visibility !== 'PUBLIC' && <Badge>{visibilities()[visibility]}</Badge>}
        </p>
        {editedAt && (
          <p className="flex gap-1 text-sm text-ink-soft">
            {t`Edited by its creator`} <Time at={editedAt} />
          </p>
        )}
        {processing !== 'READY' && (
          <p className="text-sm text-warn first-letter:uppercase">
            {submissionStatus.reason ?? describeSubmission(submissionStatus)}
          </p>
        )}
        <MoveButtons submission={submission} pending={pending} onMove={onMove} />
      </div>
    </li>
  );
}

/** The moves the item's status allows; for a rejected one only its creator has any. */
export function MoveButtons({
  submission,
  pending,
  onMove,
}: Pick<SubmissionCardProps, 'submission' | 'pending' | 'onMove'>) {
  const { status, processing } = submission;
  const isRevised = hasRevision(submission);
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {(status === REVIEW_MOVES.approve.from || isRevised) && (
        <Button size="sm" variant="primary" disabled={pending} onClick={() => onMove('approve')}>
          {isRevised ? t`Approve change` : t`Approve`}
        </Button>
      )}
      {(status === REVIEW_MOVES.reject.from || isRevised) && (
        <Button size="sm" disabled={pending} onClick={() => onMove('reject')}>
          {isRevised ? t`Reject change` : t`Reject`}
        </Button>
      )}
      {status === REVIEW_MOVES.unapprove.from && (
        <Button size="sm" disabled={pending} onClick={() => onMove('unapprove')}>
          {t`Unapprove`}
        </Button>
      )}
      {status === 'REJECTED' && (
        <Button size="sm" disabled>
          {t`Rejected`}
        </Button>
      )}
      {processing === 'FAILED' && (
        <Button size="sm" disabled={pending} onClick={() => onMove('retry')}>
          {t`Retry`}
        </Button>
      )}
    </div>
  );
}
