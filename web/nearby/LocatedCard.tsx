import { t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import { formatLikes, formatViews } from '#web/app/i18n/count-formats.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link } from 'react-router';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Count, Duration } from '#web/ui/lists/Numbers.tsx';
import { VideoThumbnail } from '#web/app/VideoThumbnail.tsx';
import type { Located } from './nearby.queries.ts';

/** One video with where it was recorded. */
export function LocatedCard({ video }: { video: Located }) {
  const { id, title, durationSec, category, creator, avatar, views, likes, description } = video;
  return (
    <article
      id={`video-${id}`}
      tabIndex={-1}
      className="flex scroll-mt-20 flex-col overflow-hidden rounded-card border border-line bg-surface sm:flex-row"
    >
      <Link to={paths.video(id)} tabIndex={-1} aria-hidden="true" className="flex shrink-0 sm:w-56">
        <VideoThumbnail video={video} className="aspect-video w-full bg-stage sm:aspect-auto">
          <Badge tone="scrim" className="absolute right-2 bottom-2">
            <Duration seconds={durationSec} />
          </Badge>
        </VideoThumbnail>
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-2">
          <h2 dir="auto" className="min-w-0 text-lg break-words">
            <Link to={paths.video(id)} className="underline-offset-4 hover:underline">
              {title}
            </Link>
          </h2>
          <Badge>
            <CategoryName name={category} />
          </Badge>
        </div>
        <p className="flex items-center gap-2 text-sm">
          <Avatar src={backend(avatar)} size="xs" />
          <span dir="auto" className="truncate font-semibold">
            {creator}
          </span>
          <span className="text-ink-soft">
            <Count of={views} format={formatViews} /> · <Count of={likes} format={formatLikes} />
          </span>
        </p>
        {description && (
          <p dir="auto" className="line-clamp-3 text-sm break-words text-ink-soft">
            {description}
          </p>
        )}
        <LocationChips location={video.location} />
      </div>
    </article>
  );
}

function LocationChips({ location }: { location: Located['location'] }) {
  const chips = [location.city, location.state, location.country].filter((part) => part !== null);
  return (
    <div role="group" aria-label={t`Filmed Location`} className="mt-auto rounded-control bg-raised p-3">
      <h3 className="flex items-center gap-1.5 text-sm">
        <MapPin aria-hidden="true" className="size-4 text-accent-text" />
        {t`Filmed Location`}
      </h3>
      <p className="mt-1 break-words">{location.address ?? location.name ?? t`Location not specified`}</p>
      <p className="numbers text-sm text-ink-soft">
        {`${location.latitude.toFixed(6)}, ${location.longitude.toFixed(6)}`}
      </p>
      {chips.length > 0 && (
        <ul aria-label={t`City, state, country`} className="mt-2 flex flex-wrap gap-1.5">
          {chips.map((chip, at) => (
            <li key={`${at}-${chip}`}>
              <Badge className="bg-surface">{chip}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
