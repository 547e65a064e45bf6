import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { AuthCard, FormError, FormNotice, textLink } from '#web/accounts/AuthCard.tsx';
import { isNetworkError, useForgotPassword } from '#web/accounts/accounts.queries.ts';
import { paths } from '#web/app/paths.ts';
import { useTitle } from '#web/app/title.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';

export function ForgotPasswordPage() {
  useTitle('Forgot password');
  const forgot = useForgotPassword();
  const [email, setEmail] = useState('');
  const [gap, setGap] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setGap(email.trim() ? null : 'Please enter your email address.');
    if (email.trim() && !forgot.isPending) forgot.mutate(email);
  };
  return (
    <AuthCard
      title="Forgot password?"
      text="Tell us your email address, and we’ll send you a link to set a new password."
      footer={
        <Link to={paths.login()} className={textLink}>
          Back to login
        </Link>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError>
          {forgot.error &&
            (isNetworkError(forgot.error)
              ? 'Network Error'
              : 'Could not send reset email. Please try again.')}
        </FormError>
        <FormNotice>
          {forgot.isSuccess && (
            <>
              <strong>Reset email sent</strong>
              <br />
              If there is an account with this address, the link is on its way. It expires in 1 hour.
            </>
          )}
        </FormNotice>
        <Field
          label="Email"
          name="email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="email"
          aria-required="true"
          error={gap}
        />
        <Button type="submit" variant="primary" pending={forgot.isPending}>
          Send reset link
        </Button>
      </form>
    </AuthCard>
  );
}
