import { paths } from '#web/app/paths.ts';

const HERE = 'https://here.invalid';

/** Where to go once signed in: back to where one came from, if that is a page of ours. */
export function afterSignIn(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  // as a browser reads it, which drops tabs and lines: `/<tab>/evil.example` is another site
  const url = next.startsWith('/') && URL.canParse(next, HERE) ? new URL(next, HERE) : null;
  return url?.origin === HERE && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : paths.home();
}

const PROBLEMS: Record<string, string> = {
  sign_in_first:
    'There is already an account with this email address. Please log in with its password and confirm the address in your settings; after that, Google works too.',
  email_not_verified: 'Google has not confirmed this email address, so it can’t be used to sign in.',
  other_account: 'This was not the Google account you sign in with here.',
  email_reserved:
    'An account that had this email address was changed to another one in the last three days. If it is yours, undo the change with the link we emailed you.',
  sign_up_closed: 'New accounts need an invitation here, or are not made at the moment.',
  suspended: 'This account is suspended.',
  cancelled: 'You cancelled the sign-in with Google.',
  not_configured: 'Signing in with Google is not set up on this site.',
  unavailable: 'Google can’t be reached right now. Please try again in a moment.',
};

/** Why the identity provider's sign-in failed, as /oauth-callback hands it on. */
export function identityProblem(state: unknown): string {
  const reason = typeof state === 'object' && state !== null && 'reason' in state ? String(state.reason) : '';
  return PROBLEMS[reason] ?? 'Signing in with Google did not work. Please try again.';
}

/** Who comes to the login with this stays, although a session seems to be there: asking who it is of failed. */
export const SIGN_IN_AGAIN = { signInAgain: true };

export const asksAgain = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signInAgain' in state;
