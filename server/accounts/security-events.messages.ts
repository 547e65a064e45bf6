import { storedMessages } from '#contract/text/message.ts';

/**
 * Sign-in methods, recorded with the sign-in. With two-factor on, a password or the identity provider is one
 * of two factors.
 */
export const SIGN_IN_METHODS = storedMessages('ways', {
  password: 'password',
  provider: 'provider',
  passkey: 'passkey',
  'second step': 'second step',
  'sign-up': 'sign-up',
});
export type SignInMethod = keyof typeof SIGN_IN_METHODS;

/** Details recorded with a security event. */
export const DETAILS = storedMessages('security', {
  RESET_LINK: 'by a reset link',
  BY_ADMIN: 'by an administrator',
  WRONG_CODE: 'wrong code',
  WRONG_CODES: 'too many wrong codes',
  REMOVED: 'removed: {0}',
  THE_PASSKEY: 'the passkey “{0}”',
  THE_KEY: 'the API key “{0}”',
  THE_PROVIDER: 'the provider’s sign-in',
  THE_APP: 'the authenticator app',
  THE_CODES: 'the recovery codes',
});
