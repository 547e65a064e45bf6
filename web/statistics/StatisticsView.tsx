import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { Suspense, lazy, useMemo, useState } from 'react';
import { useAddressSearch } from '#web/app/address-search.ts';
import { PERIODS, statistics, type Period, type Statistics } from '#contract/statistics/statistics.ts';
import { addressOf } from '#contract/site/address.ts';
import { downloadFile } from '#web/app/client/call-file.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Toolbar, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { formatCompact, formatCount } from '#web/ui/format.ts';
import { Sales } from './Sales.tsx';
import { useStatistics } from './statistics.queries.ts';
import { formatPercent, sourceRows } from './sources.ts';

const DayChart = lazy(async () => ({ default: (await import('#web/ui/charts/DayChart.tsx')).DayChart }));

const periods = (): Record<Period, string> => ({
  '7': t`Last 7 days`,
  '28': t`Last 28 days`,
  '90': t`Last 90 days`,
  all: t`All time`,
});

/** The figures of the creator's videos: all of them, or one of `videos`. */
export function StatisticsView({ videos }: { videos: { id: number; title: string }[] }) {
  const [days, setDays] = useState<Period>('28');
  const [search, setSearch] = useAddressSearch();
  // older addresses have another parameter
  const videoId = search.get('video') ?? search.get('clip') ?? '';
  const choose = (videoId: string): void =>
    setSearch(() => ({ tab: 'analytics', ...(videoId && { video: videoId }) }), { replace: true });
  const isFurtherBack = videoId !== '' && videos.every(({ id }) => String(id) !== videoId);
  const { data, error, refetch } = useStatistics(days, videoId || undefined);
  const download = (): void => {
    const path = addressOf(statistics.csv.path, undefined, { days, videoId: videoId || undefined });
    void downloadFile({ ...statistics.csv, path });
  };
  return (
    <div className="flex flex-col gap-5">
      <Toolbar label={t`Filter statistics`}>
        <ToolbarSelect
          label={t`Time`}
          value={days}
          onChange={(event) => setDays(event.target.value as Period)}
        >
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {periods()[each]}
            </option>
          ))}
        </ToolbarSelect>
        <ToolbarSelect
          label={t`Video`}
          className="w-44 sm:w-60"
          value={videoId}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t`All videos`}</option>
          {isFurtherBack && <option value={videoId}>{t`Video ${videoId}`}</option>}
          {videos.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </ToolbarSelect>
      </Toolbar>
      {!data && error && <ErrorState title={t`Couldn’t load the numbers`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && <Numbers data={data} period={periods()[days]} onDownload={download} />}
      <Sales of={videoId || undefined} videos={videos} />
    </div>
  );
}

function Numbers({ data, period, onDownload }: { data: Statistics; period: string; onDownload: () => void }) {
  const { totals, days } = data;
  const hasViews = totals.views > 0;
  const points = useMemo(() => days.map(({ day, views: value }) => ({ day, value })), [days]);
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Total label={t`Views`} value={totals.views} />
        <Total label={t`Likes`} value={totals.likes} />
        <Total label={t`Comments`} value={totals.comments} />
        {totals.followers !== null && <Total label={t`Followers gained`} value={totals.followers} />}
      </dl>
      <Card
        title={t`Views by day`}
        aside={
          <Button size="sm" className="shrink-0" onClick={onDownload}>
            <Download aria-hidden="true" />
            {t`Download CSV`}
          </Button>
        }
      >
        {hasViews ? (
          <Suspense fallback={<Skeleton className="h-44" />}>
            <DayChart
              label={t`Views, ${period}`}
              points={points}
              format={formatCompact}
              formatFull={formatCount}
            />
          </Suspense>
        ) : (
          <p className="text-ink-soft">{t`No views in this period.`}</p>
        )}
        <details className="mt-3 text-sm">
          <summary className="cursor-pointer text-ink-soft">{t`View as table`}</summary>
          <div className="mt-2 max-h-72 overflow-y-auto">
            <DataTable
              caption={t`Daily totals`}
              rows={days.toReversed()}
              keyOf={({ day }) => day}
              columns={[
                { title: t`Day`, cell: ({ day }) => day },
                { title: t`Views`, numeric: true, cell: ({ views }) => formatCount(views) },
                { title: t`Likes`, numeric: true, cell: ({ likes }) => formatCount(likes) },
                { title: t`Comments`, numeric: true, cell: ({ comments }) => formatCount(comments) },
              ]}
            />
          </div>
        </details>
      </Card>
      {hasViews && <Viewers data={data} />}
    </>
  );
}

/** Where viewers came from, what they searched for, and how far they watched. */
function Viewers({ data }: { data: Statistics }) {
  const { curve, phrases } = data;
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title={t`Traffic sources`}>
          <Bars rows={sourceRows(data)} />
        </Card>
        {phrases.length > 0 && (
          <Card title={t`Search terms`}>
            <Bars rows={phrases.map(({ phrase, views }) => ({ name: phrase, value: views }))} />
          </Card>
        )}
      </div>
      <Card title={t`Audience retention`}>
        {curve ? (
          <Bars
            percent
            rows={curve.map(({ tenth, percent }) => ({ name: formatPercent(tenth * 10), value: percent }))}
          />
        ) : (
          <p className="text-ink-soft">{t`Not enough data yet (fewer than 10 viewers).`}</p>
        )}
      </Card>
    </div>
  );
}

function Total({ label, value }: { label: string; value: number }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-2xl font-semibold">{formatCount(value)}</dd>
    </div>
  );
}

/** A table with bars proportional to its numbers. */
function Bars({ rows, percent = false }: { rows: { name: string; value: number }[]; percent?: boolean }) {
  const most = percent ? 100 : Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className="w-full text-sm">
      <tbody>
        {rows.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row" aria-label={name} className="w-full py-1.5 pe-3 text-start font-normal">
              <span className="line-clamp-1">
                <bdi>{name}</bdi>
              </span>
              <span
                aria-hidden="true"
                className="mt-1 block h-2 rounded-pill bg-accent"
                style={{ width: `${(value / most) * 100}%` }}
              />
            </th>
            <td className="numbers py-1.5 text-end align-bottom whitespace-nowrap">
              {percent ? formatPercent(value) : formatCount(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
