import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { reauthentication } from '#web/app/session/reauthentication.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { onHandedOver } from '#web/app/session/reauthentication-window.ts';
import { useMe } from '#web/app/session/me.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { useStore } from '#web/ui/store.ts';
import { IdentityConfirm } from './IdentityButton.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { CodeField } from './TwoFactorForm.tsx';
import { useConfirm } from '../accounts.queries.ts';
import { requestPasskey, knowsPasskeys, passkeyProblem } from './passkey.ts';

/** Asks for re-authentication in a dialog over the current page, which stays as it is. */
export function ReauthenticationDialog() {
  const question = useStore(reauthentication);
  return question?.hasEnded ? <SignInAgain onAnswer={question.answer} /> : <Confirm />;
}

/** For the password or the provider. */
function Confirm() {
  const question = useStore(reauthentication);
  const { me, signedIn } = useMe();
  const confirm = useConfirm();
  const form = useForm(useFields({ password: '', code: '' }), confirm, {
    ready: ({ password, code }) => password !== '' && (code.trim() !== '' || !me?.hasSecondStep),
    toInput: ({ password, code }) => ({ password, ...(code.trim() && { code }) }),
    onSent: () => question?.answer(true),
  });
  const passkey = useMutation({
    mutationFn: async () => confirm.mutateAsync({ passkey: await requestPasskey() }),
    onSuccess: () => question?.answer(true),
  });
  const take = useEffectEvent((token: string) => {
    if (!confirm.isPending) confirm.mutate({ token }, { onSuccess: () => question?.answer(true) });
  });
  useEffect(() => onHandedOver((token) => take(token)), []);
  useEffect(() => {
    if (!signedIn) question?.answer(false);
  }, [signedIn, question]);
  if (!question) return null;
  return (
    <Dialog title={t`Confirm it’s you`} onClose={() => question.answer(false)} locked={confirm.isPending}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          {t`You signed in a while ago, so please confirm it’s you. You won’t lose anything you entered.`}
        </p>
        <Form form={form} button={me?.hasPassword ? t`Confirm` : null} whole>
          {me?.hasPassword && (
            <PasswordField
              label={t`Your password`}
              {...form.field('password')}
              autoComplete="current-password"
            />
          )}
          {me?.hasPassword && me.hasSecondStep && <CodeField {...form.field('code')} />}
        </Form>
        {me?.hasPasskey && knowsPasskeys() && (
          <Button pending={passkey.isPending} onClick={() => passkey.mutate()}>
            {t`Confirm with a passkey`}
          </Button>
        )}
        <FormError>{passkeyProblem(passkey.error)}</FormError>
        <IdentityConfirm />
      </div>
    </Dialog>
  );
}
