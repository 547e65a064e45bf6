import { plural, t } from '@lingui/core/macro';
import { MessageCircle, Play, Share2, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLikes, formatViews } from '#web/app/i18n/count-formats.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link, useNavigate } from 'react-router';
import { BANNER_SIZES } from '#contract/videos/pictures.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useConfig } from '#web/app/config.ts';
import { SiteLogo } from '#web/app/SiteLogo.tsx';
import { backend } from '#web/app/client/backend.ts';
import { LabelBadges } from '#web/app/LabelBadges.tsx';
import { useBlurs } from '#web/app/sensitive.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { whenIdle } from '#web/ui/idle.ts';
import { Count, Duration } from '#web/ui/lists/Numbers.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { useLate } from '#web/ui/useLate.ts';
import { Picture } from './Picture.tsx';
import { platformName } from './platform.ts';
import { loadPreviews } from './VideoCard.tsx';

const loadLoop = async () => {
  await whenIdle();
  return (await loadPreviews()).BannerLoop;
};

/** The one video the site puts forward. Any click on it opens the video; its three buttons have no action of their own. */
export function FeaturedBanner({ video }: { video: Video }) {
  const { siteName } = useConfig();
  const platform = platformName(video);
  const navigate = useNavigate();
  const href = paths.video(video.id);
  const loop = useLate(loadLoop, !useBlurs(video));
  return (
    <article
      aria-label={t`Featured video`}
      onClick={() => void navigate(href)}
      className="on-stage group relative isolate cursor-pointer overflow-hidden rounded-card bg-stage text-ink shadow-card over:h-(--banner-height) over:w-full"
    >
      <div className="relative aspect-video md:aspect-[21/9] over:absolute over:inset-0 over:aspect-auto">
        <Picture video={video} eager sizes={BANNER_SIZES} />
        {loop}
        <div
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-1/4 bg-linear-to-t from-stage to-transparent over:hidden"
        />
        <div aria-hidden="true" className="text-shade" />
        <div className="absolute start-3 top-3 flex flex-wrap items-center gap-2 over:start-8 over:top-6 short:start-5 short:top-4">
          <Badge tone="accent">
            <Star aria-hidden="true" className="fill-current" />
            {t`Featured`}
          </Badge>
          <Badge tone="scrim" className="scheme-dark">
            <CategoryName name={video.category} />
          </Badge>
          <LabelBadges labels={video.labels} tone="scrim" />
          <Badge tone="scrim">
            <Duration seconds={video.durationSec} />
          </Badge>
        </div>
      </div>
      <div
        data-overlay
        className="relative flex flex-col items-start gap-2 p-4 pt-1 sm:gap-3 sm:p-7 sm:pt-3 over:absolute over:inset-x-0 over:bottom-0 over:gap-1 over:p-8 over:pt-0 over:pb-6 short:p-5 short:pb-4"
      >
        <h2 dir="auto" className="w-full text-xl font-extrabold sm:text-3xl short:text-2xl">
          <Link
            to={href}
            onClick={(event) => event.stopPropagation()}
            className="line-clamp-2 break-words outline-offset-4 over:line-clamp-1"
          >
            {video.title}
          </Link>
        </h2>
        {video.description && (
          <p dir="auto" className="line-clamp-1 max-w-[56ch] text-ink-soft over:text-ink short:hidden">
            {video.description}
          </p>
        )}
        <div className="flex w-full flex-col gap-2 sm:gap-3 over:flex-row over:items-center over:gap-6">
          <p className="flex max-w-full min-w-0 over:flex-1 items-center gap-x-4 gap-y-2 text-sm text-ink-soft sm:flex-wrap over:text-ink">
            <span className="flex min-w-0 items-center gap-2 font-semibold text-ink">
              <Avatar src={backend(video.avatar)} size="sm" />
              <span dir="auto" className="truncate">
                {video.creator}
              </span>
            </span>
            {platform && video.externalViews !== null && (
              <Count
                of={video.externalViews}
                format={(_, count) => t`${count} on ${platform}`}
                inFull={(n, count) =>
                  plural(n, { one: `${count} view on ${platform}`, other: `${count} views on ${platform}` })
                }
              />
            )}
            <span className="flex shrink-0 items-center gap-1.5 whitespace-nowrap">
              <SiteLogo className="h-3" />
              <Count
                of={video.lllViews}
                format={formatViews}
                inFull={(n, count) => plural(n, { other: `${count} ${siteName} views` })}
              />
              <span aria-hidden="true">·</span>
              <Count
                of={video.lllLikes}
                format={formatLikes}
                inFull={(n, count) => plural(n, { other: `${count} ${siteName} likes` })}
              />
            </span>
          </p>
          <div className="mt-2 flex flex-wrap gap-2 over:mt-0 over:shrink-0">
            <Action strong icon={<Play aria-hidden="true" className="fill-current" />}>
              {t({ message: 'Watch', context: 'a clip' })}
            </Action>
            <Action icon={<MessageCircle aria-hidden="true" />}>{t`Comments`}</Action>
            <Action icon={<Share2 aria-hidden="true" />}>{t`Share`}</Action>
          </div>
        </div>
      </div>
    </article>
  );
}

function Action({ strong = false, icon, children }: { strong?: boolean; icon: ReactNode; children: string }) {
  return (
    <button
      type="button"
      className={`inline-flex h-10 items-center gap-2 rounded-control px-4 sm:h-11 font-semibold transition duration-150 active:scale-[0.98] sm:px-5 [&_svg]:size-4.5 max-xs:[&_svg]:hidden ${strong ? 'bg-accent text-accent-ink hover:bg-accent-strong' : 'bg-stage/35 text-on-scrim ring-1 ring-on-scrim/20 backdrop-blur-sm ring-inset hover:bg-stage/55'}`}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

export function FeaturedBannerSkeleton() {
  return (
    <Skeleton className="aspect-[6/7] rounded-card xs:aspect-square md:aspect-[13/10] over:aspect-auto over:h-(--banner-height) over:w-full" />
  );
}
