import type { Message } from '#contract/text/message.ts';
/** A user as identified by the identity provider. */
export interface Identity {
  /** Never changes and is never reassigned, unlike the address. */
  subject: string;
  email: string | null;
  /** The provider itself vouches for the address. */
  emailVerified: boolean;
  name: string | null;
  /** https address of a picture. */
  picture: string | null;
}

/** What the browser's return is verified against; stored in that browser only, for one sign-in. */
export interface IdentityCheck {
  state: string;
  nonce: string;
  verifier: string;
}

export interface IdentityProvider {
  /** Where to send the browser, and what to remember of it. */
  begin(redirectUri: string): Promise<{ url: string; check: IdentityCheck }>;
  /** `returned`: the full address the browser came back to. Throws IdentityRejected, or any error when the provider is out of reach. */
  finish(returned: URL, check: IdentityCheck): Promise<Identity>;
  /** One sentence; throws when the provider can't be reached. */
  check(): Promise<Message>;
}

/** The sign-in was cancelled, forged, stale or used before. */
export class IdentityRejected extends Error {}
