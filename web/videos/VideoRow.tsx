import type { ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { namesOf } from '#web/app/i18n/label-names.ts';
import { classes } from '#web/ui/classes.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { WatchedBar } from '#web/app/WatchedBar.tsx';
import { Link } from 'react-router';
import { CardCounts } from './CardCounts.tsx';
import { Picture } from './Picture.tsx';

interface VideoRowProps {
  video: Video;
  to: string;
  more?: ReactNode;
  /** Level of its title, below the section heading. */
  heading: 'h2' | 'h3';
  /** In the column beside a video. */
  narrow?: boolean;
}

/** A video in a list, with what can be done to it at the end. */
export function VideoRow({ video, to, more, heading: Heading, narrow = false }: VideoRowProps) {
  return (
    <article className="group relative flex min-w-0 items-center gap-3 rounded-control py-1.5">
      <div
        className={classes(
          'relative aspect-video shrink-0 overflow-hidden rounded-control bg-raised',
          narrow ? 'w-40' : 'w-28 sm:w-40',
        )}
      >
        <Picture video={video} sizes="10rem" />
        <Badge tone="scrim" className="absolute end-1.5 bottom-1.5 rounded-control px-2">
          <Duration seconds={video.durationSec} />
        </Badge>
        <WatchedBar video={video} />
      </div>
      <div className="min-w-0 flex-1">
        <Heading
          className={classes(
            'line-clamp-2 text-sm leading-snug font-semibold break-words',
            !narrow && 'sm:text-base',
          )}
        >
          <Link to={to} className="stretched">
            <bdi>{video.title}</bdi>
          </Link>
        </Heading>
        <p className="mt-0.5 truncate text-sm text-ink-soft">
          <bdi>{video.creator}</bdi>
          {namesOf(video.labels).map((name) => ` · ${name}`)}
        </p>
        <CardCounts video={video} className={classes('text-sm text-ink-soft', !narrow && 'max-sm:hidden')} />
      </div>
      {more && <div className="relative z-10 shrink-0">{more}</div>}
    </article>
  );
}
