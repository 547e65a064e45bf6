import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { UpgradeRequest } from '#contract/accounts/people.ts';
import { backend } from '#web/app/client/backend.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx';
import { useGrant, useReject, useUpgradeRequests } from './people.queries.ts';

/** Requests to become a creator that wait, oldest first. */
export function UpgradeRequests() {
  const { data, error, refetch } = useUpgradeRequests();
  return (
    <Card title={t`Upgrade requests`}>
      {error && <ErrorState title={t`Failed to load upgrade requests`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="text-ink-soft">{t`No upgrade requests.`}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((request) => (
            <Request key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Request({ request: { id, message, requestedAt, person } }: { request: UpgradeRequest }) {
  const grant = useGrant();
  const reject = useReject();
  const [rejecting, setRejecting] = useState(false);
  const failed = (error: Error): void => toast(t`That didn’t work`, { kind: 'bad', text: error.message });
  return (
    <li className="flex flex-wrap items-start gap-3 py-4 first:pt-0 last:pb-0">
      <Avatar src={backend(person.profileImageUrl)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="font-semibold">
            {person.username}
          </span>
          <Badge tone={person.emailVerified ? 'ok' : 'warn'}>
            {person.emailVerified ? t`Email confirmed` : t`Email not confirmed`}
          </Badge>
        </p>
        <p className="text-sm text-ink-soft">
          {person.email && <bdi>{`${person.email} · `}</bdi>}
          <span>{t`asked`}</span> <Time at={requestedAt} />
        </p>
        {message && (
          <p dir="auto" className="prose-width mt-2 break-words whitespace-pre-line">
            {message}
          </p>
        )}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:ps-13">
        <Button
          size="sm"
          variant="primary"
          pending={grant.isPending}
          onClick={() =>
            // this item is gone by then: focus moves to the next one in the list
            void grant.mutateAsync(id).then(() => toast(t`${person.username} is now a creator`), failed)
          }
        >
          {t`Grant`}
        </Button>
        <Button size="sm" onClick={() => setRejecting(true)}>
          {t`Decline`}
        </Button>
      </div>
      {rejecting && (
        <ReasonDialog
          title={t`Decline ${person.username}’s request`}
          action={t`Decline`}
          pending={reject.isPending}
          error={reject.error?.message}
          onClose={() => setRejecting(false)}
          onReason={(reason) =>
            void reject.mutateAsync({ id, reason }).then(
              () => {
                setRejecting(false);
                toast(t`Request declined`);
              },
              // the dialog shows the reason
              () => {},
            )
          }
        />
      )}
    </li>
  );
}
