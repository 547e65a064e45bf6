import { MapPin } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link } from 'react-router';
import { orientationOf } from '#contract/videos/orientation.ts';
import type { Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { LabelBadges } from '#web/app/LabelBadges.tsx';
import { useBlurs } from '#web/app/sensitive.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { classes } from '#web/ui/classes.ts';
import { WatchedBar } from '#web/app/WatchedBar.tsx';
import { CardCounts } from './CardCounts.tsx';
import { CardCorner } from './CardCorner.tsx';
import { LikeButton } from './LikeButton.tsx';
import { Picture } from './Picture.tsx';
import { ShareButton } from './ShareButton.tsx';
import { platformName } from './platform.ts';

/** Fetched when a mouse first rests on a card, and for the banner. */
export const loadPreviews = () => import('./previews.ts');
const HoverPreview = lazy(async () => ({ default: (await loadPreviews()).HoverPreview }));

/** One video in a grid. The whole card leads to the video; its buttons are their own. */
export function VideoCard({
  video,
  eager,
  recommended = false,
}: {
  video: Video;
  eager?: boolean;
  /** In a grid from which the viewer can hide it. */
  recommended?: boolean;
}) {
  const isPortrait = orientationOf(video) === 'portrait';
  const [hovered, setHovered] = useState(false);
  const isBlurred = useBlurs(video);
  return (
    <article
      className="group relative flex min-w-0 flex-1 flex-col rounded-card"
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      <div
        className={classes(
          'relative overflow-hidden rounded-card bg-raised shadow-card',
          isPortrait ? 'aspect-4/5 flex-auto' : 'aspect-video',
        )}
      >
        <Picture
          video={video}
          eager={eager}
          crop={isPortrait ? '4x5' : undefined}
          className={isPortrait ? 'absolute inset-0' : undefined}
        />
        {hovered && !isBlurred && (
          <Suspense>
            <HoverPreview video={video} />
          </Suspense>
        )}
        <Badges video={video} />
        <Badge tone="scrim" className="absolute end-2 bottom-2 rounded-control px-2">
          <Duration seconds={video.durationSec} />
        </Badge>
        <WatchedBar video={video} />
      </div>
      <CardCorner video={video} recommended={recommended} />
      <div className="flex gap-3 pt-3">
        <Avatar src={backend(video.avatar)} size="md" className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="line-clamp-2 text-base leading-snug font-semibold break-words">
            <Link to={paths.video(video.id)} className="stretched outline-offset-4 after:rounded-card">
              {video.title}
            </Link>
          </h3>
          <p className="mt-1 flex text-sm text-ink-soft">
            <span dir="auto" className="truncate">
              {video.creator}
            </span>
            <span className="whitespace-pre">{' · '}</span>
            <span className="shrink-0">
              <CategoryName name={video.category} />
            </span>
          </p>
          <CardCounts video={video} className="text-sm text-ink-soft" />
        </div>
        <div className="relative z-10 -mt-1 -me-2 flex shrink-0 flex-col text-ink-soft transition-colors group-focus-within:text-ink group-hover:text-ink">
          <LikeButton video={video} />
          <ShareButton video={video} />
        </div>
      </div>
    </article>
  );
}

/** Where a video comes from (nothing for own ones), its labels, and where it was recorded. */
function Badges({ video }: { video: Video }) {
  const location = video.location?.name ?? video.location?.address;
  return (
    <div className="pointer-events-none absolute start-2 end-12 top-2 flex min-w-0 flex-wrap gap-1.5">
      {video.source !== 'OTHER' && <Badge tone="scrim">{platformName(video)}</Badge>}
      <LabelBadges labels={video.labels} tone="scrim" />
      {location && (
        <Badge tone="scrim" className="min-w-0">
          <MapPin aria-hidden="true" />
          <span className="truncate">{location}</span>
        </Badge>
      )}
    </div>
  );
}

/** A card's skeleton. */
export function VideoCardSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="aspect-video rounded-card" />
      <div className="flex gap-3 pt-3">
        <Skeleton className="size-10 rounded-pill" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      </div>
    </div>
  );
}
