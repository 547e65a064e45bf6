import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight, Keyboard } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { REVIEW_MOVES } from '#contract/submissions/review-states.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { reviewStatusLabels } from '#web/app/i18n/status-labels.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { paths } from '#web/app/paths.ts';
import { backend } from '#web/app/client/backend.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { KeyList, type Keys } from '#web/ui/dialogs/KeyList.tsx';
import { isComposing } from '#web/ui/controls/composing.ts';
import { TagChips } from '#web/ui/lists/TagChips.tsx';
import { formatMoment } from '#web/ui/format.ts';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ReviewLabels } from './ReviewLabels.tsx';
import { ThumbnailFocus } from './ThumbnailFocus.tsx';
import { FilePlayer } from './FilePlayer.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { Revision } from './Revision.tsx';
import { hasRevision, isWaiting } from './revision.ts';
import { MoveButtons, TONES } from './SubmissionCard.tsx';
import { describeSubmission } from './submission-labels.ts';
import { useMove, type Move, type Reason } from './submissions.queries.ts';

export interface ReviewViewProps {
  submissions: Submission[];
  startAt: number;
  onClose: () => void;
  /** What other slices have for a video, below its facts; `stage` is around its player. */
  below?: ((submission: Submission, stage: RefObject<HTMLElement | null>) => ReactNode) | undefined;
}

const listKeys = (): Keys => [
  ['A', t`Approve`],
  ['R', t`Reject`],
  ['U', t`Unapprove`],
  ['→  N  J', t`Next video`],
  ['←  P  K', t`Previous video`],
  ['Esc', t`Close`],
  ['?', t`Keyboard shortcuts`],
];

/** Many videos, one after the other, by buttons or keys. */
export function ReviewView({ submissions, startAt, onClose, below }: ReviewViewProps) {
  // The order stays fixed while the lists are refetched; the current state of each item comes from them.
  const [order] = useState(() => submissions.map(({ id }) => id));
  const [known, setKnown] = useState(() => new Map(submissions.map((each) => [each.id, each])));
  const [at, setAt] = useState(() => Math.max(0, order.indexOf(startAt)));
  const [rejecting, setRejecting] = useState<{ atSec: number | null } | null>(null);
  const [handlesKeys, setHandlesKeys] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  // set before the next render, so that a key pressed twice judges only one video
  const judging = useRef(false);
  const move = useMove();
  const id = order[at] ?? startAt;
  const submission = submissions.find((each) => each.id === id) ?? known.get(id);

  const step = (by: number): void => setAt((from) => Math.min(order.length - 1, Math.max(0, from + by)));
  const act = (which: Move, reason?: Reason): void => {
    judging.current = true;
    move.mutate(
      { id, move: which, reason },
      {
        onSettled: () => {
          judging.current = false;
        },
        onSuccess: (after) => {
          setRejecting(null);
          setKnown((before) => new Map(before).set(id, after));
          // a reviewer who moved on still needs to see it
          if (which !== 'unapprove')
            setAt((now) => Math.min(order.length - 1, order[now] === id ? now + 1 : now));
        },
      },
    );
  };
  const requestMove = (which: Move): void => {
    if (which === 'reject')
      setRejecting({ atSec: container.current?.querySelector('video')?.currentTime ?? null });
    else act(which);
  };
  useKeys((key, isRepeat) => {
    if (key === '?') setHandlesKeys(true);
    const judged = isRepeat || judging.current ? null : submission;
    if (key === 'a' && judged && isWaiting(judged)) act('approve');
    if (key === 'r' && judged && isWaiting(judged)) requestMove('reject');
    if (key === 'u' && judged?.status === REVIEW_MOVES.unapprove.from) act('unapprove');
    if (key === 'arrowright' || key === 'n' || key === 'j') step(1);
    if (key === 'arrowleft' || key === 'p' || key === 'k') step(-1);
  });

  if (!submission) return null;
  const isRevised = hasRevision(submission);
  // what is to be judged: the video that is to take the place of this one
  const videoUrl = (isRevised && submission.newFile?.sourceUrl) || submission.sourceUrl;
  return (
    <Dialog
      wide
      title={t`Review ${at + 1} of ${order.length}`}
      onClose={onClose}
      actions={
        <div className="flex w-full flex-wrap items-center gap-3">
          <MoveButtons submission={submission} pending={move.isPending} onMove={requestMove} />
          <span className="ms-auto flex">
            <span className="pointer-coarse:hidden">
              <IconButton label={t`Keyboard shortcuts`} onClick={() => setHandlesKeys(true)}>
                <Keyboard />
              </IconButton>
            </span>
            <IconButton label={t`Previous`} disabled={at === 0} onClick={() => step(-1)}>
              <ChevronLeft className="rtl:-scale-x-100" />
            </IconButton>
            <IconButton label={t`Next`} disabled={at === order.length - 1} onClick={() => step(1)}>
              <ChevronRight className="rtl:-scale-x-100" />
            </IconButton>
          </span>
        </div>
      }
    >
      {videoUrl ? (
        <div ref={container}>
          <FilePlayer
            key={videoUrl}
            title={submission.title}
            file={backend(videoUrl)}
            poster={submission.thumbnail && backend(submission.thumbnail)}
            width={submission.width}
            height={submission.height}
            autoPlay
          />
        </div>
      ) : (
        <p className="grid aspect-video place-items-center rounded-control bg-stage text-on-scrim">
          {t`Not playable yet: ${describeSubmission(submission.submissionStatus)}`}
        </p>
      )}
      {isRevised && <Revision submission={submission} />}
      <Facts submission={submission} />
      <ReviewLabels key={`labels ${submission.id}`} submission={submission} />
      {submission.thumbnail && <ThumbnailFocus key={submission.id} submission={submission} />}
      {below && <div className="mt-4 flex flex-col">{below(submission, container)}</div>}
      {handlesKeys && <KeyList keys={listKeys()} onClose={() => setHandlesKeys(false)} />}
      {rejecting && (
        <RejectDialog
          title={submission.title}
          atSec={rejecting.atSec}
          pending={move.isPending}
          onClose={() => setRejecting(null)}
          onReject={(reason) => act('reject', reason)}
        />
      )}
    </Dialog>
  );
}

