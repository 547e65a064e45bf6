import { useEffect, useRef, useState } from 'react';
import { handOver } from '#web/app/fresh-sign-in-window.ts';
import { PAGES } from '#contract/pages.ts';
import { identityProblem } from './arrival.ts';
import { AuthCard } from './AuthCard.tsx';

/** The window in which somebody showed the provider who they are; the page that asked goes on in its own. */
export function ConfirmedByProvider({ token, error }: { token: string | null; error: string | null }) {
  const [problem] = useState(token ? null : identityProblem({ reason: error }));
  const handed = useRef(false);
  useEffect(() => {
    if (handed.current || !token) return;
    handed.current = true;
    window.history.replaceState(null, '', PAGES.oauthCallback);
    handOver(token);
    window.close();
  }, [token]);
  return (
    <AuthCard
      title={problem ? 'Not confirmed' : 'Thank you'}
      text={`${problem ?? 'Thanks, that’s confirmed.'} You can close this window and continue in the other one.`}
    >
      {null}
    </AuthCard>
  );
}
