import { t } from '@lingui/core/macro';
import { ChevronDown, Scissors } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Edit } from '#contract/submissions/edit.ts';
import { classes } from '#web/ui/classes.ts';
import { formatFine } from '#web/ui/editor/edit.rules.ts';
import { VideoEditor } from '#web/ui/editor/VideoEditor.tsx';

/** A collapsed editor for the chosen file. */
export function EditChoice({
  file,
  seconds,
  edit,
  onEdit,
  disabled,
}: {
  file: File;
  /** Length of a recording, whose file has no duration. */
  seconds: number | null;
  edit: Edit | null;
  onEdit: (edit: Edit | null) => void;
  disabled: boolean;
}) {
  /** Of the file, while the editor is open. */
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  const id = useId();
  const from = formatFine(edit?.start ?? 0);
  const to = formatFine(edit?.end ?? 0);
  return (
    <div className="rounded-card border border-line">
      <button
        type="button"
        aria-expanded={url !== null}
        aria-controls={id}
        disabled={disabled}
        onClick={() => setUrl(url === null ? URL.createObjectURL(file) : null)}
        className="flex min-h-12 w-full items-center gap-2.5 rounded-card px-4 py-2 text-start hover:bg-raised disabled:opacity-55"
      >
        <Scissors aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="shrink-0 font-semibold">{t`Trim & crop`}</span>
        <span className="numbers min-w-0 text-sm text-ink-soft">
          {edit ? t`Plays from ${from} to ${to}` : t`Optional`}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={classes(
            'ms-auto size-5 shrink-0 transition-transform duration-150',
            url !== null && 'rotate-180',
          )}
        />
      </button>
      <div id={id} inert={disabled} hidden={url === null} className="flex flex-col gap-3 px-4 pt-1 pb-4">
        {url && <VideoEditor src={url} durationSec={seconds} value={edit} onChange={onEdit} />}
        {edit && (
          <p className="text-sm text-ink-soft">
            {t`The thumbnail comes from the edited video. You can change it in the studio later.`}
          </p>
        )}
      </div>
    </div>
  );
}