function Facts({ submission }: { submission: Submission }) {
  const {
    title,
    status,
    creator,
    category,
    createdAt,
    description,
    tags,
    location,
    uploaderHistory: history,
    rejectReason,
    rejectAtSec,
  } = submission;
  const reason = rejectReason ?? t`no reason given.`;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <h3 dir="auto" className="text-lg break-words">
          {title}
        </h3>
        <Badge tone={TONES[status]}>{reviewStatusLabels()[status]}</Badge>
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <bdi>{creator}</bdi>
        <CategoryName name={category} />
        <Time at={createdAt} />
        {history && (
          <span>{t`Previously: ${history.approved} approved, ${history.pending} in review, ${history.rejected} rejected`}</span>
        )}
      </p>
      {description && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {description}
        </p>
      )}
      <TagChips tags={tags} pathOf={paths.tag} />
      {location && (
        <p className="text-sm text-ink-soft">
          {t`Filmed at ${[location.name, location.address].filter(Boolean).join(', ')}`}
        </p>
      )}
      {status === 'REJECTED' && (
        <p className="text-sm text-bad">
          {rejectAtSec === null
            ? t`Rejected: ${reason}`
            : t`Rejected (at ${formatMoment(rejectAtSec)} in the video): ${reason}`}
        </p>
      )}
    </div>
  );
}

/** Single-key shortcuts, inactive while typing or with a modifier pressed. */
function useKeys(onKey: (key: string, isRepeat: boolean) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      // a dialog on top of the review gets the keys
      if (document.querySelectorAll('dialog[open]').length > 1) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
        return;
      // the letter must not be typed into the field of the dialog that it opens
      if (event.key.toLowerCase() === 'r') event.preventDefault();
      latest.current(event.key.toLowerCase(), event.repeat);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
