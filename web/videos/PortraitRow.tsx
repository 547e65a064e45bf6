import { t } from '@lingui/core/macro';

import { Link } from 'react-router';
import type { Video } from '#contract/videos/videos.ts';
import { LabelBadges } from '#web/app/LabelBadges.tsx';
import { useHidesSensitive } from '#web/app/sensitive.ts';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { WatchedBar } from '#web/app/WatchedBar.tsx';
import { CardCounts } from './CardCounts.tsx';
import { CardCorner } from './CardCorner.tsx';
import { useHiddenVideos } from './hidden-videos.ts';
import { Picture } from './Picture.tsx';

const MIN_SHOWN = 3;
const SIZES = '(width >= 84rem) 12rem, (width >= 64rem) 16vw, (width >= 40rem) 24vw, 45vw';

/** Portrait videos in one row: two across on phones, six on wide screens. Nothing if there are fewer than three. */
export function PortraitRow({
  videos = [],
  recommended = false,
}: {
  videos: readonly Video[] | undefined;
  /** Chosen by the site: leaves out what the viewer isn't interested in. */
  recommended?: boolean;
}) {
  const hidden = useHiddenVideos();
  const hidesSensitive = useHidesSensitive();
  if (videos.length < MIN_SHOWN) return null;
  const shown = videos.filter(
    (video) => !(recommended && hidden.includes(video.id)) && !hidesSensitive(video),
  );
  return (
    <section aria-labelledby="portrait" className="mt-6 empty:hidden">
      <h2 id="portrait" className="mb-4 text-xl">
        {t`Portrait`}
      </h2>
      <ul className="portrait-row">
        {shown.map((video) => (
          <li key={video.id}>
            <PortraitCard video={video} recommended={recommended} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PortraitCard({ video, recommended }: { video: Video; recommended: boolean }) {
  return (
    <article className="group relative min-w-0 rounded-card">
      <div className="relative aspect-9/16 overflow-hidden rounded-card bg-raised shadow-card">
        <Picture video={video} crop="9x16" sizes={SIZES} />
        <div className="pointer-events-none absolute start-2 end-12 top-2 flex flex-wrap gap-1.5">
          <LabelBadges labels={video.labels} tone="scrim" />
        </div>
        <Badge tone="scrim" className="absolute end-2 bottom-2 rounded-control px-2">
          <Duration seconds={video.durationSec} />
        </Badge>
        <WatchedBar video={video} />
      </div>
      <CardCorner video={video} recommended={recommended} />
      <h3 dir="auto" className="mt-2.5 line-clamp-2 text-base leading-snug font-semibold break-words">
        <Link to={paths.video(video.id)} className="stretched outline-offset-4 after:rounded-card">
          {video.title}
        </Link>
      </h3>
      <CardCounts video={video} className="mt-0.5 text-sm text-ink-soft" />
    </article>
  );
}
