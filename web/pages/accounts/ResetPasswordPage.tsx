import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MIN_PASSWORD } from '#contract/accounts/accounts.ts';
import { AuthCard, textLink } from '#web/accounts/AuthCard.tsx';
import { PasswordField } from '#web/accounts/sign-in/PasswordField.tsx';
import { PasswordStrength } from '#web/accounts/sign-in/PasswordStrength.tsx';
import { isNetworkError, useLogin, useResetPassword } from '#web/accounts/accounts.queries.ts';
import { ApiError, errorMessage } from '#web/app/client/call.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import type { Head } from '#web/app/page.ts';

const noToken = () => t`Missing or invalid token.`;

export const head: Head = () => ({ title: t`Reset password`, hidden: true });

export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token')?.trim() ?? '';
  const { change, reset } = useReset(token);
  const fields = useFields({ password: '', confirmation: '' });
  const form = useForm(fields, reset, {
    check: findGaps,
    // an error of the whole form: a missing token has no field
    ready: () => !change.isSuccess,
    toInput: ({ password }) => password,
  });
  const done = change.isSuccess;
  return (
    <AuthCard
      title={t`Set a new password`}
      footer={
        <Link to={done ? paths.login() : paths.forgotPassword()} className={textLink}>
          {done ? t`Go to login` : t`Request a new link`}
        </Link>
      }
    >
      <Form
        form={form}
        button={t`Reset password`}
        whole
        problem={form.problem?.message ?? (token ? null : noToken())}
      >
        <PasswordField
          label={t`New password`}
          {...form.field('password')}
          autoComplete="new-password"
          hint={t`At least 8 characters.`}
        />
        <PasswordStrength password={fields.values.password} />
        <PasswordField
          label={t`Confirm password`}
          {...form.field('confirmation')}
          autoComplete="new-password"
        />
      </Form>
    </AuthCard>
  );
}

/** Sets the new password, then signs in with it. Its errors are sentences for the form. */
function useReset(token: string) {
  const navigate = useNavigate();
  const change = useResetPassword();
  const login = useLogin();
  const reset = useMutation({
    mutationFn: async (password: string) => {
      if (!token) throw new Error(noToken());
      const { username } = await change.mutateAsync({ token, password }).catch((error: unknown) => {
        throw new Error(
          isNetworkError(error)
            ? t`Network error. Please try again.`
            : errorMessage(error, t`Reset failed. The link may be invalid or expired.`),
        );
      });
      const signedIn = await login.mutateAsync({ username, password }).catch((error: unknown) => {
        if (error instanceof ApiError && error.ticket) return { ticket: error.ticket };
        throw new Error(t`Password reset successful, but auto-login failed. Please login manually.`);
      });
      return 'ticket' in signedIn ? signedIn.ticket : null;
    },
    onSuccess: (ticket) => {
      toast(t`Password updated`);
      if (ticket) void navigate(paths.login(), { replace: true, state: { ticket } });
      else void navigate(paths.home(), { replace: true });
    },
  });
  return { change, reset };
}

function findGaps({ password, confirmation }: { password: string; confirmation: string }) {
  return {
    ...(password.length < MIN_PASSWORD && { password: t`Password must be at least 8 characters` }),
    ...(password !== confirmation && { confirmation: t`Passwords do not match` }),
  };
}
