import type { ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';
import { CardCounts } from '#web/videos/CardCounts.tsx';
import { Picture } from '#web/videos/Picture.tsx';

interface ListRowProps {
  video: Video;
  to: string;
  more?: ReactNode;
  /** Level of its title, below the section heading. */
  heading: 'h2' | 'h3';
}

/** A video in a list, with what can be done to it at the end. */
export function ListRow({ video, to, more, heading: Heading }: ListRowProps) {
  return (
    <article className="group relative flex min-w-0 items-center gap-3 rounded-control py-1.5">
      <div className="relative aspect-video w-28 shrink-0 overflow-hidden rounded-control bg-raised sm:w-40">
        <Picture video={video} sizes="10rem" />
        <Badge tone="scrim" className="absolute end-1.5 bottom-1.5 rounded-control px-2">
          <Duration seconds={video.durationSec} />
        </Badge>
      </div>
      <div className="min-w-0 flex-1">
        <Heading className="line-clamp-2 text-sm leading-snug font-semibold break-words sm:text-base">
          <Link to={to} className="stretched">
            <bdi>{video.title}</bdi>
          </Link>
        </Heading>
        <p className="mt-0.5 truncate text-sm text-ink-soft">
          <bdi>{video.creator}</bdi>
        </p>
        <CardCounts video={video} className="text-sm text-ink-soft max-sm:hidden" />
      </div>
      {more && <div className="relative z-10 shrink-0">{more}</div>}
    </article>
  );
}
