import { t } from '@lingui/core/macro';
import { MIN_PASSWORD } from '#contract/accounts/accounts.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Checkbox } from '#web/ui/controls/Field.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { PasswordField } from '../sign-in/PasswordField.tsx';
import { PasswordStrength } from '../sign-in/PasswordStrength.tsx';
import { useChangePassword } from '../accounts.queries.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '', keepKeys: false };

const check = ({ newPassword, confirmation }: typeof EMPTY) => ({
  ...(newPassword.length < MIN_PASSWORD && { newPassword: t`Password must be at least 8 characters` }),
  ...(newPassword !== confirmation && { confirmation: t`Passwords do not match` }),
});

export function PasswordCard({ me }: { me: Me }) {
  const fields = useFields(EMPTY);
  const form = useForm(fields, useChangePassword(), {
    check,
    toInput: ({ currentPassword, newPassword, keepKeys }) => ({
      currentPassword: me.hasPassword ? currentPassword : null,
      newPassword,
      keepKeys,
    }),
    done: t`Password changed`,
    onSent: fields.reset,
  });
  return (
    <Card title={t`Password`}>
      <Form
        form={form}
        button={me.hasPassword ? t`Change password` : t`Set password`}
        variant="secondary"
        problem={form.errors['password'] ? null : form.problem?.message}
      >
        {me.hasPassword && (
          <PasswordField
            label={t`Current password`}
            {...form.field('currentPassword')}
            autoComplete="current-password"
            // `password` where it is the fresh sign-in that it was not good for
            error={form.errors['currentPassword'] ?? form.errors['password']}
          />
        )}
        <PasswordField
          label={t`New password`}
          {...form.field('newPassword')}
          autoComplete="new-password"
          hint={t`At least 8 characters. Other devices will be signed out.`}
        />
        <PasswordStrength
          password={fields.values.newPassword}
          known={[me.username, me.email, me.displayName]}
        />
        <PasswordField
          label={t`Confirm new password`}
          {...form.field('confirmation')}
          autoComplete="new-password"
        />
        <Checkbox
          label={t`Keep my API keys`}
          hint={t`Otherwise they’re revoked. Leave this unchecked if someone may know your password.`}
          {...form.checkbox('keepKeys')}
        />
      </Form>
    </Card>
  );
}
