import { t } from '@lingui/core/macro';
import { FolderInput } from 'lucide-react';
import { useId, useState } from 'react';
import type { DragEvent } from 'react';
import { UploadProgress } from '#web/submissions/UploadProgress.tsx';
import { classes } from '#web/ui/classes.ts';
import { FileButton } from '#web/ui/controls/FileButton.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { useSendArchive } from './useSendArchive.ts';

/** Takes an archive by drag and drop or from a file dialog, and shows the progress. */
export function DropZone({ disabled }: { disabled: boolean }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const { sending, problem, start, cancel } = useSendArchive();
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled && !sending) start(file);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classes(
        'flex flex-col items-center gap-3 rounded-card border-2 border-dashed p-6 text-center sm:p-8',
        over && !sending ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      {sending ? (
        <div className="w-full text-start">
          <p className="mb-2 font-semibold wrap-anywhere">
            <bdi>{sending.name}</bdi>
          </p>
          <UploadProgress progress={sending.progress} goesOn={false} onCancel={cancel} />
        </div>
      ) : (
        <>
          <FolderInput aria-hidden="true" className="size-9 text-ink-soft" />
          <label htmlFor={id}>{t`ZIP file, up to 2 GB`}</label>
          <FileButton id={id} accept=".zip,application/zip" disabled={disabled} onFile={start}>
            {t`Choose archive`}
          </FileButton>
        </>
      )}
      <FormError>{problem}</FormError>
    </div>
  );
}
