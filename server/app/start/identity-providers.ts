import type { Settings } from './settings.ts';

/** An identity provider that is set up. */
export interface ProviderSettings {
  /** As addresses name it. */
  id: '1' | '2';
  name: string;
  /** The owner's picture of it. */
  logo: string | null;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Those that people may sign in by just now. */
export function listIdentityProviders({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  OIDC_ISSUER: issuer,
  owner: { identity },
}: Settings): ProviderSettings[] {
  const { name, logo, second } = identity;
  const first = clientId && clientSecret ? { name, logo, issuer, clientId, clientSecret } : null;
  return [
    ...(first ? [{ id: '1' as const, ...first }] : []),
    ...(second ? [{ id: '2' as const, ...second }] : []),
  ];
}
