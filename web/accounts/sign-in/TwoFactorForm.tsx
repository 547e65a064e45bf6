import { t } from '@lingui/core/macro';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { useVerifyTwoFactor } from './security.queries.ts';

/** The second half of a sign-in: a code of the app, or a recovery code. */
export function TwoFactorForm({ ticket, onToken }: { ticket: string; onToken: (token: string) => void }) {
  const pass = useVerifyTwoFactor();
  const form = useForm(useFields({ code: '' }), pass, {
    check: ({ code }) => (code.trim() ? {} : { code: t`Please enter the code.` }),
    toInput: ({ code }) => ({ ticket, code }),
    onSent: ({ token }) => onToken(token),
  });
  return (
    <Form form={form} button={t`Continue`} whole>
      <CodeField {...form.field('code')} />
    </Form>
  );
}

/** Six digits, which phones fill in by themselves, or a recovery code. */
export function CodeField(props: Partial<React.ComponentProps<typeof Field>>) {
  return (
    <Field
      label={t`Code`}
      hint={t`The 6-digit code from your authenticator app, or a recovery code.`}
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
    />
  );
}
