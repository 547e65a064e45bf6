import { Suspense, lazy, useMemo } from 'react';
import { Link } from '#web/ui/router.tsx';
import { MAX_COUNT } from '#contract/admin.ts';
import type { Overview } from '#contract/admin.ts';
import { paths } from '#web/app/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { formatCompact, formatCount } from '#web/ui/format.ts';
import { formatCompactMoney, formatMoney } from '#web/app/money.ts';
import { ErrorState, Skeleton } from '#web/ui/States.tsx';
import { Checklist } from './Checklist.tsx';
import { useOverview } from './admin.queries.ts';

const LineChart = lazy(async () => ({ default: (await import('#web/ui/LineChart.tsx')).LineChart }));

const sum = (days: Overview['days'], of: 'views' | 'sales') =>
  days.reduce((total, day) => total + day[of], 0);

/** The dashboard's first tab: what waits for somebody, and how the last 30 days went. */
export function OverviewTab({ tabTo }: { tabTo: (tab: string) => string }) {
  const { data, error, refetch } = useOverview();
  const views = useMemo(() => data?.days.map(({ day, views: value }) => ({ day, value })) ?? [], [data]);
  const sales = useMemo(() => data?.days.map(({ day, sales: value }) => ({ day, value })) ?? [], [data]);
  if (error && !data)
    return (
      <ErrorState
        title="The overview could not be loaded"
        text={error.message}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (!data) return <Skeleton className="h-80" />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Checklist />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <Tile
          title="To review"
          count={data.waitingReviews}
          to={tabTo(data.waitingUploads > 0 || data.waitingImports === 0 ? 'submissions' : 'import')}
        />
        <Tile title="Orders to ship" count={data.ordersToShip} to={paths.adminOrders()} />
        <Tile title="Failed jobs" count={data.failedJobs} to={tabTo('jobs')} bad />
        <Tile title="Creator requests" count={data.waitingRequests} to={tabTo('people')} />
        <Tile title="New members" count={data.newPeople} to={tabTo('people')} note="last 7 days" />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card
          title="Views"
          aside={<strong className="numbers">{formatCount(sum(data.days, 'views'))}</strong>}
        >
          <Suspense fallback={<Skeleton className="h-45" />}>
            <LineChart label="Views in the last 30 days" points={views} format={formatCompact} />
          </Suspense>
        </Card>
        <Card
          title="Sales"
          aside={<strong className="numbers">{formatMoney(sum(data.days, 'sales'))}</strong>}
        >
          <Suspense fallback={<Skeleton className="h-45" />}>
            <LineChart label="Sales in the last 30 days" points={sales} format={formatCompactMoney} />
          </Suspense>
        </Card>
      </div>
    </div>
  );
}

function Tile({
  title,
  count,
  to,
  note,
  bad = false,
}: {
  title: string;
  count: number;
  to: string;
  note?: string;
  bad?: boolean;
}) {
  return (
    <Link
      to={to}
      className="rounded-card border border-line bg-surface p-4 transition-colors hover:bg-raised"
    >
      <span className="block text-sm text-ink-soft">{title}</span>
      <span className={`numbers block text-2xl font-bold ${bad && count > 0 ? 'text-bad' : ''}`}>
        {count > MAX_COUNT ? `${formatCount(MAX_COUNT)}+` : formatCount(count)}
      </span>
      {note && <span className="block text-xs text-ink-soft">{note}</span>}
    </Link>
  );
}
