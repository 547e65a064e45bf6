import type { SecurityEvent } from '#contract/accounts/security.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { ROLE_WORDS } from '../roles.ts';
import { useSecurityEvents } from './security.queries.ts';

const WORDS: Record<SecurityEvent['kind'], string> = {
  SIGN_IN: 'Signed in',
  SIGN_IN_FAILED: 'A sign-in failed',
  SESSION_ENDED: 'Ended a session',
  CONFIRMED: 'Confirmed who you are',
  PASSWORD_CHANGED: 'Password changed',
  EMAIL_CHANGED: 'Email changed',
  EMAIL_TAKEN_BACK: 'Email change undone',
  PASSKEY_ADDED: 'Passkey added',
  PASSKEY_REMOVED: 'Passkey removed',
  SECOND_STEP_ON: 'Second step switched on',
  SECOND_STEP_OFF: 'Second step switched off',
  SECOND_STEP_RESET: 'Second step reset by an administrator',
  RECOVERY_CODES_MADE: 'New recovery codes made',
  RECOVERY_CODE_USED: 'A recovery code was used',
  ROLE_CHANGED: 'Role changed',
  EXPORTED: 'Data exported',
  KEY_ADDED: 'Key for scripts made',
  KEY_REVOKED: 'Key for scripts revoked',
};

/** A role is told in words. */
const describeDetail = ({ kind, detail }: SecurityEvent): string | null =>
  kind === 'ROLE_CHANGED' && isRole(detail) ? ROLE_WORDS[detail].name : detail;

const isRole = (detail: string | null): detail is keyof typeof ROLE_WORDS =>
  detail !== null && Object.hasOwn(ROLE_WORDS, detail);

/** What happened to the account lately. */
export function EventsCard() {
  const events = useSecurityEvents();
  const all = events.data;
  return (
    <Card title="Recent activity">
      {events.error && <ErrorState title="This could not be loaded" onRetry={() => void events.refetch()} />}
      {!all && !events.error && <Skeleton className="h-24" />}
      {all?.length === 0 && <p className="text-ink-soft">Nothing yet.</p>}
      <ul className="divide-y divide-line">
        {all?.map((event) => (
          <li key={event.id} className="py-2.5 first:pt-0">
            <p className={event.kind === 'SIGN_IN_FAILED' ? 'font-semibold text-bad' : 'font-semibold'}>
              <span>{WORDS[event.kind]}</span>
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
