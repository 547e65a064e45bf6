import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Video } from '#contract/videos/videos.ts';
import { useCategoryText } from '#web/app/i18n/CategoryName.tsx';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { CardCounts } from './CardCounts.tsx';
import { Picture } from './Picture.tsx';
import { WATCH_NEXT_SHOWN, useWatchNext } from './videos.queries.ts';

/** Up to six others of the same category. */
export function WatchNext({ video }: { video: Video }) {
  const next = useWatchNext(video);
  const category = useCategoryText()(video.category);
  return (
    <section aria-labelledby="watch-next">
      <h2 id="watch-next" className="mb-4 text-lg">
        {t`Watch next`}
      </h2>
      {!next.data && next.error && (
        <ErrorState
          className="py-6"
          title={t`Failed to fetch videos`}
          onRetry={() => {
            void next.refetch();
          }}
        />
      )}
      {next.isPending && (
        <div className="space-y-4">
          {Array.from({ length: WATCH_NEXT_SHOWN }, (_, at) => (
            <Skeleton key={at} className="h-24" />
          ))}
        </div>
      )}
      {next.data?.length === 0 && (
        <p className="text-sm text-ink-soft">{t`This is the only video in ${category} so far.`}</p>
      )}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1">
        {next.data?.map((other) => (
          <li key={other.id}>
            <Row video={other} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ video }: { video: Video }) {
  return (
    <article className="group relative flex gap-3 rounded-control">
      <div className="relative aspect-video w-40 shrink-0 overflow-hidden rounded-control">
        <Picture video={video} sizes="10rem" />
        <Badge tone="scrim" className="absolute end-1.5 bottom-1.5 rounded-control px-2">
          <Duration seconds={video.durationSec} />
        </Badge>
      </div>
      <div className="min-w-0 py-0.5">
        <h3 dir="auto" className="line-clamp-2 text-sm leading-snug font-semibold break-words">
          <Link to={paths.video(video.id)} className="stretched">
            {video.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 truncate text-sm text-ink-soft">
          {video.creator}
        </p>
        <CardCounts video={video} className="text-sm text-ink-soft" />
      </div>
    </article>
  );
}
