import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/controls/Button.tsx';
import { ProgressBar } from '#web/ui/lists/ProgressBar.tsx';
import { formatBytes, formatLeft } from './upload.rules.ts';

export interface Progress {
  sent: number;
  total: number;
  /** Bytes a second. */
  speed: number | null;
  secondsLeft: number | null;
}

interface UploadProgressProps {
  progress: Progress;
  /** Also when this tab is closed. */
  goesOn: boolean;
  onCancel: () => void;
}

export function UploadProgress({ progress, goesOn, onCancel }: UploadProgressProps) {
  const { sent, total, speed, secondsLeft } = progress;
  const percent = total > 0 ? Math.floor((sent / total) * 100) : 0;
  return (
    <div className="flex w-full items-center gap-4">
      <div className="min-w-0 flex-1">
        <ProgressBar label={t`Upload`} percent={percent} />
        <p className="numbers mt-1.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span className="font-semibold text-ink">{`${percent} %`}</span>
          <span>{t`${formatBytes(sent)} of ${formatBytes(total)}`}</span>
          {speed !== null && percent < 100 && <span>{`${formatBytes(speed)}/s`}</span>}
          {secondsLeft !== null && percent < 100 && <span>{formatLeft(secondsLeft)}</span>}
          {percent === 100 && <span>{t`Finishing…`}</span>}
        </p>
        {goesOn && (
          <p className="text-sm text-ink-soft">{t`You can close this tab. The upload will continue.`}</p>
        )}
      </div>
      <Button size="sm" onClick={onCancel}>
        {t`Cancel upload`}
      </Button>
    </div>
  );
}
