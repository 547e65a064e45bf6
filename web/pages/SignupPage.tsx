import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { MAX_BIO, MAX_DISPLAY_NAME, MIN_PASSWORD } from '#contract/accounts.ts';
import { AuthCard, FormError, textLink } from '#web/accounts/AuthCard.tsx';
import { IdentityButton } from '#web/accounts/IdentityButton.tsx';
import { PasswordField } from '#web/accounts/PasswordField.tsx';
import { useRegister } from '#web/accounts/accounts.queries.ts';
import { afterSignIn } from '#web/accounts/arrival.ts';
import { ApiError } from '#web/app/call.ts';
import { paths } from '#web/app/paths.ts';
import { useToken } from '#web/app/session.ts';
import { useTitle } from '#web/app/title.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, TextArea } from '#web/ui/Field.tsx';

const EMPTY = { username: '', email: '', password: '', displayName: '', bio: '' };
type Form = typeof EMPTY;

function findGaps({ username, email, password }: Form): Partial<Form> {
  return {
    ...(!username.trim() && { username: 'Please enter a username.' }),
    ...(!/^[^@\s]+@[^@\s]+$/.test(email.trim()) && {
      email: email.trim() ? 'Please enter a valid email address.' : 'Please enter your email address.',
    }),
    ...(password.length < MIN_PASSWORD && { password: 'Password must be at least 8 characters' }),
  };
}

export function SignupPage() {
  useTitle('Sign Up');
  const [search] = useSearchParams();
  const token = useToken();
  const register = useRegister();
  const [form, setForm] = useState(EMPTY);
  const [gaps, setGaps] = useState<Partial<Form>>({});
  if (token) return <Navigate to={afterSignIn(search)} replace />;

  const set =
    (name: keyof Form) =>
    (value: string): void =>
      setForm({ ...form, [name]: value });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = findGaps(form);
    setGaps(found);
    if (Object.keys(found).length === 0 && !register.isPending)
      register.mutate({ ...form, profileImageUrl: null });
  };
  const problem =
    register.error &&
    (register.error instanceof ApiError && register.error.told ? register.error.message : 'Signup failed');
  return (
    <AuthCard
      title="Create your account"
      footer={
        <>
          Already have one?{' '}
          <Link to={paths.login()} className={textLink}>
            Log in
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{problem}</FormError>
        <Field
          label="Username"
          name="username"
          value={form.username}
          onChange={(event) => set('username')(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required="true"
          hint="3 to 30 letters, digits, dots, dashes or underscores."
          error={gaps.username}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          value={form.email}
          onChange={(event) => set('email')(event.target.value)}
          autoComplete="email"
          aria-required="true"
          error={gaps.email}
        />
        <PasswordField
          label="Password"
          value={form.password}
          onChange={set('password')}
          autoComplete="new-password"
          hint="At least 8 characters."
          error={gaps.password}
        />
        <Field
          label="Display name"
          name="displayName"
          value={form.displayName}
          onChange={(event) => set('displayName')(event.target.value)}
          autoComplete="name"
          maxLength={MAX_DISPLAY_NAME}
          hint="Optional. What others see instead of your username."
        />
        <TextArea
          label="Bio"
          name="bio"
          value={form.bio}
          onChange={(event) => set('bio')(event.target.value)}
          maxLength={MAX_BIO}
          hint="Optional."
        />
        <Button type="submit" variant="primary" pending={register.isPending}>
          Sign Up
        </Button>
      </form>
      <IdentityButton />
    </AuthCard>
  );
}
