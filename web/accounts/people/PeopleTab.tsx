import { t } from '@lingui/core/macro';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { MAX_SEARCH } from '#contract/values.ts';
import { ROLES } from '#contract/accounts/accounts.ts';
import type { Role } from '#contract/accounts/accounts.ts';
import type { Person } from '#contract/accounts/people.ts';
import { useMe } from '#web/app/session/me.ts';
import { backend } from '#web/app/client/backend.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Toolbar, ToolbarSearch, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx';
import { SignUpRequests } from '../sign-up/SignUpRequests.tsx';
import { UpgradeRequests } from './UpgradeRequests.tsx';
import { usePeople, useSetRole, useSuspend, useUnsuspend } from './people.queries.ts';
import { roleLabels } from '#web/app/i18n/role-labels.ts';

const failed = (error: Error): void => toast(t`That didn’t work`, { kind: 'bad', text: error.message });

/** The dashboard's tab People: requests that wait, then everybody. */
export function PeopleTab() {
  const [search] = useSearchParams();
  const [typed, setTyped] = useState(search.get('q') ?? '');
  const [role, setRole] = useState<Role | ''>('');
  const list = usePeople(useDeferredValue(typed.trim()), role);
  const { data, error, refetch } = list;
  return (
    <div className="flex flex-col gap-6">
      <SignUpRequests />
      <UpgradeRequests />
      <section aria-label={t`All people`} className="flex flex-col gap-4">
        <Toolbar label={t`Filters`}>
          <ToolbarSearch
            label={t`Search people`}
            className="min-w-52 flex-1"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={t`Name or email`}
            maxLength={MAX_SEARCH}
          />
          <ToolbarSelect
            label={t`Role`}
            value={role}
            onChange={(event) => setRole(ROLES.find((each) => each === event.target.value) ?? '')}
          >
            <option value="">{t`All roles`}</option>
            {ROLES.map((each) => (
              <option key={each} value={each}>
                {roleLabels()[each].name}
              </option>
            ))}
          </ToolbarSelect>
        </Toolbar>
        {error && <ErrorState title={t`Failed to load people`} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-64" />}
        {data?.length === 0 && <p className="text-ink-soft">{t`No people found.`}</p>}
        {data && data.length > 0 && (
          <DataTable
            caption={t`People`}
            rows={data}
            keyOf={(person) => person.id}
            columns={[
              { title: t`Person`, cell: (person) => <Who person={person} /> },
              {
                title: t`Email`,
                cell: (person) => (
                  <>
                    <bdi>{person.email}</bdi>{' '}
                    <Badge tone={person.emailVerified ? 'ok' : 'warn'}>
                      {person.emailVerified ? t`confirmed` : t`not confirmed`}
                    </Badge>
                  </>
                ),
                wide: true,
              },
              {
                title: t`Joined`,
                cell: (person) => <Time at={person.createdAt} className="whitespace-nowrap" />,
                wide: true,
              },
              {
                title: t`Role`,
                cell: (person) => (
                  <>
                    <RoleSelect person={person} />
                    {/* a phone has no room for a column more */}
                    <div className="mt-1 md:hidden">
                      <Suspension person={person} />
                    </div>
                  </>
                ),
              },
              { title: t`Suspension`, cell: (person) => <Suspension person={person} />, wide: true },
            ]}
          />
        )}
        <LoadMore list={list} className="self-center" />
      </section>
    </div>
  );
}

function Who({ person }: { person: Person }) {
  return (
    <div className="flex items-center gap-2.5">
      <Avatar src={backend(person.profileImageUrl)} size="sm" />
      <div className="min-w-0">
        <p dir="auto" className="font-semibold">
          {person.username}
        </p>
        {person.displayName && (
          <p dir="auto" className="text-ink-soft">
            {person.displayName}
          </p>
        )}
        {person.invitedBy && <p className="text-sm text-ink-soft">{t`Invited by ${person.invitedBy}`}</p>}
      </div>
    </div>
  );
}

function RoleSelect({ person }: { person: Person }) {
  const setRole = useSetRole();
  const change = async (role: Role): Promise<void> => {
    const weighs = role === 'GLOBAL_ADMIN' || person.role === 'GLOBAL_ADMIN';
    const text =
      role === 'GLOBAL_ADMIN'
        ? t`Administrators have full access.`
        : t`They will no longer be an administrator.`;
    if (
      weighs &&
      !(await confirm({
        title: t`Make ${person.username} ${roleLabels()[role].name.toLowerCase()}?`,
        text,
        action: t`Change role`,
      }))
    )
      return;
    setRole.mutate(
      { id: person.id, role },
      { onSuccess: () => toast(`${person.username}: ${roleLabels()[role].name}`), onError: failed },
    );
  };
  return (
    <ToolbarSelect
      label={t`Role of ${person.username}`}
      value={person.role}
      disabled={setRole.isPending}
      onChange={(event) => {
        const role = ROLES.find((each) => each === event.target.value);
        if (role) void change(role);
      }}
    >
      {ROLES.map((each) => (
        <option key={each} value={each}>
          {roleLabels()[each].name}
        </option>
      ))}
    </ToolbarSelect>
  );
}

function Suspension({ person }: { person: Person }) {
  const { me } = useMe();
  const suspend = useSuspend();
  const unsuspend = useUnsuspend();
  const [isConfirming, setConfirming] = useState(false);
  if (person.suspendedAt) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <span title={person.suspendReason ?? undefined}>
          <Badge tone="bad">{t`Suspended`}</Badge>
        </span>
        <Button
          size="sm"
          aria-label={t`Lift ${person.username}’s suspension`}
          pending={unsuspend.isPending}
          onClick={() => unsuspend.mutate(person.id, { onError: failed })}
        >
          {t`Lift`}
        </Button>
      </div>
    );
  }
  if (person.id === me?.id) return null;
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-label={t`Suspend ${person.username}`}
        onClick={() => setConfirming(true)}
      >
        {t`Suspend`}
      </Button>
      {isConfirming && (
        <ReasonDialog
          title={t`Suspend ${person.username}`}
          action={t`Suspend`}
          pending={suspend.isPending}
          error={suspend.error?.message}
          onClose={() => setConfirming(false)}
          onReason={(reason) =>
            suspend.mutate({ id: person.id, reason }, { onSuccess: () => setConfirming(false) })
          }
        />
      )}
    </>
  );
}
