import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#web/app/call.ts';
import { useFields, useForm } from '#web/app/form.ts';
import { paths } from '#web/app/paths.ts';
import { setToken, useToken } from '#web/app/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { textLink } from '../AuthCard.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { useLogin } from '../accounts.queries.ts';

/** Signs in over what somebody was doing when their session ended. A sign-in in another tab counts as well. */
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
    <Dialog title="Please sign in again" onClose={() => onAnswer(false)} locked={login.isPending}>
      <p className="mb-4 text-ink-soft">Your session has ended. Nothing you entered is lost.</p>
      {ticket ? (
        <SecondStepForm ticket={ticket} onToken={setToken} />
      ) : (
        <form {...form.attributes} className="flex flex-col gap-4">
          <FormError>{login.error && 'Login failed'}</FormError>
          <Field
            label="Username"
            {...form.field('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
          <Button type="submit" variant="primary" disabled={!form.ready} pending={form.pending}>
            Sign in
          </Button>
          <a href={paths.login()} target="_blank" rel="opener" className={textLink}>
            Sign in another way, in a new tab
          </a>
        </form>
      )}
    </Dialog>
  );
}
