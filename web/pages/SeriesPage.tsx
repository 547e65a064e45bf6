import { t } from '@lingui/core/macro';
import type { SeriesDetails } from '#contract/lists/series.ts';
import type { Video } from '#contract/videos/videos.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { OpenedList, OpeningList } from '#web/lists/OpenedList.tsx';
import { SeriesActions } from '#web/lists/ListEditing.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { seriesQuery, useOrderSeries } from '#web/lists/lists.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import type { Pages } from '#web/ui/controls/LoadMore.tsx';
import { movedTo } from '#web/ui/lists/OrderedRows.tsx';
import { useParams } from 'react-router';
import { ShareButton } from '#web/videos/ShareButton.tsx';
import { headOfSeries } from './head/lists.ts';
import { findIn, idIn, type Head, type Loader } from '#web/app/page.ts';

export const loader: Loader = async ({ client, params }) => {
  const id = idIn(params['id']);
  if (id !== null) await client.prefetchInfiniteQuery(seriesQuery(id));
};

export const head: Head = ({ client, params }) => {
  const id = idIn(params['id']);
  const found = id === null ? null : findIn(client, seriesQuery(id));
  const series = found && found.pages[0];
  if (series) return headOfSeries(series);
  return { title: series === null ? t`Series not found` : t`Series`, isMissing: series === null };
};

export function SeriesPage() {
  const id = idIn(useParams()['id']);
  const list = useInfiniteQuery({ ...seriesQuery(id ?? 0), enabled: id !== null });
  return (
    <OpeningList
      query={id === null ? null : list}
      missing={{
        title: t`Series not found`,
        text: t`It may have been deleted, or its videos aren’t available right now.`,
        action: <ButtonLink to={paths.videos()}>{t`All videos`}</ButtonLink>,
      }}
      failed={t`Couldn’t load the series`}
    >
      {(series, pages) => (
        <Shown key={series.id} series={series} videos={pages.flatMap(({ videos }) => videos)} list={list} />
      )}
    </OpeningList>
  );
}

function Shown({ series, videos, list }: { series: SeriesDetails; videos: Video[]; list: Pages }) {
  const { id, title, videoIds } = series;
  const { me } = useMe();
  const own = me?.username === series.creatorUsername;
  const order = useOrderSeries(id);
  // the whole order, of which the videos that are here are the first
  const ids = order.isPending ? order.variables : videoIds;
  return (
    <OpenedList
      kind={t`Series`}
      list={series}
      videos={videos.toSorted((one, two) => ids.indexOf(one.id) - ids.indexOf(two.id))}
      play={t`Play from the start`}
      pathOf={(videoId) => paths.video(videoId)}
      feed={{ series: String(id) }}
      actions={
        <>
          <ShareButton shared={{ title, path: paths.series(id) }} />
          {own && <SeriesActions series={series} videoIds={videoIds} />}
        </>
      }
      label={t`Videos in this series`}
      onMove={own ? (videoId, to) => order.mutate(movedTo(ids, (each) => each === videoId, to)) : null}
      empty={{ text: t`Add your videos. Viewers see the series once at least one is public.` }}
      pages={list}
    />
  );
}
