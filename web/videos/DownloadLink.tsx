import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import type { Video } from '#contract/videos/videos.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';
import { downloadOf } from './download.ts';

/** Saves the video as a file, where that is allowed. */
export function DownloadLink({ video }: { video: Video }) {
  const href = downloadOf(video);
  return (
    href && (
      <a href={href} download className={buttonClasses('secondary', 'sm')}>
        <Download aria-hidden="true" />
        {t`Download`}
      </a>
    )
  );
}
