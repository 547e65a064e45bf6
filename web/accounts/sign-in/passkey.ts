import { t } from '@lingui/core/macro';
import { security } from '#contract/accounts/security.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call } from '#web/app/client/call.ts';
import { webauthn } from '#web/ui/webauthn.ts';

type Given = BodyInput<typeof security.finishPasskeySignIn>['credential'];
type Credential = BodyInput<typeof security.finishPasskey>['credential'];

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Requests a passkey; `autofill`: among the suggestions of the username field, as long as the page is open. */
export async function requestPasskey({ autofill = false } = {}): Promise<Given> {
  const { startAuthentication } = await webauthn();
  const optionsJSON = await call(security.beginPasskeySignIn);
  return (await startAuthentication({
    optionsJSON,
    useBrowserAutofill: autofill,
  })) as Given;
}

export async function signInByPasskey(given: Given): Promise<{ token: string }> {
  return call(security.finishPasskeySignIn, { body: { credential: given } });
}

/** Whether the browser suggests passkeys in the username's field. */
export async function suggestsPasskeys(): Promise<boolean> {
  // an address of numbers is no domain, and passkeys are bound to one
  const hasDomain = !/^[\d.]+$|:/.test(location.hostname);
  return hasDomain && knowsPasskeys() && (await (await webauthn()).browserSupportsWebAuthnAutofill());
}

/** Cancels a pending autofill request. */
export async function stopSuggesting(): Promise<void> {
  (await webauthn()).WebAuthnAbortService.cancelCeremony();
}

export async function makePasskey(): Promise<Credential> {
  const optionsJSON = await call(security.beginPasskey);
  const { startRegistration } = await webauthn();
  return (await startRegistration({ optionsJSON: optionsJSON as never })) as Credential;
}

/** The message for a failed attempt; null if the user closed the browser's dialog. */
export function passkeyProblem(error: Error | null): string | null {
  if (!error || error.name === 'NotAllowedError' || error.name === 'AbortError') return null;
  if (error.name === 'InvalidStateError') return t`This device already has a passkey for your account.`;
  if (error.name === 'SecurityError') return t`Passkeys don’t work at this address.`;
  return error.name === 'ApiError' ? error.message : t`Couldn’t use the passkey. Please try again.`;
}
