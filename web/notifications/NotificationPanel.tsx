import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { collapse } from './collapse.rules.ts';
import { useUnread } from './live.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { useMarkRead, useNotifications } from './notifications.queries.ts';

const LATEST = 10;

/** The latest notifications, under the bell. */
export function NotificationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const read = useMarkRead();
  const unread = useUnread();
  return (
    <section
      ref={panel}
      id={id}
      role="dialog"
      aria-label={t`Notifications`}
      tabIndex={-1}
      className="flex min-h-0 flex-col outline-none"
    >
      <div className="flex h-13 shrink-0 items-center justify-between gap-3 border-b border-line ps-4 pe-1.5">
        <h2 className="text-base">{t`Notifications`}</h2>
        <Button
          size="sm"
          variant="quiet"
          disabled={unread === 0}
          pending={read.isPending}
          onClick={() => read.mutate('all')}
        >
          {t`Mark all read`}
        </Button>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <Latest onOpen={onClose} />
      </div>
      <Link
        to={paths.notifications()}
        onClick={onClose}
        className="shrink-0 border-t border-line py-3 text-center font-semibold text-accent-text hover:bg-raised focus-visible:-outline-offset-4"
      >
        {t`See all`}
      </Link>
    </section>
  );
}

function Latest({ onOpen }: { onOpen: () => void }) {
  const { data, isError, refetch } = useNotifications('all');
  if (data?.length === 0)
    return <p className="px-4 py-10 text-center text-ink-soft">{t`You’re all caught up`}</p>;
  if (data)
    return (
      <ul className="divide-y divide-line">
        {collapse(data)
          .slice(0, LATEST)
          .map((run) => (
            <NotificationRow key={run[0].id} run={run} onOpen={onOpen} />
          ))}
      </ul>
    );
  if (isError)
    return <ErrorState title={t`Couldn’t load your notifications`} onRetry={() => void refetch()} />;
  return <Skeleton className="m-4 h-48" />;
}
