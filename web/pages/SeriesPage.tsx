import { plural, t } from '@lingui/core/macro';
import { ListVideo, ListX, Play } from 'lucide-react';
import type { SeriesDetails } from '#contract/lists/series.ts';
import type { Video } from '#contract/videos.ts';
import { ApiError } from '#web/app/call.ts';
import { useMe } from '#web/app/me.ts';
import { paths } from '#web/app/paths.ts';
import { SeriesActions } from '#web/videos/lists/SeriesEditing.tsx';
import { ListRow } from '#web/videos/lists/ListRow.tsx';
import { useOrderSeries, useSeries } from '#web/videos/lists/series.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { movedTo, OrderedRows } from '#web/ui/lists/OrderedRows.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Link, useParams } from '#web/ui/router.tsx';
import { FeedLink } from '#web/videos/FeedLink.tsx';
import { ShareButton } from '#web/videos/ShareButton.tsx';
import { idIn, type Head } from './page.ts';

export const head: Head = () => ({ title: t`Series` });

export function SeriesPage() {
  const id = idIn(useParams()['id']);
  const hydrated = useHydrated();
  if (id === null) return <NoSeries />;
  return hydrated ? <Loaded key={id} id={id} /> : <Loading />;
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch, ...list } = useSeries(id);
  if (data)
    return (
      <Shown
        series={data.pages[0] as SeriesDetails}
        videos={data.pages.flatMap((page) => page.videos)}
        list={list}
      />
    );
  if (error instanceof ApiError && error.status < 500) return <NoSeries />;
  if (error)
    return <ErrorState whole title={t`The series could not be loaded`} onRetry={() => void refetch()} />;
  return <Loading />;
}

const Loading = () => (
  <div className="wrap space-y-4 py-8">
    <Skeleton className="h-24" />
    <Skeleton className="h-80" />
  </div>
);

const NoSeries = () => (
  <EmptyState
    whole
    icon={<ListX />}
    title={t`Series not found`}
    text={t`It may have been deleted, or its clips cannot be seen at present.`}
    action={<ButtonLink to={paths.videos()}>{t`All videos`}</ButtonLink>}
  />
);

function Shown({
  series,
  videos,
  list,
}: {
  series: SeriesDetails;
  videos: Video[];
  list: React.ComponentProps<typeof LoadMore>['list'];
}) {
  const { me } = useMe();
  const order = useOrderSeries(series.id);
  // the whole order can be given once all of it is here
  const own = me?.username === series.creatorUsername && !list.hasNextPage;
  const ids = order.isPending ? order.variables : videos.map(({ id }) => id);
  const shown = videos.toSorted((one, two) => ids.indexOf(one.id) - ids.indexOf(two.id));
  const [first] = shown;
  return (
    <div className="wrap flex max-w-4xl flex-col gap-6 pt-8 pb-16">
      <header className="flex flex-col gap-3">
        <p className="text-sm font-semibold text-accent-text">{t`Series`}</p>
        <h1 dir="auto" className="-mt-2 text-2xl break-words sm:text-3xl">
          {series.title}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <Link to={paths.creator(series.creatorUsername)} className="font-semibold text-ink">
            <bdi>{series.creator}</bdi>
          </Link>
          <span>{plural(series.count, { one: '# clip', other: '# clips' })}</span>
        </p>
        {series.description && (
          <p dir="auto" className="prose-width break-words whitespace-pre-line [overflow-wrap:anywhere]">
            {series.description}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {first && (
            <ButtonLink variant="primary" size="sm" className="h-10" to={paths.video(first.id)}>
              <Play aria-hidden="true" />
              {t`Play from the start`}
            </ButtonLink>
          )}
          <FeedLink videos={shown} list={{ series: String(series.id) }} />
          {me?.username === series.creatorUsername && (
            <SeriesActions series={series} videoIds={series.videoIds} />
          )}
          <ShareButton thing={{ title: series.title, path: paths.series(series.id) }} />
        </div>
      </header>
      {shown.length === 0 && (
        <EmptyState
          icon={<ListVideo />}
          title={t`Nothing in it yet`}
          text={t`Choose clips of yours; viewers see the series once one of them is public.`}
        />
      )}
      <OrderedRows
        label={t`Clips in this series`}
        items={shown}
        idOf={(video) => video.id}
        nameOf={(video) => video.title}
        onMove={own ? (id, to) => order.mutate(movedTo(ids, (each) => each === id, to)) : null}
        className="gap-1"
      >
        {(video) => <ListRow video={video} to={paths.video(video.id)} />}
      </OrderedRows>
      <LoadMore className="w-full" list={list} />
    </div>
  );
}
