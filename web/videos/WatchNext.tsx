import { t } from '@lingui/core/macro';
import type { Video } from '#contract/videos/videos.ts';
import { useCategoryText } from '#web/app/i18n/CategoryName.tsx';
import { paths } from '#web/app/paths.ts';
import { useHidesSensitive } from '#web/app/sensitive.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { VideoRow } from './VideoRow.tsx';
import { WATCH_NEXT_SHOWN, useWatchNext } from './videos.queries.ts';

/** Up to six others of the same category. */
export function WatchNext({ video }: { video: Video }) {
  const next = useWatchNext(video);
  const hidesSensitive = useHidesSensitive();
  const others = next.data?.filter((other) => !hidesSensitive(other));
  const category = useCategoryText()(video.category);
  return (
    <section aria-labelledby="watch-next">
      <h2 id="watch-next" className="mb-4 text-lg">
        {t`Watch next`}
      </h2>
      {!next.data && next.error && (
        <ErrorState className="py-6" title={t`Failed to fetch videos`} onRetry={() => void next.refetch()} />
      )}
      {next.isPending && (
        <div className="space-y-4">
          {Array.from({ length: WATCH_NEXT_SHOWN }, (_, at) => (
            <Skeleton key={at} className="h-24" />
          ))}
        </div>
      )}
      {others?.length === 0 && (
        <p className="text-sm text-ink-soft">{t`This is the only video in ${category} so far.`}</p>
      )}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1">
        {others?.map((other) => (
          <li key={other.id}>
            <VideoRow heading="h3" narrow video={other} to={paths.video(other.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
