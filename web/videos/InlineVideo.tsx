import { t } from '@lingui/core/macro';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { Picture } from './Picture.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';
import { playFrom } from './seek.ts';
import { useVideo } from './videos.queries.ts';

/**
 * A video that a text links to: its poster first, the player on demand. `from` starts it at a second; pass a new object
 * each time.
 */
export function InlineVideo({ id, from }: { id: number; from: { seconds: number } | null }) {
  const { data: video, isPending } = useVideo(id);
  const [playing, setPlaying] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const open = playing || from !== null;
  useEffect(() => {
    if (from && video) playFrom(container.current, from.seconds);
  }, [from, video]);
  if (isPending) return <Skeleton className="mt-3 aspect-video" />;
  // deleted, or not visible to this viewer
  if (!video) return <p className="mt-3 text-sm text-ink-soft">{t`This video is no longer available.`}</p>;
  return (
    <figure className="mt-3 overflow-hidden rounded-card border border-line">
      <div ref={container} className="on-stage relative bg-stage">
        {open ? (
          <VideoPlayer video={video} autoPlay />
        ) : (
          <button
            type="button"
            aria-label={t`Play ${video.title}`}
            onClick={() => setPlaying(true)}
            className="group relative block aspect-video w-full"
          >
            <Picture video={video} />
            <span className="absolute inset-0 grid place-items-center">
              <span className="grid size-14 place-items-center rounded-pill bg-scrim text-on-scrim transition group-hover:scale-105">
                <Play aria-hidden="true" className="size-7 fill-current" />
              </span>
            </span>
            <Duration
              seconds={video.durationSec}
              className="absolute end-2 bottom-2 rounded-pill bg-scrim px-2 py-0.5 text-xs font-semibold text-on-scrim"
            />
          </button>
        )}
      </div>
      <figcaption className="flex flex-wrap gap-x-2 px-4 py-2.5 text-sm break-words">
        <Link
          dir="auto"
          to={paths.video(video.id)}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {video.title}
        </Link>
        <bdi className="text-ink-soft">{video.creator}</bdi>
      </figcaption>
    </figure>
  );
}
