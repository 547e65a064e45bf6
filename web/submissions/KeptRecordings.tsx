import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { formatDuration, formatRelative } from '#web/ui/format.ts';
import { forget, listKept, restore, type Kept } from './recordings.ts';
import { recordingFile, type Recording } from './useRecorder.ts';

/** Offers a recording that an earlier visit left behind, e.g. because the browser crashed. */
export function KeptRecordings({
  hidden,
  onRestore,
}: {
  hidden: boolean;
  onRestore: (recording: Recording) => void;
}) {
  const [kept, setKept] = useState<Kept | null>(null);
  useEffect(() => {
    void listKept().then(
      ([latest]) => setKept(latest ?? null),
      () => undefined,
    );
  }, []);
  if (!kept || hidden) return null;
  const take = async (): Promise<void> => {
    const file = recordingFile([await restore(kept)], kept.type);
    const url = URL.createObjectURL(file);
    onRestore({ file, url, seconds: kept.seconds, width: null, height: null, keptAs: kept.id });
    setKept(null);
  };
  return (
    <section
      aria-label={t`Unsent recording`}
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-accent-soft p-4"
    >
      <p className="min-w-0">
        <span className="block font-semibold">{t`You have an unsent recording`}</span>
        <span className="text-sm text-ink-soft">
          {t`${formatDuration(kept.seconds)}, from ${formatRelative(new Date(kept.startedAt).toISOString())}`}
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
            void forget(kept.id);
            setKept(null);
          }}
        >
          {t`Throw away`}
        </Button>
      </div>
    </section>
  );
}
