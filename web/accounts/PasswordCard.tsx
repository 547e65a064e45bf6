import { useState } from 'react';
import type { FormEvent } from 'react';
import { MIN_PASSWORD } from '#contract/accounts.ts';
import type { Me } from '#contract/accounts.ts';
import { ApiError } from '#web/app/call.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FormError, FormNotice } from './AuthCard.tsx';
import { PasswordField } from './PasswordField.tsx';
import { fieldError, useChangePassword } from './accounts.queries.ts';

export function PasswordCard({ me }: { me: Me }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [gap, setGap] = useState<string | null>(null);
  const change = useChangePassword();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong =
      next.length < MIN_PASSWORD
        ? 'Password must be at least 8 characters'
        : next !== confirmation
          ? 'Passwords do not match'
          : null;
    setGap(wrong);
    if (wrong || change.isPending) return;
    change.mutate(
      { currentPassword: me.hasPassword ? current : null, newPassword: next },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
          setConfirmation('');
        },
      },
    );
  };
  const other =
    change.error && !(change.error instanceof ApiError && Object.keys(change.error.fields).length > 0)
      ? change.error.message
      : null;
  return (
    <Card title="Password">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {me.hasPassword && (
          <PasswordField
            label="Current password"
            value={current}
            onChange={setCurrent}
            autoComplete="current-password"
            error={fieldError(change.error, 'currentPassword') ?? fieldError(change.error, 'password')}
          />
        )}
        <PasswordField
          label="New password"
          value={next}
          onChange={setNext}
          autoComplete="new-password"
          hint="At least 8 characters. You stay signed in here and nowhere else."
          error={gap ?? fieldError(change.error, 'newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          value={confirmation}
          onChange={setConfirmation}
          autoComplete="new-password"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={change.isPending}>
            {me.hasPassword ? 'Change password' : 'Set password'}
          </Button>
          <FormNotice>{change.isSuccess && 'Password changed'}</FormNotice>
          <FormError>{other}</FormError>
        </div>
      </form>
    </Card>
  );
}
