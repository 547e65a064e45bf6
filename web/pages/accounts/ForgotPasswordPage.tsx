import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { AuthCard, textLink } from '#web/accounts/AuthCard.tsx';
import { isNetworkError, useForgotPassword } from '#web/accounts/accounts.queries.ts';
import { emailProblem } from '#web/accounts/person.rules.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormNotice } from '#web/ui/controls/FormNotes.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Forgot password`, hidden: true });

export function ForgotPasswordPage() {
  const forgot = useForgotPassword();
  const form = useForm(useFields({ email: '' }), forgot, {
    check: ({ email }) => {
      const problem = emailProblem(email);
      return problem ? { email: problem } : {};
    },
  });
  return (
    <AuthCard
      title={t`Forgot password?`}
      text={t`Enter your email address and we’ll send you a link to set a new password.`}
      footer={
        <Link to={paths.login()} className={textLink}>
          {t`Back to login`}
        </Link>
      }
    >
      <Form
        form={form}
        button={t`Send reset link`}
        whole
        problem={
          forgot.error &&
          (isNetworkError(forgot.error) ? t`Network Error` : t`Could not send reset email. Please try again.`)
        }
      >
        <FormNotice>
          {form.sent && (
            <>
              <Trans>
                <strong>Reset email sent</strong>
                <br />
                If there is an account with this address, the link is on its way. It expires in 1 hour.
              </Trans>
            </>
          )}
        </FormNotice>
        <Field
          label={t`Email`}
          {...form.field('email')}
          type="email"
          autoComplete="email"
          aria-required="true"
        />
      </Form>
    </AuthCard>
  );
}
