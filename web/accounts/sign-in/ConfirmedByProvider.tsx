import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '#web/app/config.ts';
import { handOver } from '#web/app/session/reauthentication-window.ts';
import { PAGES } from '#contract/site/pages.ts';
import { identityProblem } from '../arrival.ts';
import { AuthCard } from '../AuthCard.tsx';
import { TwoFactorForm } from './TwoFactorForm.tsx';

interface Returned {
  token: string | null;
  /** If two-factor is still to come. */
  ticket: string | null;
  error: string | null;
  /** Which one. */
  provider: string | null;
}

/** The window in which the user authenticated with the provider; the page that opened it continues by itself. */
export function ConfirmedByProvider({ token: given, ticket, error, provider }: Returned) {
  const config = useConfig();
  const [passed, setPassed] = useState<string | null>(null);
  const token = given ?? passed;
  const [reason] = useState(given ? null : identityProblem({ reason: error, provider }, config));
  const problem = passed ? null : reason;
  const handed = useRef(false);
  useEffect(() => {
    if (handed.current || !token) return;
    handed.current = true;
    window.history.replaceState(null, '', PAGES.oauthCallback);
    handOver(token);
    window.close();
  }, [token]);
  if (ticket && !token)
    return (
      <AuthCard title={t`One more step`} text={t`Your account also requires a two-factor code.`}>
        <TwoFactorForm ticket={ticket} onToken={setPassed} />
      </AuthCard>
    );
  return (
    <AuthCard
      title={problem ? t`Not confirmed` : t`Thank you`}
      text={`${problem ?? t`Thanks, you’re confirmed.`} ${t`You can close this window and continue in the other one.`}`}
    >
      {null}
    </AuthCard>
  );
}
