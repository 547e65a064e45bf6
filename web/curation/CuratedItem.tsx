import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { reviewStatusLabels } from '#web/app/i18n/status-labels.ts';
import { formatViews } from '#web/app/i18n/count-formats.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link } from 'react-router';
import type { CuratedVideo } from '#contract/curation/curation.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Count, Duration } from '#web/ui/lists/Numbers.tsx';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';

const TONES: Record<CuratedVideo['status'], BadgeTone> = { PENDING: 'warn', APPROVED: 'ok', REJECTED: 'bad' };

/** One video in a list of the dashboard, with what can be done about it. */
export function CuratedItem({
  video,
  details,
  children,
}: {
  video: CuratedVideo;
  details?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <article
      aria-label={video.title}
      className="flex flex-col gap-x-4 gap-y-2.5 px-3 py-2.5 transition-colors hover:bg-raised/60 sm:flex-row sm:items-center"
    >
      <div className="flex min-w-0 flex-1 items-center gap-3">
        <Thumbnail src={backend(video.thumbnail)} className="aspect-video w-24 rounded-control" />
        <div className="min-w-0">
          <p
            dir="auto"
            className="line-clamp-2 text-sm leading-snug font-semibold break-words sm:line-clamp-1"
          >
            <Link to={paths.video(video.id)} className="hover:underline">
              {video.title}
            </Link>
          </p>
          <p className="flex flex-wrap gap-x-3 text-xs text-ink-soft sm:text-sm">
            <bdi className="min-w-0 break-words">{video.creator}</bdi>
            <CategoryName name={video.category} />
            <Duration seconds={video.durationSec} />
            <Count of={video.views} format={formatViews} />
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-1.5">
            <Badge tone={TONES[video.status]}>{reviewStatusLabels()[video.status]}</Badge>
            {video.source !== 'OTHER' && <Badge>{video.externalPlatformName}</Badge>}
            {video.processing === 'FAILED' && <Badge tone="bad">{t`processing failed`}</Badge>}
            {details && <span className="min-w-0 text-sm text-ink-soft">{details}</span>}
          </p>
        </div>
      </div>
      {children && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:justify-end">{children}</div>
      )}
    </article>
  );
}
