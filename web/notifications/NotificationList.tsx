import { t } from '@lingui/core/macro';
import { BellRing } from 'lucide-react';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { collapse } from './collapse.rules.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { useNotifications, type Narrowed } from './notifications.queries.ts';

export function NotificationList({ narrowed }: { narrowed: Narrowed }) {
  const list = useNotifications(narrowed);
  if (list.isPending) return <Skeleton className="h-96" />;
  if (list.isError)
    return <ErrorState title={t`Couldn’t load your notifications`} onRetry={() => void list.refetch()} />;
  if (list.data.length === 0)
    return narrowed === 'all' ? (
      <EmptyState
        icon={<BellRing />}
        title={t`You’re all caught up`}
        text={t`Replies, mentions, likes and new videos from people you follow appear here.`}
        action={<ButtonLink to={paths.feed()}>{t`Open the feed`}</ButtonLink>}
      />
    ) : (
      <EmptyState
        icon={<BellRing />}
        title={t`No notifications`}
        text={t`You have no notifications of this kind.`}
      />
    );
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {collapse(list.data).map((run) => (
          <NotificationRow key={run[0].id} run={run} />
        ))}
      </ul>
      <div className="mt-6 flex justify-center">
        <LoadMore list={list}>{t`Load more`}</LoadMore>
      </div>
    </>
  );
}
