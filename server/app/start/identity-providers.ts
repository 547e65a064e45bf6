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
export function listIdentityProviders(settings: Settings): ProviderSettings[] {
  const [logo, logo2] = settings.owner.identityLogos;
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER, OIDC_NAME } = settings;
  const { OIDC2_CLIENT_ID, OIDC2_CLIENT_SECRET, OIDC2_ISSUER, OIDC2_NAME } = settings;
  const providers: ProviderSettings[] = [];
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET)
    providers.push({
      id: '1',
      name: OIDC_NAME,
      logo,
      issuer: OIDC_ISSUER,
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
    });
  if (OIDC2_CLIENT_ID && OIDC2_CLIENT_SECRET && OIDC2_ISSUER && OIDC2_NAME)
    providers.push({
      id: '2',
      name: OIDC2_NAME,
      logo: logo2,
      issuer: OIDC2_ISSUER,
      clientId: OIDC2_CLIENT_ID,
      clientSecret: OIDC2_CLIENT_SECRET,
    });
  return providers;
}
