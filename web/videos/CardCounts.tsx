import { Fragment } from 'react';
import { Link } from '#web/ui/router.tsx';
import type { Video } from '#contract/videos.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { formatCompact, formatCount } from '#web/ui/format.ts';
import { platformName } from './platform.ts';

/**
 * '24.2M on YouTube · 12 LLL views · 3 LLL likes': the other platform's counter beside this site's own. Compact; in full
 * on hover and to screen readers. A click opens the video, as on the rest of its card.
 */
export function CardCounts({ video, className }: { video: Video; className?: string }) {
  const { siteName } = useConfig();
  const counts = countsOf(video, siteName);
  return (
    <p className={className}>
      <Link to={paths.video(video.id)} tabIndex={-1} aria-hidden="true" className="numbers relative">
        {counts.map(({ compact, full }, at) => (
          <Fragment key={full}>
            <span title={full} className="whitespace-nowrap">
              {`${compact}${at < counts.length - 1 ? ' ·' : ''}`}
            </span>{' '}
          </Fragment>
        ))}
      </Link>
      <span className="sr-only">{counts.map(({ full }) => full).join(', ')}</span>
    </p>
  );
}

function countsOf(video: Video, siteName: string): { compact: string; full: string }[] {
  const { externalViews, lllViews, lllLikes } = video;
  const platform = platformName(video);
  const own = (count: number, what: string) => {
    const unit = `${siteName} ${what}${count === 1 ? '' : 's'}`;
    return { compact: `${formatCompact(count)} ${unit}`, full: `${formatCount(count)} ${unit}` };
  };
  return [
    ...(platform && externalViews !== null
      ? [
          {
            compact: `${formatCompact(externalViews)} on ${platform}`,
            full: `${formatCount(externalViews)} views on ${platform}`,
          },
        ]
      : []),
    own(lllViews, 'view'),
    own(lllLikes, 'like'),
  ];
}
