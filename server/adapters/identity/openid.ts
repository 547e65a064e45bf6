import * as client from 'openid-client';
import { type Identity, type IdentityProvider, IdentityRefused } from './identity.ts';

const TIMEOUT_SECONDS = 10;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** OpenID Connect: authorization code with PKCE, state and nonce. The issuer is discovered on first use and kept. */
export function openIdentityProvider({
  issuer,
  clientId,
  clientSecret,
}: {
  issuer: string;
  clientId: string;
  clientSecret: string;
}): IdentityProvider {
  const address = new URL(issuer);
  let discovered: Promise<client.Configuration> | null = null;

  const discover = (): Promise<client.Configuration> => {
    discovered ??= client
      .discovery(address, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        // without https only on this very machine, for tests; marked deprecated so that nobody uses it by chance
        execute:
          address.protocol === 'http:' && LOOPBACK.has(address.hostname)
            ? [client.allowInsecureRequests]
            : [],
      })
      .catch((error: unknown) => {
        discovered = null;
        throw error;
      });
    return discovered;
  };

  return {
    async begin(redirectUri) {
      const check = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        response_type: 'code',
        state: check.state,
        nonce: check.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(check.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, check };
    },
    async finish(returned, check) {
      const config = await discover();
      try {
        const tokens = await client.authorizationCodeGrant(config, returned, {
          expectedState: check.state,
          expectedNonce: check.nonce,
          pkceCodeVerifier: check.verifier,
          idTokenExpected: true,
        });
        return await readIdentity(config, tokens);
      } catch (error) {
        if (error instanceof TypeError || (error instanceof client.ClientError && isOutage(error)))
          throw error;
        throw new IdentityRefused('The identity provider did not confirm this sign-in.', { cause: error });
      }
    },
    async check() {
      await discover();
      return `identity provider ${address.host}`;
    },
  };
}

function isOutage(error: client.ClientError): boolean {
  return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
}

async function readIdentity(
  config: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Promise<Identity> {
  const claims = tokens.claims();
  if (!claims) throw new IdentityRefused('The identity provider sent no identity.');
  const told: Record<string, unknown> =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) }
      : claims;
  return {
    subject: claims.sub,
    email: asText(told['email']),
    emailVerified: told['email_verified'] === true,
    name: asText(told['name']),
    picture: asText(told['picture'])?.startsWith('https://') ? asText(told['picture']) : null,
  };
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
