import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Link, Navigate, useSearchParams } from 'react-router';
import { MAX_BIO, MAX_DISPLAY_NAME, MIN_PASSWORD } from '#contract/accounts/accounts.ts';
import { MAX_ANSWER } from '#contract/accounts/sign-up.ts';
import { AuthCard, textLink } from '#web/accounts/AuthCard.tsx';
import { IdentityButton } from '#web/accounts/sign-in/IdentityButton.tsx';
import { PasswordField } from '#web/accounts/sign-in/PasswordField.tsx';
import { PasswordStrength } from '#web/accounts/sign-in/PasswordStrength.tsx';
import { useSignUp } from '#web/accounts/accounts.queries.ts';
import { afterSignIn } from '#web/accounts/arrival.ts';
import { emailProblem, usernameProblem } from '#web/accounts/person.rules.ts';
import { ApiError } from '#web/app/client/call.ts';
import { useConfig } from '#web/app/config.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { useToken } from '#web/app/session/session.ts';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';
import type { Head } from '#web/app/page.ts';

const EMPTY = { username: '', email: '', password: '', displayName: '', bio: '', answer: '' };

function findGaps({ username, email, password }: typeof EMPTY): Partial<typeof EMPTY> {
  const name = usernameProblem(username);
  const address = emailProblem(email);
  return {
    ...(name && { username: name }),
    ...(address && { email: address }),
    ...(password.length < MIN_PASSWORD && { password: t`Password must be at least 8 characters` }),
  };
}

export const head: Head = () => ({ title: t`Sign Up`, hidden: true });

export function SignupPage() {
  const [search] = useSearchParams();
  const token = useToken();
  const { signUpClosed, signUpInvited, signUpQuestion, siteName } = useConfig();
  const invitation = search.get('invitation');
  const question = invitation ? null : signUpQuestion;
  const register = useSignUp(question !== null);
  const fields = useFields(EMPTY);
  const form = useForm(fields, register, {
    check: (person) => ({
      ...findGaps(person),
      ...(question !== null && !person.answer.trim() && { answer: t`Please answer the question.` }),
    }),
    toInput: (person) => ({ ...person, invitation }),
  });
  if (token) return <Navigate to={afterSignIn(search)} replace />;

  const problem =
    register.error &&
    (register.error instanceof ApiError && register.error.isReported
      ? register.error.message
      : t`Signup failed`);
  if (signUpClosed)
    return (
      <NotOpen title={t`Sign-up is closed`}>
        {t`Sign-up is currently closed. If you have an account, you can still log in.`}
      </NotOpen>
    );
  if (signUpInvited && !invitation)
    return (
      <NotOpen title={t`By invitation only`}>
        {t`You need an invitation to join. Ask a member for an invite link to sign up.`}
      </NotOpen>
    );
  if (question !== null && form.sent)
    return (
      <AuthCard title={t`Your request is pending`}>
        <p>{t`An administrator will review it and we’ll email you the answer. Once you’re approved, you can log in.`}</p>
      </AuthCard>
    );
  return (
    <AuthCard
      title={question === null ? t`Create your account` : t`Ask to join`}
      text={question !== null && t`An administrator approves new members.`}
      footer={
        <>
          <Trans>
            Already a member?{' '}
            <Link to={paths.login()} className={textLink}>
              Log in
            </Link>
          </Trans>
        </>
      }
    >
      <Form form={form} button={question === null ? t`Sign Up` : t`Send request`} whole problem={problem}>
        <Field
          label={t`Username`}
          {...form.field('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required="true"
          hint={t`3 to 30 letters, digits, dots, dashes or underscores.`}
        />
        <Field
          label={t`Email`}
          {...form.field('email')}
          type="email"
          autoComplete="email"
          aria-required="true"
        />
        <PasswordField
          label={t`Password`}
          {...form.field('password')}
          autoComplete="new-password"
          hint={t`At least 8 characters.`}
        />
        <PasswordStrength
          password={fields.values.password}
          known={[fields.values.username, fields.values.email, siteName]}
        />
        <Field
          label={t`Display name`}
          {...form.field('displayName')}
          autoComplete="name"
          maxLength={MAX_DISPLAY_NAME}
          hint={t`Optional. Shown instead of your username.`}
        />
        <TextArea label={t`Bio`} {...form.field('bio')} maxLength={MAX_BIO} hint={t`Optional.`} />
        {question !== null && (
          <TextArea
            label={question}
            {...form.field('answer')}
            maxLength={MAX_ANSWER}
            aria-required="true"
            hint={t`Only administrators see your answer.`}
          />
        )}
      </Form>
      {question === null && <IdentityButton />}
    </AuthCard>
  );
}

function NotOpen({ title, children }: { title: string; children: string }) {
  return (
    <AuthCard
      title={title}
      footer={
        <Link to={paths.login()} className={textLink}>
          {t`Log in`}
        </Link>
      }
    >
      <p>{children}</p>
    </AuthCard>
  );
}
