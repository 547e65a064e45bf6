import { t } from '@lingui/core/macro';
import type { SiteConfig } from '#web/app/client/initial-data.ts';
import { paths } from '#web/app/paths.ts';

const HERE = 'https://here.invalid';

/** The destination after a sign-in: the previous page, if it is one of ours. */
export function afterSignIn(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  // parsed as browsers do, which drop tabs and newlines: `/<tab>/evil.example` is another site
  const url = next.startsWith('/') && URL.canParse(next, HERE) ? new URL(next, HERE) : null;
  return url?.origin === HERE && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : paths.home();
}

const problemsWith = (name: string): Record<string, string> => ({
  sign_in_first: t`An account with this email address already exists. Log in with your password and confirm the address in your settings to use ${name} as well.`,
  email_not_verified: t`${name} hasn’t confirmed this email address, so you can’t use it to sign in.`,
  other_account: t`That isn’t the ${name} account you use to sign in here.`,
  email_reserved: t`An account with this email address switched to a different one in the last three days. If it’s yours, undo the change with the link we emailed you.`,
  sign_up_closed: t`Sign-up is by invitation only or currently closed.`,
  suspended: t`This account is suspended.`,
  cancelled: t`You cancelled the sign-in with ${name}.`,
  not_configured: t`Sign-in with ${name} isn’t set up on this site.`,
  unavailable: t`${name} can’t be reached right now. Please try again in a moment.`,
});

/** Why the identity provider's sign-in failed, as /oauth-callback hands it on. */
export function identityProblem(
  state: unknown,
  { identityProviders = [] }: Partial<Pick<SiteConfig, 'identityProviders'>>,
): string {
  const reasonState: { reason?: unknown; provider?: unknown } | null =
    typeof state === 'object' ? state : null;
  const name = identityProviders.find(({ id }) => id === (reasonState?.provider ?? '1'))?.name ?? 'Google';
  return (
    problemsWith(name)[String(reasonState?.reason ?? '')] ??
    t`Couldn’t sign in with ${name}. Please try again.`
  );
}

/** Stays on the login page although there seems to be a session: looking up its user failed. */
export const SIGN_IN_AGAIN = { signInAgain: true };

export const needsReauthentication = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signInAgain' in state;
