import { inEnglish } from '#contract/text/message.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentityStandin, startIdentityProvider } from '#standins/identity-provider.ts';
import { type IdentityProvider, IdentityRejected } from './identity.ts';
import { openIdentityProvider } from './openid.ts';

const redirectUri = 'http://127.0.0.1:3000/login/oauth2/code/google';
const ann = {
  sub: 'ann-1',
  email: 'ann@example.org',
  email_verified: true,
  name: 'Ann',
  picture: 'https://pictures.example/ann.png',
};
let standin: IdentityStandin;
let provider: IdentityProvider;

beforeAll(async () => {
  standin = await startIdentityProvider({ redirectUris: [redirectUri] });
  provider = openIdentityProvider(standin);
});
afterAll(() => standin.close());

/** Does what a browser does: follows redirects with a cookie jar until the address is ours again. */
async function browse(start: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 12 && !url.startsWith(redirectUri); hops += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`${response.status} at ${url}: ${await response.text()}`);
    url = new URL(next, url).href;
  }
  return new URL(url);
}

test('signs in a user with PKCE, state and nonce', async () => {
  standin.person = ann;
  const { url, check } = await provider.begin(redirectUri);
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    state: check.state,
    nonce: check.nonce,
    response_type: 'code',
  });
  expect(url).not.toContain(check.verifier);
  const identity = await provider.finish(await browse(url), check);
  expect(identity).toEqual({
    subject: 'ann-1',
    email: 'ann@example.org',
    emailVerified: true,
    name: 'Ann',
    picture: 'https://pictures.example/ann.png',
  });
  expect(inEnglish(await provider.check())).toContain('127.0.0.1');
});

test.each([
  ['true', true],
  ['false', false],
] as const)("accepts the provider's email verification as a string: %s", async (params, verified) => {
  standin.person = { ...ann, email_verified: params };
  const { url, check } = await provider.begin(redirectUri);
  expect(await provider.finish(await browse(url), check)).toMatchObject({ emailVerified: verified });
});

test('an address that the provider does not verify is unverified', async () => {
  standin.person = { sub: 'bob', email: 'bob@example.org', email_verified: false };
  const first = await provider.begin(redirectUri);
  expect(await provider.finish(await browse(first.url), first.check)).toMatchObject({
    emailVerified: false,
    name: null,
    picture: null,
  });
  standin.person = { sub: 'cyd', picture: 'javascript:alert(1)' };
  const second = await provider.begin(redirectUri);
  expect(await provider.finish(await browse(second.url), second.check)).toEqual({
    subject: 'cyd',
    email: null,
    emailVerified: false,
    name: null,
    picture: null,
  });
});

test.for(['state', 'nonce', 'verifier'] as const)('a return with another %s is rejected', async (part) => {
  standin.person = ann;
  const { url, check } = await provider.begin(redirectUri);
  const other = await provider.begin(redirectUri);
  const returned = await browse(url);
  await expect(provider.finish(returned, { ...check, [part]: other.check[part] })).rejects.toThrow(
    IdentityRejected,
  );
});

test('a code is valid once, and a cancelled sign-in is rejected', async () => {
  standin.person = ann;
  const { url, check } = await provider.begin(redirectUri);
  const returned = await browse(url);
  await provider.finish(returned, check);
  await expect(provider.finish(returned, check)).rejects.toThrow(IdentityRejected);
  standin.person = null;
  const cancelled = await provider.begin(redirectUri);
  await expect(provider.finish(await browse(cancelled.url), cancelled.check)).rejects.toThrow(
    IdentityRejected,
  );
});

test('an unreachable provider is an outage rather than a rejection', async () => {
  const unreachable = openIdentityProvider({ ...standin, issuer: 'http://127.0.0.1:1' });
  await expect(unreachable.begin(redirectUri)).rejects.not.toThrow(IdentityRejected);
  await expect(openIdentityProvider({ ...standin, issuer: 'http://lll.invalid' }).check()).rejects.toThrow();
});
