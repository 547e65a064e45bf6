import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#web/app/client/call.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { setToken, useToken } from '#web/app/session/session.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { textLink } from '../AuthCard.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TwoFactorForm } from './TwoFactorForm.tsx';
import { useLogin } from '../accounts.queries.ts';

/** Signs in over the current page after the session ended. A sign-in in another tab counts as well. */
export function SignInAgain({ onAnswer }: { onAnswer: (signedIn: boolean) => void }) {
  const token = useToken();
  const login = useLogin();
  const form = useForm(useFields({ username: '', password: '' }), login, {
    ready: ({ username, password }) => username.trim() !== '' && password !== '',
  });
  const onSignedIn = useEffectEvent(() => onAnswer(true));
  useEffect(() => {
    if (token) onSignedIn();
  }, [token]);
  const ticket = login.error instanceof ApiError ? login.error.ticket : undefined;
  return (
    <Dialog title={t`Sign in again`} onClose={() => onAnswer(false)} locked={login.isPending}>
      <p className="mb-4 text-ink-soft">{t`Your session has ended. Nothing you entered is lost.`}</p>
      {ticket ? (
        <TwoFactorForm ticket={ticket} onToken={setToken} />
      ) : (
        <Form form={form} button={t`Sign in`} whole problem={login.error && t`Login failed`}>
          <Field
            label={t`Username`}
            {...form.field('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField label={t`Password`} {...form.field('password')} autoComplete="current-password" />
        </Form>
      )}
      {!ticket && (
        <a href={paths.login()} target="_blank" rel="opener" className={`${textLink} mt-4 block`}>
          {t`Sign in another way in a new tab`}
        </a>
      )}
    </Dialog>
  );
}
