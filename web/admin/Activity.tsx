import { Trans } from '@lingui/react/macro';
import { plural, t } from '@lingui/core/macro';
import { Suspense, lazy, useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import { PERIODS } from '#contract/admin/admin.ts';
import type { Activity as Facts, Period } from '#contract/admin/admin.ts';
import { orderStatusLabels } from '#web/app/i18n/status-labels.ts';
import { paths } from '#web/app/paths.ts';
import { backend } from '#web/app/client/backend.ts';
import { formatCompactMoney, formatMoney } from '#web/app/i18n/money.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { formatCompact, formatCount } from '#web/ui/format.ts';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { useActivity } from './admin.queries.ts';

const DayChart = lazy(async () => ({ default: (await import('#web/ui/charts/DayChart.tsx')).DayChart }));

const DEFAULT_PERIOD = 30;

/** Statistics of the last days; their number is part of the URL. */
export function Activity() {
  const [search, setSearch] = useAddressSearch();
  const days = PERIODS.find((each) => String(each) === search.get('days')) ?? DEFAULT_PERIOD;
  const { data, error, refetch } = useActivity(days);
  const choose = (period: Period): void =>
    setSearch(
      (now) => ({
        ...Object.fromEntries([...now].filter(([name]) => name !== 'days')),
        ...(period !== DEFAULT_PERIOD && { days: String(period) }),
      }),
      { replace: true },
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <Periods chosen={days} onChoose={choose} />
      {error && !data && (
        <ErrorState
          title={t`Couldn’t load the last few days`}
          text={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <>
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            <Views days={data.days} />
            {data.sales.map((sales, at) => (
              <Sales key={sales.currency} days={data.days} sales={sales} isOwn={at === 0} />
            ))}
          </div>
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
            <LatestOrders list={data.orders} />
            <LatestComments list={data.comments} />
            <TopVideos list={data.clips} days={data.days.length} />
          </div>
        </>
      )}
    </div>
  );
}

function Periods({ chosen, onChoose }: { chosen: Period; onChoose: (period: Period) => void }) {
  return (
    <div role="group" aria-label={t`Period`} className="flex w-fit gap-1 rounded-pill bg-raised p-1">
      {PERIODS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === chosen}
          onClick={() => onChoose(each)}
          className={classes(
            'h-8 rounded-pill px-4 text-sm font-semibold transition-colors',
            each === chosen ? 'bg-segment shadow-card' : 'text-ink-soft hover:text-ink',
          )}
        >
          {t`${each} days`}
        </button>
      ))}
    </div>
  );
}

const CHART = <Skeleton className="h-45" />;

function Views({ days }: { days: Facts['days'] }) {
  const points = useMemo(() => days.map(({ day, views: value }) => ({ day, value })), [days]);
  const total = points.reduce((sum, { value }) => sum + value, 0);
  return (
    <Card title={t`Views`} aside={<strong className="numbers">{formatCount(total)}</strong>}>
      <Suspense fallback={CHART}>
        <DayChart
          label={t`Views in the last ${days.length} days`}
          points={points}
          format={formatCompact}
          formatFull={formatCount}
        />
      </Suspense>
    </Card>
  );
}

/** One chart per currency: sums across currencies mean nothing. */
function Sales({
  days,
  sales: { currency, total, orders, byDay },
  isOwn,
}: {
  days: Facts['days'];
  sales: Facts['sales'][number];
  isOwn: boolean;
}) {
  const points = useMemo(() => days.map(({ day }, at) => ({ day, value: byDay[at] ?? 0 })), [days, byDay]);
  const short = useCallback((value: number) => formatCompactMoney(value, currency), [currency]);
  const title = isOwn ? t`Sales` : t`Sales in ${currency}`;
  return (
    <Card
      title={title}
      aside={
        <span className="numbers text-end">
          <span className="text-sm text-ink-soft">{`${plural(orders, { one: '# order', other: '# orders' })} · `}</span>
          <strong>{formatMoney(total, currency)}</strong>
        </span>
      }
    >
      <Suspense fallback={CHART}>
        <DayChart
          label={t`${title} in the last ${days.length} days`}
          points={points}
          format={short}
          formatFull={(value) => formatMoney(value, currency)}
          bars
        />
      </Suspense>
    </Card>
  );
}

function Latest({
  title,
  nothing,
  aside,
  children,
}: {
  title: string;
  nothing: string;
  aside?: ReactNode;
  children: ReactNode[];
}) {
  return (
    <Card title={title} aside={aside}>
      {children.length === 0 && <p className="text-sm text-ink-soft">{nothing}</p>}
      <ul className="-mx-2 flex flex-col">{children}</ul>
    </Card>
  );
}

const ROW = 'block rounded-control px-2 py-2 text-sm transition-colors hover:bg-raised';
const MORE = 'text-sm font-semibold text-accent-text hover:underline';

function LatestOrders({ list }: { list: Facts['orders'] }) {
  return (
    <Latest
      title={t`Latest orders`}
      nothing={t`Orders appear here.`}
      aside={
        <Link to={paths.adminOrders()} className={MORE}>
          {t`All orders`}
        </Link>
      }
    >
      {list.map((order) => (
        <li key={order.id}>
          <Link to={`${paths.adminOrders()}?q=${order.id}`} className={ROW}>
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate font-semibold">
                <span className="numbers">{`#${order.id}`}</span> <bdi>{order.shippingName}</bdi>
              </span>
              <span className="numbers shrink-0 font-semibold">
                {formatMoney(order.totalAmount, order.currency)}
              </span>
            </span>
            <span className="mt-1 flex items-center justify-between gap-3 text-xs text-ink-soft">
              <Badge tone={order.status.toLowerCase() as Lowercase<typeof order.status>}>
                {orderStatusLabels()[order.status]}
              </Badge>
              <Time at={order.createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </Latest>
  );
}

/** Why it isn't public. */
const hiddenText = () => ({
  held: t({ message: 'held', context: 'a comment' }),
  hidden: t({ message: 'hidden', context: 'a comment' }),
});

function LatestComments({ list }: { list: Facts['comments'] }) {
  return (
    <Latest title={t`Latest comments`} nothing={t`Comments appear here.`}>
      {list.map((comment) => (
        <li key={comment.id}>
          <Link to={paths.video(comment.videoId)} className={ROW}>
            <span dir="auto" className="line-clamp-2 break-words">
              {comment.text}
            </span>
            <span className="mt-1 flex items-center gap-2 text-xs text-ink-soft">
              <span className="min-w-0 truncate">
                <Trans>
                  <bdi>{comment.author}</bdi> on <bdi>{comment.videoTitle}</bdi>
                </Trans>
              </span>
              {comment.state && <Badge tone="pending">{hiddenText()[comment.state]}</Badge>}
              <Time at={comment.createdAt} className="ms-auto shrink-0" />
            </span>
          </Link>
        </li>
      ))}
    </Latest>
  );
}

function TopVideos({ list, days }: { list: Facts['clips']; days: number }) {
  return (
    <Latest title={t`Top videos`} nothing={t`No views in the last ${days} days.`}>
      {list.map((video) => (
        <li key={video.id}>
          <Link to={paths.video(video.id)} className={`${ROW} flex items-center gap-3`}>
            <Thumbnail src={backend(video.thumbnail)} className="aspect-video w-16 rounded-control" />
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 font-semibold break-words">
              {video.title}
            </span>
            <span className="numbers shrink-0 text-ink-soft">
              {plural(video.views, { one: '# view', other: '# views' })}
            </span>
          </Link>
        </li>
      ))}
    </Latest>
  );
}
