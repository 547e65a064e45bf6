import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { MAX_REVIEW_REASON } from '#contract/values.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { isComposing } from '#web/ui/controls/composing.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Checkbox, TextArea } from '#web/ui/controls/Field.tsx';
import { formatMoment } from '#web/ui/format.ts';
import { readyReasons, toSentReason } from './reject-reasons.ts';
import type { Reason } from './submissions.queries.ts';

/** Why a video is rejected: a preset or free text, about the whole video or a moment. Sent to the uploader. */
export function RejectDialog({
  title,
  atSec,
  pending,
  onReject,
  onClose,
}: {
  title: string;
  atSec: number | null;
  /** The dialog stays open until the request succeeds, so that no text is lost. */
  pending: boolean;
  onReject: (reason: Reason) => void;
  onClose: () => void;
}) {
  const reasons = readyReasons();
  const [reason, setReason] = useState('');
  const [pinned, setPinned] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // after the dialog has opened, which puts the focus on its first button
  useEffect(() => field.current?.focus(), []);
  const untouched = reason === '' || reasons.includes(reason);
  return (
    <Dialog
      title={t`Reject this video?`}
      onClose={onClose}
      locked={pending}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {t`Cancel`}
          </Button>
          <Button
            variant="danger"
            pending={pending}
            onClick={() =>
              onReject({ reason: toSentReason(reason.trim()) || null, atSec: pinned ? atSec : null })
            }
          >
            {t`Reject video`}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-soft">
        <Trans>
          The creator of “<bdi>{title}</bdi>” will see the reason on their profile and by email, and may
          change the video and submit it again.
        </Trans>
      </p>
      <ul aria-label={t`Suggestions`} className="mb-4 flex flex-wrap gap-2">
        {reasons.map((ready, at) => (
          <li key={ready} className="max-w-full">
            <Button
              size="sm"
              aria-pressed={reason === ready}
              className="max-w-full py-1 text-start whitespace-normal! aria-pressed:border-accent aria-pressed:bg-accent-soft h-auto min-h-9"
              onClick={() => setReason(ready)}
            >
              <kbd aria-hidden="true">{at + 1}</kbd>
              <span>{ready}</span>
            </Button>
          </li>
        ))}
      </ul>
      <TextArea
        label={t`Reason`}
        maxLength={MAX_REVIEW_REASON}
        ref={field}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const ready = reasons[Number(event.key) - 1];
          if (!ready || !untouched || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          setReason(ready);
        }}
        hint={t`Optional, but appreciated. Press 1–${reasons.length} to use a suggestion.`}
      />
      {atSec !== null && (
        <Checkbox
          className="mt-3"
          label={t`About the moment at ${formatMoment(atSec)}`}
          checked={pinned}
          onChange={(event) => setPinned(event.target.checked)}
        />
      )}
    </Dialog>
  );
}
