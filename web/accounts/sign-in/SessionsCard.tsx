import { t } from '@lingui/core/macro';
import { MonitorSmartphone } from 'lucide-react';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useEndSession, useSessions } from '../accounts.queries.ts';

/** The active sessions, each with a button to end it. */
export function SessionsCard() {
  const { data, error, refetch } = useSessions();
  const end = useEndSession();
  return (
    <Card title={t`Active sessions`}>
      {error && <ErrorState title={t`Couldn’t load your sessions`} onRetry={() => void refetch()} />}
      {/* as high as one of them: a press on what stands below isn't lost when they come */}
      {!data && !error && <Skeleton className="h-11" />}
      <ul className="divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
            <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                <span>{session.device}</span> {session.current && <Badge tone="ok">{t`This device`}</Badge>}
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                <span>{[session.place, session.address, t`active`].filter(Boolean).join(' · ')}</span>{' '}
                <Time at={session.lastSeenAt} />
              </p>
            </div>
            {!session.current && (
              <Button
                size="sm"
                aria-label={t`End session on ${session.device}`}
                pending={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {t`End`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
