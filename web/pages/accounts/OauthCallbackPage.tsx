import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ConfirmedByProvider } from '#web/accounts/sign-in/ConfirmedByProvider.tsx';
import { paths } from '#web/app/paths.ts';
import { setToken } from '#web/app/session/session.ts';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Signing in`, hidden: true });

/** The way back from the identity provider. The token leaves the address bar and the history at once. */
export function OauthCallbackPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const token = search.get('token');
  const error = search.get('error');
  const ticket = search.get('ticket');
  const provider = search.get('provider') ?? '1';
  const success = search.get('success') === 'true';
  const confirms = search.get('confirm') === '1';
  useEffect(() => {
    if (confirms) return;
    if (token && success && !error) {
      setToken(token);
      // which leads everybody on who is signed in
      void navigate(paths.login(), { replace: true });
    } else if (error) {
      void navigate(paths.login('oauth_failed'), {
        replace: true,
        state: { reason: error, ticket, provider },
      });
    } else {
      void navigate(paths.login(), { replace: true });
    }
  }, [token, error, ticket, provider, success, confirms, navigate]);
  if (confirms)
    return (
      <ConfirmedByProvider token={success ? token : null} ticket={ticket} error={error} provider={provider} />
    );
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center">
      <Spinner />
      <span className="sr-only">{t`Signing you in…`}</span>
    </div>
  );
}
