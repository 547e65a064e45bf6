import { t } from '@lingui/core/macro';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { Button, buttonClasses } from '../controls/Button.tsx';
import { tryAgain } from '../try-again.ts';

/** A video that doesn't load: what to do, in its place. */
export function PlaybackError({ file, onRetry }: { file: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-stage/85 p-6 text-center text-on-scrim"
    >
      <p>
        <strong className="block text-lg">{t`Couldn’t load this video.`}</strong>
        <span className="text-on-scrim/75">{tryAgain()}</span>
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={onRetry}>
          <RefreshCw aria-hidden="true" />
          {t`Try again`}
        </Button>
        <a href={file} target="_blank" rel="noopener noreferrer" className={buttonClasses('secondary', 'md')}>
          <ExternalLink aria-hidden="true" />
          {t`Open video`}
        </a>
      </div>
    </div>
  );
}
