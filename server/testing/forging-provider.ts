import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** Signing key: the provider's by default; `null`: unsigned. */
  key?: KeyObject | string | null;
}

export interface ForgingProvider {
  issuer: string;
  publicKey: KeyObject;
  /** Changes the next identity token. Null: none is sent. */
  forge(answer: Answer): Answer | null;
  /** Parameters added to the redirect back to the site. */
  back: Record<string, string>;
  close(): void;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function writeToken({ header, claims, key }: Answer, own: KeyObject): string {
  const content = `${encode(header)}.${encode(claims)}`;
  if (key === null) return `${content}.`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(content).digest()
      : sign('sha256', Buffer.from(content), key ?? own);
  return `${content}.${signature.toString('base64url')}`;
}

/** An OpenID provider that can be made to send invalid responses. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nonces = new Map<string, string>();
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const provider: ForgingProvider = {
    issuer,
    publicKey,
    forge: (answer) => answer,
    back: { iss: issuer },
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
  const describe = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  });
  const giveToken = (code: string) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'lll', iat: now, exp: now + 600, nonce: nonces.get(code) };
    const answer = provider.forge({ header: { alg: 'RS256', kid: 'own' }, claims });
    const token = { access_token: 'none', token_type: 'Bearer', expires_in: 600 };
    return answer ? { ...token, id_token: writeToken(answer, privateKey) } : token;
  };
  http.on('request', async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', issuer);
    const body = Buffer.concat(await request.toArray()).toString();
    if (pathname === '/authorize') {
      const code = `code-${nonces.size}`;
      nonces.set(code, query.get('nonce') ?? '');
      const back = new URLSearchParams({ code, state: query.get('state') ?? '', ...provider.back });
      response.writeHead(302, { location: `${query.get('redirect_uri')}?${back.toString()}` }).end();
      return;
    }
    const responses: Record<string, () => object> = {
      '/.well-known/openid-configuration': describe,
      '/jwks': () => ({
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
      }),
      '/token': () => giveToken(new URLSearchParams(body).get('code') ?? ''),
    };
    const respond = responses[pathname];
    response.writeHead(respond ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(respond?.() ?? {}));
  });
  return provider;
}
