import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MIN_PASSWORD } from '#contract/accounts.ts';
import { AuthCard, FormError, textLink } from '#web/accounts/AuthCard.tsx';
import { PasswordField } from '#web/accounts/PasswordField.tsx';
import { isNetworkError, useLogin, useResetPassword } from '#web/accounts/accounts.queries.ts';
import { wordsOf } from '#web/app/call.ts';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';

const NO_TOKEN = 'Missing or invalid token.';

export function ResetPasswordPage() {
  useTitle('Reset password');
  const [search] = useSearchParams();
  const token = search.get('token')?.trim() ?? '';
  const { problem, pending, done, reset } = useReset(token);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!pending) void reset(password, confirmation);
  };
  return (
    <AuthCard
      title="Set a new password"
      footer={
        <Link to={done ? paths.login() : paths.forgotPassword()} className={textLink}>
          {done ? 'Go to login' : 'Request a new link'}
        </Link>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{problem ?? (token ? null : NO_TOKEN)}</FormError>
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <PasswordField
          label="Confirm password"
          value={confirmation}
          onChange={setConfirmation}
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" pending={pending} disabled={done}>
          Reset password
        </Button>
      </form>
    </AuthCard>
  );
}

function useReset(token: string) {
  const navigate = useNavigate();
  const change = useResetPassword();
  const login = useLogin();
  const [problem, setProblem] = useState<string | null>(null);
  const reset = async (password: string, confirmation: string): Promise<void> => {
    const wrong = !token
      ? NO_TOKEN
      : password.length < MIN_PASSWORD
        ? 'Password must be at least 8 characters'
        : password !== confirmation
          ? 'Passwords do not match'
          : null;
    setProblem(wrong);
    if (wrong) return;
    let username: string;
    try {
      ({ username } = await change.mutateAsync({ token, password }));
    } catch (error) {
      setProblem(
        isNetworkError(error)
          ? 'Network error. Please try again.'
          : wordsOf(error, 'Reset failed. The link may be invalid or expired.'),
      );
      return;
    }
    try {
      await login.mutateAsync({ username, password });
    } catch {
      setProblem('Password reset successful, but auto-login failed. Please login manually.');
      return;
    }
    toast('Your new password is set');
    void navigate(paths.home(), { replace: true });
  };
  return { problem, pending: change.isPending || login.isPending, done: change.isSuccess, reset };
}
