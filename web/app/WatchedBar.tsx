import { t } from '@lingui/core/macro';
import type { Video } from '#contract/videos/videos.ts';
import { useWatched } from './watched.ts';

/** Along the lower edge of a video's picture: how much of it the viewer watched. */
export function WatchedBar({ video: { id, durationSec } }: { video: Pick<Video, 'id' | 'durationSec'> }) {
  const seconds = useWatched(id);
  if (!seconds || !durationSec) return null;
  const percent = Math.min(100, Math.round((seconds / durationSec) * 100));
  return (
    <span className="absolute inset-x-0 bottom-0 block h-1 bg-scrim">
      <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      <span className="sr-only">{t`${percent}% watched`}</span>
    </span>
  );
}
