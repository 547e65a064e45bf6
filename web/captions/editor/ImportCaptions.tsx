import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { TakenFile } from '#contract/captions/captions.ts';
import { ENCODINGS } from '#contract/captions/captions.ts';
import { plainCueText } from '#contract/captions/cues.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Select } from '#web/ui/controls/Field.tsx';
import { FileField } from '#web/ui/controls/FileField.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { formatMoment } from '#web/ui/format.ts';
import { importCaptions, type TrackName } from '../captions.queries.ts';

/** Imports a captions file, after a preview with its detected encoding. */
export function ImportCaptions({
  videoId,
  name,
  onTaken,
  onClose,
}: {
  videoId: number;
  name: TrackName;
  onTaken: () => void;
  onClose: () => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [seen, setSeen] = useState<TakenFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (of: File, encoding: string | undefined, check: boolean): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const taken = await importCaptions(videoId, of, { ...name, encoding, check });
      setSeen(taken);
      if (!check) onTaken();
    } catch (failure) {
      setSeen(null);
      setError(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  const [dropped = [], shown = []] = [true, false].map((isDropped) =>
    seen?.hints.filter(({ kind }) => (kind === 'dropped') === isDropped),
  );
  return (
    <Dialog
      title={t`Import file`}
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          disabled={!file || !seen || isBusy}
          onClick={() => file && void send(file, seen?.encoding, false)}
        >
          <Trans>Publish</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <FileField
          label={t`Captions file`}
          action={t`Choose a file`}
          file={file}
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          hint={t`WebVTT or SubRip, up to 1 MB`}
          error={error}
          onFile={(chosen) => {
            setFile(chosen);
            setSeen(null);
            if (chosen) void send(chosen, undefined, true);
          }}
        />
        {seen && file && (
          <>
            <p>{describeImport(seen)}</p>
            <Select
              label={t`Looks wrong? Try another encoding`}
              value={seen.encoding}
              onChange={({ target }) => void send(file, target.value, true)}
            >
              {ENCODINGS.map((encoding) => (
                <option key={encoding}>{encoding}</option>
              ))}
            </Select>
            <ol className="rounded-control bg-raised p-3 text-sm">
              {seen.beginning.map(({ start, text }) => (
                <li key={start} className="flex gap-3 py-1">
                  <span className="numbers shrink-0 font-semibold">{formatMoment(start)}</span>
                  <span dir="auto" className="min-w-0 break-words">
                    {plainCueText(text)}
                  </span>
                </li>
              ))}
            </ol>
            {dropped.map(({ text }) => (
              <p key={text} className="text-sm text-warn">
                {text}
              </p>
            ))}
            {shown.length > 0 && (
              <p className="text-sm text-warn">
                {plural(shown.length, {
                  one: '# hint: the editor shows where.',
                  other: '# hints: the editor shows where.',
                })}
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function describeImport({ cues, encoding }: TakenFile): string {
  return t`${plural(cues, { one: '# line', other: '# lines' })}, written in ${encoding}.`;
}
