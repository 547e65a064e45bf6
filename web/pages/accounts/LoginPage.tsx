import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { AuthCard, textLink } from '#web/accounts/AuthCard.tsx';
import { IdentityButton } from '#web/accounts/sign-in/IdentityButton.tsx';
import { PasskeySignIn } from '#web/accounts/sign-in/PasskeySignIn.tsx';
import { PasswordField } from '#web/accounts/sign-in/PasswordField.tsx';
import { TwoFactorForm } from '#web/accounts/sign-in/TwoFactorForm.tsx';
import { useLogin } from '#web/accounts/accounts.queries.ts';
import { afterSignIn, needsReauthentication, identityProblem } from '#web/accounts/arrival.ts';
import { ApiError } from '#web/app/client/call.ts';
import { canAdminister } from '#web/app/capabilities.ts';
import { useConfig } from '#web/app/config.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { setToken, useToken } from '#web/app/session/session.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Login`, hidden: true });

export function LoginPage() {
  const [search] = useSearchParams();
  const config = useConfig();
  const { state } = useLocation() as { state: unknown };
  const token = useToken();
  const login = useLogin();
  const form = useForm(useFields({ username: '', password: '' }), login, { check: findGaps });
  const [rejected] = useState(() => (needsReauthentication(state) ? token : null));
  if (token && token !== rejected) return <Arrival to={afterSignIn(search)} />;

  const ticket = ticketOf(login.error) ?? ticketOf(state);
  if (ticket)
    return (
      <AuthCard title={t`One more step`} text={t`Your account also requires a two-factor code.`}>
        <TwoFactorForm ticket={ticket} onToken={setToken} />
      </AuthCard>
    );
  const problem = login.error
    ? loginProblem(login.error)
    : search.get('error') === 'oauth_failed' && !login.isPending
      ? identityProblem(state, config)
      : null;
  return (
    <AuthCard
      title={t`Welcome back`}
      footer={
        <>
          <Trans>
            New here?{' '}
            <Link to={paths.signup()} className={textLink}>
              Create an account
            </Link>
          </Trans>
        </>
      }
    >
      <Form form={form} button={t`Login`} whole problem={problem}>
        <Field
          label={t`Username`}
          {...form.field('username')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          aria-required="true"
          hint={t`You can also use your email address.`}
        />
        <PasswordField label={t`Password`} {...form.field('password')} autoComplete="current-password" />
        <Link to={paths.forgotPassword()} className={`${textLink} touch-target -my-1 self-end py-1 text-sm`}>
          {t`Forgot password?`}
        </Link>
      </Form>
      <PasskeySignIn />
      <IdentityButton />
    </AuthCard>
  );
}

/**
 * In the language of the account (web/app/session/me.ts). An admin of a site that isn't set up yet goes to
 * the dashboard.
 */
function Arrival({ to }: { to: string }) {
  const { needsSetUp } = useConfig();
  const { me, pending } = useMe();
  if (pending) return null;
  return <Navigate to={needsSetUp && canAdminister(me) ? paths.admin() : to} replace />;
}

/** The two-factor ticket of a half-finished sign-in: from this page, or from the one that redirected here. */
const ticketOf = (from: unknown): string | null =>
  typeof from === 'object' && from !== null && 'ticket' in from && typeof from.ticket === 'string'
    ? from.ticket
    : null;

function findGaps({ username, password }: { username: string; password: string }) {
  return {
    ...(!username.trim() && { username: t`Please enter your username.` }),
    ...(!password && { password: t`Please enter your password.` }),
  };
}

/** 'Login failed', and more only where it helps: how long to wait, or that the account is suspended. */
function loginProblem(error: Error): ReactNode {
  if (!(error instanceof ApiError)) return t`Login failed. Please check your connection and try again.`;
  const plain = error.status === 401 || error.status === 400 || !error.isReported;
  if (!plain) return t`Login failed. ${error.message}`;
  return (
    <>
      <span className="block font-semibold">{t`Login failed`}</span>
      <span className="block">{t`Check your username and password.`}</span>
    </>
  );
}
