import { msg, type Message } from '#contract/text/message.ts';
import * as client from 'openid-client';
import { requestService } from '../service-request.ts';
import { type Identity, type IdentityCheck, type IdentityProvider, IdentityRejected } from './identity.ts';

const TIMEOUT_SECONDS = 10;
/** Of keys, tokens and claims alike. */
const MAX_BYTES = 256 * 1024;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** OpenID Connect: authorization code with PKCE, state and nonce. The issuer is discovered on first use and cached. */
export function openIdentityProvider(settings: OpenIdSettings): IdentityProvider {
  return new OpenIdProvider(settings);
}

class OpenIdProvider implements IdentityProvider {
  private readonly settings: OpenIdSettings;
  private readonly issuer: URL;
  private discovered: Promise<client.Configuration> | null = null;

  constructor(settings: OpenIdSettings) {
    this.settings = settings;
    this.issuer = new URL(settings.issuer);
  }

  async begin(redirectUri: string): Promise<{ url: string; check: IdentityCheck }> {
    const check = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(await this.discover(), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      response_type: 'code',
      state: check.state,
      nonce: check.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(check.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, check };
  }

  async finish(returned: URL, check: IdentityCheck): Promise<Identity> {
    const config = await this.discover();
    try {
      const tokens = await client.authorizationCodeGrant(config, returned, {
        expectedState: check.state,
        expectedNonce: check.nonce,
        pkceCodeVerifier: check.verifier,
        idTokenExpected: true,
      });
      return await readIdentity(config, tokens);
    } catch (error) {
      if (error instanceof TypeError || (error instanceof client.ClientError && isOutage(error))) throw error;
      throw new IdentityRejected('The identity provider did not confirm this sign-in.', { cause: error });
    }
  }

  async check(): Promise<Message> {
    await this.discover();
    return msg`identity provider ${this.issuer.host}`;
  }

  private discover(): Promise<client.Configuration> {
    const { clientId, clientSecret } = this.settings;
    // plain http only on this machine, for tests; marked deprecated to prevent accidental use
    const insecure = this.issuer.protocol === 'http:' && LOOPBACK.has(this.issuer.hostname);
    this.discovered ??= client
      .discovery(this.issuer, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        [client.customFetch]: (url, { method, headers, body, signal, redirect }) =>
          requestService(url, {
            method,
            headers,
            signal,
            redirect,
            maxBytes: MAX_BYTES,
            ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: body.toString() }),
          }),
        // its signature counts, not only the connection that brought it
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        this.discovered = null;
        throw error;
      });
    return this.discovered;
  }
}

function isOutage(error: client.ClientError): boolean {
  return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
}

async function readIdentity(
  config: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Promise<Identity> {
  const claims = tokens.claims();
  if (!claims) throw new IdentityRejected('The identity provider sent no identity.');
  const userInfo: Record<string, unknown> =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) }
      : claims;
  return {
    subject: claims.sub,
    email: asText(userInfo['email']),
    // some providers send it as a text
    emailVerified: userInfo['email_verified'] === true || userInfo['email_verified'] === 'true',
    name: asText(userInfo['name']),
    picture: asText(userInfo['picture'])?.startsWith('https://') ? asText(userInfo['picture']) : null,
  };
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
