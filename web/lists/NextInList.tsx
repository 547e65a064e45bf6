import { t } from '@lingui/core/macro';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { Link } from 'react-router';
import { VideoRow } from '#web/videos/VideoRow.tsx';
import { usePlaying } from './playing.ts';

/** The next videos of the current playlist or series; nothing outside of one. */
export function NextInList({ video }: { video: VideoDetails }) {
  const playing = usePlaying(video);
  if (!playing) return null;
  const { kind, title, to, position, count, next, pathOf } = playing;
  const rank = position + 1;
  return (
    <section aria-labelledby="next-in-list" className="mb-8 rounded-card border border-line p-4">
      <h2 id="next-in-list" className="text-lg">
        {kind === 'series' ? t`Next in this series` : t`Next in this playlist`}
      </h2>
      <p className="mb-2 flex gap-2 text-sm text-ink-soft">
        <Link
          to={to}
          className="min-w-0 truncate font-semibold text-accent-text underline underline-offset-4"
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="shrink-0 tabular-nums">{t`${rank} of ${count}`}</span>
      </p>
      {next ? (
        <VideoRow heading="h3" video={next} to={pathOf(next.id)} />
      ) : (
        <p className="text-sm">{t`This is the last video.`}</p>
      )}
    </section>
  );
}
