import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { formatDuration, formatRelative } from '#web/ui/format.ts';
import { forget, listRecordings, restore, type StoredRecording } from './recordings.ts';
import { recordingFile, type Recording } from './useRecorder.ts';

/** Offers a recording that an earlier visit left behind, e.g. because the browser crashed. */
export function StoredRecordings({
  hidden,
  onRestore,
}: {
  hidden: boolean;
  onRestore: (recording: Recording) => void;
}) {
  const [recording, setRecording] = useState<StoredRecording | null>(null);
  useEffect(() => {
    void listRecordings().then(
      ([latest]) => setRecording(latest ?? null),
      () => undefined,
    );
  }, []);
  if (!recording || hidden) return null;
  const take = async (): Promise<void> => {
    const file = recordingFile([await restore(recording)], recording.type);
    const url = URL.createObjectURL(file);
    onRestore({
      file,
      url,
      seconds: recording.seconds,
      width: null,
      height: null,
      recordingId: recording.id,
    });
    setRecording(null);
  };
  return (
    <section
      aria-label={t`Unsent recording`}
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-accent-soft p-4"
    >
      <p className="min-w-0">
        <span className="block font-semibold">{t`You have an unsent recording`}</span>
        <span className="text-sm text-ink-soft">
          {t`${formatDuration(recording.seconds)}, from ${formatRelative(new Date(recording.startedAt).toISOString())}`}
        </span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" onClick={() => void take()}>
          {t`Restore recording`}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            void forget(recording.id);
            setRecording(null);
          }}
        >
          {t`Discard`}
        </Button>
      </div>
    </section>
  );
}
