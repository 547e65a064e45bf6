import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MAX_COUNT } from '#contract/admin/admin.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { formatCount, formatSize } from '#web/ui/format.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Activity } from './Activity.tsx';
import { Checklist } from './Checklist.tsx';
import { useChecklist, useOverview } from './admin.queries.ts';

/** The dashboard's first tab: what is pending, and statistics of the last days. */
export function OverviewTab({
  tabTo,
  backups,
  onDismiss,
}: {
  tabTo: (tab: string) => string;
  backups: { isPending: boolean; line: ReactNode };
  /** The checklist was dismissed. */
  onDismiss: () => void;
}) {
  const { shopOffered } = useConfig();
  const { data, error, refetch } = useOverview();
  const checklist = useChecklist();
  if (error && !data)
    return (
      <ErrorState title={t`Couldn’t load the overview`} text={error.message} onRetry={() => void refetch()} />
    );
  // content that loads later would push the rest away from under the pointer
  if (!data || checklist.isPending || backups.isPending) return <Skeleton className="h-80" />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Checklist data={checklist.data} onDismiss={onDismiss} />
      <div className="grid grid-cols-2 gap-3 max-md:[&>:last-child]:col-span-2 md:grid-cols-3 xl:grid-cols-5">
        <Tile
          title={t`To review`}
          count={data.waitingReviews}
          to={tabTo(data.waitingUploads > 0 || data.waitingImports === 0 ? 'submissions' : 'import')}
        />
        {shopOffered && <Tile title={t`Orders to ship`} count={data.ordersToShip} to={paths.adminOrders()} />}
        <Tile title={t`Failed jobs`} count={data.failedJobs} to={tabTo('jobs')} bad />
        <Tile title={t`Creator requests`} count={data.waitingRequests} to={tabTo('people')} />
        <Tile title={t`New members`} count={data.newPeople} to={tabTo('people')} note={t`last 7 days`} />
      </div>
      {backups.line}
      {data.bytesSaved > 0 && (
        <p className="text-sm">{t`Re-encoding popular videos saved ${formatSize(data.bytesSaved)} of storage.`}</p>
      )}
      <Activity />
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
      <span className={`block text-2xl font-bold ${bad && count > 0 ? 'text-bad' : ''}`}>
        {count > MAX_COUNT ? `${formatCount(MAX_COUNT)}+` : formatCount(count)}
      </span>
      {note && <span className="block text-xs text-ink-soft">{note}</span>}
    </Link>
  );
}
