import { t } from '@lingui/core/macro';
import type { Submission } from '#contract/submissions/submissions.ts';
import { formatExact } from '#web/ui/format.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { stateOf } from './texts.ts';

/** The state as a badge, with details. */
export function VideoState({ video }: { video: Submission }) {
  const { label, tone } = stateOf(video);
  const { publishAt, newFile, pendingChange, submissionStatus } = video;
  const time = publishAt && formatExact(publishAt);
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <Badge tone={tone}>{label}</Badge>
      {time && <span className="text-xs text-ink-soft">{t`Goes live ${time}`}</span>}
      {submissionStatus.reason && (
        <span dir="auto" className="line-clamp-3 text-xs text-ink-soft">
          {submissionStatus.reason}
        </span>
      )}
      {newFile && <span className="text-xs text-ink-soft">{newFileText(newFile)}</span>}
      {pendingChange && <span className="text-xs text-ink-soft">{t`Your change is pending review`}</span>}
    </span>
  );
}

function newFileText({
  status,
  processing,
  failureReason,
  rejectReason,
}: NonNullable<Submission['newFile']>): string {
  if (processing === 'FAILED') return failureReason ?? t`The new video can't be used`;
  if (status === 'REJECTED') return rejectReason ?? t`The new video was rejected`;
  if (processing !== 'READY') return t`Processing the new video`;
  return t`The new video is pending review`;
}
