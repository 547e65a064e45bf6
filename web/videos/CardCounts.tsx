import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Video } from '#contract/videos/videos.ts';
import { useConfig } from '#web/app/config.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { paths } from '#web/app/paths.ts';
import { formatCompact, formatCount } from '#web/ui/format.ts';
import { platformName } from './platform.ts';

/**
 * '24.2M on YouTube  ▮▮▮ 12 views · 3 likes': the other platform's counter beside this site's own, which bear its logo, and
 * its name on hover and to screen readers. Compact; in full there. A click opens the video, as on the rest of its card.
 */
export function CardCounts({ video, className }: { video: Video; className?: string }) {
  const { siteName } = useConfig();
  const { elsewhere, own } = countsOf(video, siteName);
  const spoken = [...(elsewhere ? [elsewhere] : []), ...own].map(({ full }) => full).join(', ');
  return (
    <p className={className}>
      <Link
        to={paths.video(video.id)}
        tabIndex={-1}
        aria-hidden="true"
        className="numbers relative flex flex-wrap items-center gap-x-3"
      >
        {elsewhere && <span title={elsewhere.full}>{elsewhere.compact}</span>}
        <span className="flex min-w-0 items-center gap-1.5">
          <SiteLogo className="h-3 shrink-0" />
          <span title={own.map(({ full }) => full).join(', ')}>
            {inPieces(own.map(({ compact }) => compact))}
          </span>
        </span>
      </Link>
      <span className="sr-only">{spoken}</span>
    </p>
  );
}

/** Lines break between two counts only, and never end with a separator. */
const inPieces = (counts: string[]): string =>
  counts.map((count) => count.replaceAll(' ', '\u00a0')).join(' ·\u00a0');

interface CountLabels {
  compact: string;
  full: string;
}

function countsOf(video: Video, siteName: string): { elsewhere: CountLabels | null; own: CountLabels[] } {
  const { externalViews, lllViews, lllLikes } = video;
  const platform = platformName(video);
  return {
    elsewhere: platform && externalViews !== null ? viewsOn(platform, externalViews) : null,
    own: [viewsHere(lllViews, siteName), likesHere(lllLikes, siteName)],
  };
}

function viewsOn(platform: string, count: number): CountLabels {
  const [short, views] = [formatCompact(count), formatCount(count)];
  return { compact: t`${short} on ${platform}`, full: t`${views} views on ${platform}` };
}

function viewsHere(count: number, siteName: string): CountLabels {
  const short = formatCompact(count);
  return {
    compact: plural(count, { one: `${short} view`, other: `${short} views` }),
    full: plural(count, { one: `# ${siteName} view`, other: `# ${siteName} views` }),
  };
}

function likesHere(count: number, siteName: string): CountLabels {
  const short = formatCompact(count);
  return {
    compact: plural(count, { one: `${short} like`, other: `${short} likes` }),
    full: plural(count, { one: `# ${siteName} like`, other: `# ${siteName} likes` }),
  };
}
