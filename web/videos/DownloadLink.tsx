import { t } from '@lingui/core/macro';
import { ArrowDownToLine } from 'lucide-react';
import type { Video } from '#contract/videos/videos.ts';
import { downloadOf } from './download.ts';

/** Saves the video as a file, where that is allowed. */
export function DownloadLink({ video }: { video: Video }) {
  const href = downloadOf(video);
  return (
    href && (
      <a
        href={href}
        download
        aria-label={t`Download`}
        title={t`Download`}
        className="touch-target inline-grid size-11 shrink-0 place-items-center rounded-pill text-ink transition hover:bg-raised active:scale-95 [&_svg]:size-5.5"
      >
        <ArrowDownToLine />
      </a>
    )
  );
}
