import { t } from '@lingui/core/macro';
import { FileVideo, Video } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classes } from '#web/ui/classes.ts';
import { beginsAsVideo } from './container.ts';
import { formatBytes } from './upload.rules.ts';

/** Where the video comes from. */
export type Source = 'file' | 'record';

/** A file of the device, or the camera. */
export function SourceChoice({
  source,
  onSource,
  disabled,
}: {
  source: Source;
  onSource: (source: Source) => void;
  disabled: boolean;
}) {
  const choices = [
    { id: 'file', label: t`Choose a file`, icon: <FileVideo aria-hidden="true" /> },
    { id: 'record', label: t`Record with camera`, icon: <Video aria-hidden="true" /> },
  ] as const;
  return (
    <div
      role="group"
      aria-label={t`Video source`}
      className="grid grid-cols-2 gap-1 rounded-control bg-raised p-1"
    >
      {choices.map(({ id, label, icon }) => (
        <button
          key={id}
          type="button"
          disabled={disabled}
          aria-pressed={source === id}
          onClick={() => onSource(id)}
          className={classes(
            'flex h-10 items-center justify-center gap-2 rounded-sm text-sm font-semibold max-xs:[&_svg]:hidden [&_svg]:size-4.5',
            source === id ? 'bg-segment text-ink shadow-card' : 'text-ink-soft hover:text-ink',
          )}
        >
          {icon}
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}

/** One file, chosen or dropped. */
export function FilePicker({
  file,
  onFile,
  disabled,
}: {
  file: File | null;
  onFile: (file: File | null) => void;
  disabled: boolean;
}) {
  const [over, setOver] = useState(false);
  const isStrange = useStrange(file);
  return (
    <>
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled) onFile(event.dataTransfer.files[0] ?? null);
        }}
        className={classes(
          'flex flex-col items-center gap-1.5 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors duration-150 focus-within:border-accent-text',
          over ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge',
        )}
      >
        <FileVideo aria-hidden="true" className="size-8 text-accent-text" />
        <span className="max-w-full font-semibold break-words">
          {file ? file.name : t`Choose a video, or drop it here`}
        </span>
        <span className="text-sm text-balance text-ink-soft">
          {file
            ? t`${formatBytes(file.size)} · press to change`
            : t`MP4, MOV or WebM. Up to 300MB, under 10 minutes.`}
        </span>
        <input
          type="file"
          aria-label={t`Video file`}
          accept="video/*,.mkv"
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            if (event.target.files?.[0]) onFile(event.target.files[0]);
          }}
        />
      </label>
      {isStrange && (
        <p role="alert" className="-mt-3 text-sm text-bad">
          {t`We can't open this file as a video. Please choose another.`}
        </p>
      )}
    </>
  );
}

/**
 * Whether a file doesn't start like a video, to warn before it is sent. The server checks the whole file and decides.
 */
function useStrange(file: File | null): boolean {
  const [strange, setStrange] = useState<File | null>(null);
  useEffect(() => {
    if (!file) return;
    // an unreadable file is reported when it is sent
    void beginsAsVideo(file).then(
      (does) => setStrange(does ? null : file),
      () => undefined,
    );
  }, [file]);
  return file !== null && strange === file;
}
