import { useEffect, useEffectEvent, useState } from 'react';
import type { FormEvent } from 'react';
import { accounts } from '#contract/accounts.ts';
import { useConfig } from '#web/app/config.ts';
import { askedWho } from '#web/app/fresh-sign-in.ts';
import { onHandedOver } from '#web/app/fresh-sign-in-window.ts';
import { useMe } from '#web/app/me.ts';
import { backend } from '#web/app/paths.ts';
import { Button, buttonClasses } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useStore } from '#web/ui/store.ts';
import { FormError } from './AuthCard.tsx';
import { GoogleMark } from './IdentityButton.tsx';
import { PasswordField } from './PasswordField.tsx';
import { fieldError, useConfirm } from './accounts.queries.ts';

/** Asks for the password or the provider over whatever the person was doing, which stays as it is. */
export function FreshSignIn() {
  const question = useStore(askedWho);
  const { me, signedIn } = useMe();
  const { identityProvider } = useConfig();
  const confirm = useConfirm();
  const [password, setPassword] = useState('');
  const give = (proof: { password: string } | { token: string }): void => {
    if (!confirm.isPending) confirm.mutate(proof, { onSuccess: () => question?.answer(true) });
  };
  const take = useEffectEvent((token: string) => give({ token }));
  useEffect(() => onHandedOver((token) => take(token)), []);
  useEffect(() => {
    if (!signedIn) question?.answer(false);
  }, [signedIn, question]);
  if (!question) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password) give({ password });
  };
  const wrong = fieldError(confirm.error, 'password');
  return (
    <Dialog title="Is it you?" onClose={() => question.answer(false)} locked={confirm.isPending}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-soft">
          You signed in a while ago. Please confirm that it is you; what you entered stays.
        </p>
        <FormError>{wrong ? null : confirm.error?.message}</FormError>
        {me?.hasPassword && (
          <>
            <PasswordField
              label="Your password"
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
              error={wrong}
            />
            <Button type="submit" variant="primary" disabled={!password} pending={confirm.isPending}>
              Confirm
            </Button>
          </>
        )}
        {identityProvider && (
          <a
            href={`${backend(accounts.beginIdentity.path)}?confirm=1`}
            target="_blank"
            rel="opener"
            className={buttonClasses('secondary', 'md', 'w-full')}
          >
            <GoogleMark />
            Confirm with Google
          </a>
        )}
      </form>
    </Dialog>
  );
}
