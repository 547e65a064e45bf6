import { t } from '@lingui/core/macro';
import { Clapperboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { orientationOf } from '#contract/videos/orientation.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useHidesSensitive } from '#web/app/sensitive.ts';
import { EmptyState, ErrorState } from '#web/ui/lists/States.tsx';
import { useHiddenVideos } from './hidden-videos.ts';
import { VideoCard, VideoCardSkeleton } from './VideoCard.tsx';

interface GridProps<V extends Video> {
  /** Undefined while loading. */
  videos: V[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** How many skeletons to show while loading. */
  expected: number;
  /** How many are above the fold and load eagerly. */
  eager?: number;
  empty?: ReactNode;
  /** Chosen by the site: leaves out what the viewer isn't interested in. Search and creators' pages show it. */
  recommended?: boolean;
  /** Extra content below a card. */
  under?: (video: V) => ReactNode;
}

/** A grid of cards with its loading, empty and error states. */
export function VideoGrid<V extends Video>({
  videos,
  error,
  onRetry,
  expected,
  eager = 0,
  empty,
  recommended = false,
  under,
}: GridProps<V>) {
  const hidden = useHiddenVideos();
  const hidesSensitive = useHidesSensitive();
  if (!videos && error) return <ErrorState title={t`Failed to fetch videos`} onRetry={onRetry} />;
  if (!videos) {
    return (
      <div className="card-grid" role="status" aria-label={t`Loading videos`}>
        {Array.from({ length: expected }, (_, at) => (
          <VideoCardSkeleton key={at} />
        ))}
      </div>
    );
  }
  const shown = videos.filter(
    (video) => !(recommended && hidden.includes(video.id)) && !hidesSensitive(video),
  );
  if (shown.length === 0) {
    return (
      empty ?? (
        <EmptyState
          icon={<Clapperboard />}
          title={t`No videos here yet`}
          text={t`Videos appear here once they’re approved. Try another category or check back later.`}
        />
      )
    );
  }
  return (
    <ul className="card-grid">
      {shown.map((video, at) => (
        <li
          key={video.id}
          data-portrait={orientationOf(video) === 'portrait' || undefined}
          className="flex min-w-0 flex-col [contain-intrinsic-size:auto_20rem] data-portrait:[contain-intrinsic-size:auto_41.75rem] [content-visibility:auto] [overflow-clip-margin:1rem] has-[[role=menu]]:[content-visibility:visible]"
        >
          <VideoCard video={video} eager={at < eager} recommended={recommended} />
          {under?.(video)}
        </li>
      ))}
    </ul>
  );
}
