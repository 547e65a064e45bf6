import { t } from '@lingui/core/macro';
import { USERNAME_PATTERN } from '#contract/accounts/accounts.ts';

const isUsername = (name: string): boolean => new RegExp(`^${USERNAME_PATTERN}$`).test(name);

/** Validates a username before it is sent; the server decides. */
export function usernameProblem(typed: string): string | null {
  const username = typed.trim();
  if (isUsername(username)) return null;
  return username
    ? t`A username has 3 to 30 letters (A–Z), digits, dots, dashes or underscores.`
    : t`Please enter a username.`;
}

/** The same for an address. */
export function emailProblem(typed: string): string | null {
  const email = typed.trim();
  if (/^[^@\s]+@[^@\s]+$/.test(email)) return null;
  return email ? t`Please enter a valid email address.` : t`Please enter your email address.`;
}
