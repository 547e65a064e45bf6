import { t } from '@lingui/core/macro';
import type { SecurityEvent } from '#contract/accounts/security.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import type { Role } from '#contract/accounts/accounts.ts';
import { roleLabels } from '#web/app/i18n/role-labels.ts';
import { useSecurityEvents } from './security.queries.ts';

const eventLabels = (): Record<SecurityEvent['kind'], string> => ({
  SIGN_IN: t`Signed in`,
  SIGN_IN_FAILED: t`Failed sign-in`,
  SESSION_ENDED: t`Session ended`,
  CONFIRMED: t`Identity confirmed`,
  PASSWORD_CHANGED: t`Password changed`,
  EMAIL_CHANGED: t`Email changed`,
  EMAIL_TAKEN_BACK: t`Email change undone`,
  PASSKEY_ADDED: t`Passkey added`,
  PASSKEY_REMOVED: t`Passkey removed`,
  SECOND_STEP_ON: t`Two-factor authentication turned on`,
  SECOND_STEP_OFF: t`Two-factor authentication turned off`,
  SECOND_STEP_RESET: t`Two-factor authentication reset by an admin`,
  RECOVERY_CODES_MADE: t`Recovery codes generated`,
  RECOVERY_CODE_USED: t`Recovery code used`,
  ROLE_CHANGED: t`Role changed`,
  EXPORTED: t`Data exported`,
  KEY_ADDED: t`API key created`,
  KEY_REVOKED: t`API key revoked`,
});

/** The label of a role. */
const describeDetail = ({ kind, detail }: SecurityEvent): string | null =>
  kind === 'ROLE_CHANGED' && isRole(detail) ? roleLabels()[detail].name : detail;

const isRole = (detail: string | null): detail is Role =>
  detail !== null && Object.hasOwn(roleLabels(), detail);

/** What happened to the account lately. */
export function EventsCard() {
  const events = useSecurityEvents();
  const all = events.data;
  return (
    <Card title={t`Recent activity`}>
      {events.error && <ErrorState title={t`Couldn’t load this`} onRetry={() => void events.refetch()} />}
      {!all && !events.error && <Skeleton className="h-24" />}
      {all?.length === 0 && <p className="text-ink-soft">{t`No activity yet.`}</p>}
      <ul className="divide-y divide-line">
        {all?.map((event) => (
          <li key={event.id} className="py-2.5 first:pt-0">
            <p className={event.kind === 'SIGN_IN_FAILED' ? 'font-semibold text-bad' : 'font-semibold'}>
              <span>{eventLabels()[event.kind]}</span>
              {event.detail && (
                <span className="font-normal text-ink-soft">{` · ${describeDetail(event) ?? ''}`}</span>
              )}
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              <Time at={event.createdAt} />
              {[event.device, event.place, event.address].map((part) => part && ` · ${part}`)}
            </p>
          </li>
        ))}
      </ul>
      <LoadMore list={events} className="mt-4" size="sm" />
    </Card>
  );
}
