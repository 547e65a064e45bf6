import { t } from '@lingui/core/macro';
import { Scissors } from 'lucide-react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { formatFine } from '#web/ui/editor/edit.rules.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';

/** What is made of the original, and the way to change it. */
export function TrimSummary({ video: { edit }, onOpen }: { video: Submission; onOpen: () => void }) {
  const from = formatFine(edit?.start ?? 0);
  const to = formatFine(edit?.end ?? 0);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-60">
        {edit ? (
          <p className="flex flex-wrap items-center gap-2">
            <span className="numbers">{t`Plays from ${from} to ${to}`}</span>
            {edit.crop && <Badge tone="plain">{t`Cropped`}</Badge>}
            {edit.rotate !== 0 && <Badge tone="plain">{t`Rotated`}</Badge>}
            {edit.mute && <Badge tone="plain">{t`Muted`}</Badge>}
          </p>
        ) : (
          <p>{t`The whole video plays.`}</p>
        )}
        <p className="text-sm text-ink-soft">{t`Your original stays untouched: you can undo an edit at any time.`}</p>
      </div>
      <Button size="sm" onClick={onOpen}>
        <Scissors aria-hidden="true" />
        {t`Open the editor`}
      </Button>
    </div>
  );
}
