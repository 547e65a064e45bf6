import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts/accounts.ts';
import { type IdentityStandin, startIdentityProvider } from '#standins/identity-provider.ts';
import { comeBack as returnToSite, goToProvider } from '#server/testing/identity.ts';
import { tokenIn, waitForMail } from '#server/testing/mails.ts';
import { startTestSite, type Fetch, type TestSite } from '#server/testing/site.ts';

const PUBLIC_URL = 'https://lll.example';
const RETURN = `${PUBLIC_URL}/login/oauth2/code/google`;
let standin: IdentityStandin;
let site: TestSite;
let count = 0;
let time = Date.now();

beforeAll(async () => {
  standin = await startIdentityProvider({ redirectUris: [RETURN] });
  site = await startTestSite(
    {
      PUBLIC_URL,
      OIDC_ISSUER: standin.issuer,
      GOOGLE_CLIENT_ID: standin.clientId,
      GOOGLE_CLIENT_SECRET: standin.clientSecret,
      RATE_LIMIT: 'off',
      WEB_ORIGIN: 'https://app.example',
    },
    { clock: { now: () => time } },
  );
});
afterAll(() => standin.close());
beforeEach(() => {
  count += 1;
});

const goThere = (browser: Fetch, headers: Record<string, string> = {}) =>
  goToProvider(browser, PUBLIC_URL, { headers });
const comeBack = async (browser: Fetch, path: string) => {
  const { answer, location, params } = await returnToSite(browser, PUBLIC_URL, path);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { location, params };
};
const signIn = async (browser = site.visitor().fetch) =>
  (await comeBack(browser, await goThere(browser))).params;
const me = async (token: string | undefined) =>
  (await site.fetch('/api/me', { headers: { authorization: `Bearer ${token}` } })).json();
const register = async (username: string, email: string) => {
  return (await site.call(accounts.register, { body: { username, email, password: 'correct horse' } })).token;
};

test('a new user gets an account with a free name, and the same account the next time', async () => {
  await register('Ann.Bee', 'other@example.org');
  standin.person = { sub: 'ann', email: 'ann@example.org', email_verified: true, name: 'Ann Bee' };
  const params = await signIn();
  expect(params).toEqual({ token: expect.any(String), success: 'true' });
  const first = await me(params['token']);
  expect(first).toMatchObject({
    username: expect.stringMatching(/^Ann\.Bee\d+$/),
    email: 'ann@example.org',
    emailVerified: true,
    // another's username looks like it
    displayName: null,
    hasPassword: false,
    role: 'LOGIN_USER',
  });
  standin.person = { sub: 'ann', email: 'ann.moved@example.org', email_verified: true };
  expect(await me((await signIn())['token'])).toMatchObject({
    id: (first as { id: number }).id,
    email: 'ann@example.org',
  });
});

describe('a name from the provider', () => {
  const named = async (name: string) => {
    standin.person = { sub: `named${count}`, email: `named${count}@example.org`, email_verified: true, name };
    return me((await signIn())['token']);
  };

  beforeAll(() => register('mara.lindqvist', 'mara@example.org'));

  test.each([
    ['Administrator', 'a name of the site'],
    ['\u0410dministrator', 'one in Cyrillic letters'],
    ['mara.lindqvist', "a member's"],
    ['M\u0430ra L\u0456ndqvist', 'one like it'],
  ])('%j is not shown, and the account gets a free name: %s', async (name) => {
    const { username, displayName } = (await named(name)) as { username: string; displayName: string | null };
    expect(displayName).toBeNull();
    expect(username.toLowerCase()).not.toMatch(/^(administrator|mara\.lindqvist)$/);
  });

  test.each([
    ['Ann\u202Eeeb\u200B\nBee', 'Anneeb Bee'],
    [`${'a'.repeat(49)}\u{1F600}b`, `${'a'.repeat(49)}\u{1F600}`],
    [`${'a'.repeat(49)}\u{1F1E9}\u{1F1EA}`, 'a'.repeat(49)],
    ['\u200B \u202E', null],
  ])('%j is shown as %j', async (name, displayName) => {
    expect(await named(name)).toMatchObject({ displayName });
  });

  test('that another member had recently is not assigned again', async () => {
    const fetch = site.fetch;
    const token = await register('dora.before', 'dora@example.org');
    const headers = { authorization: `Bearer ${token}` };
    const json = { username: 'dora.now' };
    expect((await fetch('/api/settings/account', { method: 'PUT', headers, json })).status).toBe(200);
    expect(await named('Dora Before')).toMatchObject({
      username: expect.stringMatching(/^Dora\.Before\d+$/),
      displayName: null,
    });
  });
});

describe('an existing account', () => {
  test('is linked when both sides have verified the address, and its owner is notified', async () => {
    const email = `join${count}@example.org`;
    const token = await register(`join${count}`, email);
    await site.fetch('/api/auth/verify-email', {
      json: { token: tokenIn(await waitForMail(site.ctx, email, /^Welcome/), 'verify-email') },
    });
    standin.person = { sub: `join${count}`, email: email.toUpperCase(), email_verified: true };
    const params = await signIn();
    expect(await me(params['token'])).toMatchObject({ id: ((await me(token)) as { id: number }).id });
    await waitForMail(site.ctx, email, /^New sign-in method/);
  });

  test('is not linked when it never confirmed the address: a squatter would keep the password', async () => {
    const email = `squat${count}@example.org`;
    await register(`squat${count}`, email);
    standin.person = { sub: `victim${count}`, email, email_verified: true };
    expect(await signIn()).toEqual({ error: 'sign_in_first' });
  });

  test('is not linked when the provider has not verified the address: anyone could claim it', async () => {
    await site.ctx.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('username', '=', 'root-admin')
      .execute();
    standin.person = { sub: 'thief', email: 'root@example.org', email_verified: false };
    expect(await signIn()).toEqual({ error: 'email_not_verified' });
    standin.person = { sub: 'thief' };
    expect(await signIn()).toEqual({ error: 'email_not_verified' });
    expect(
      await site.ctx.db
        .selectFrom('user_identities')
        .select('subject')
        .where('subject', '=', 'thief')
        .execute(),
    ).toEqual([]);
  });

  test('stays suspended when its owner signs in with the provider', async () => {
    standin.person = { sub: `bad${count}`, email: `bad${count}@example.org`, email_verified: true };
    await signIn();
    await site.ctx.db
      .updateTable('users')
      .set({ suspended_at: new Date(), suspend_reason: '"Spam"' })
      .where('email', '=', `bad${count}@example.org`)
      .execute();
    expect(await signIn()).toEqual({ error: 'suspended' });
  });
});

describe('a return from the provider', () => {
  test('in another browser, a second time or after cancelling signs no one in', async () => {
    standin.person = { sub: `back${count}`, email: `back${count}@example.org`, email_verified: true };
    const browser = site.visitor();
    const path = await goThere(browser.fetch);
    expect((await comeBack(site.visitor().fetch, path)).params).toEqual({ error: 'expired' });
    expect((await comeBack(browser.fetch, path)).params).toMatchObject({ success: 'true' });
    expect((await comeBack(browser.fetch, path)).params).toEqual({ error: 'expired' });
    standin.person = null;
    expect(await signIn()).toEqual({ error: 'cancelled' });
  });

  test('in two tabs at once signs in both', async () => {
    standin.person = { sub: `tabs${count}`, email: `tabs${count}@example.org`, email_verified: true };
    const browser = site.visitor();
    const tabs = [await goThere(browser.fetch), await goThere(browser.fetch)];
    for (const tab of tabs)
      expect((await comeBack(browser.fetch, tab)).params).toMatchObject({ success: 'true' });
  });

  test('with a forged cookie or too late signs no one in', async () => {
    standin.person = { sub: `sign${count}`, email: `sign${count}@example.org`, email_verified: true };
    const started = await site.fetch('/oauth2/authorization/google');
    const cookie = started.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(
      /^__Host-identity_check_[0-9a-f]{16}=[^;]+;.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const [, name, value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
    const check = JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...check, origin: 'https://evil.example' }));
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '';
    for (const given of [
      forged.toString('base64url'),
      `${forged.toString('base64url')}.${value.split('.')[1]}`,
    ]) {
      const browser: Fetch = (path) =>
        site.fetch(path, {
          headers: { cookie: `${name}=${given}` },
        });
      const { location } = await comeBack(browser, `/login/oauth2/code/google?code=x&state=${state}`);
      expect(location).toBe('/oauth-callback?error=expired');
    }
    const browser = site.visitor().fetch;
    const path = await goThere(browser);
    time += 600_000;
    expect((await comeBack(browser, path)).params).toEqual({ error: 'expired' });
  });

  test('to an app that no longer belongs to the site leads to the site itself', async () => {
    standin.person = { sub: `gone${count}`, email: `gone${count}@example.org`, email_verified: true };
    const browser = site.visitor();
    const path = await goThere(browser.fetch, { referer: 'https://app.example/login' });
    const [origin = ''] = site.ctx.settings.WEB_ORIGIN.splice(0);
    expect((await comeBack(browser.fetch, path)).location).toMatch(/^\/oauth-callback\?token=/);
    site.ctx.settings.WEB_ORIGIN.push(origin);
  });

  test('leads to an app elsewhere only if its origin is in WEB_ORIGIN', async () => {
    standin.person = { sub: `app${count}`, email: `app${count}@example.org`, email_verified: true };
    const browser = site.visitor();
    const there = await comeBack(
      browser.fetch,
      await goThere(browser.fetch, { referer: 'https://app.example/login' }),
    );
    expect(there.location).toMatch(/^https:\/\/app\.example\/oauth-callback\?token=/);
    const evil = await comeBack(
      browser.fetch,
      await goThere(browser.fetch, { referer: 'https://evil.example/' }),
    );
    expect(evil.location).toMatch(/^\/oauth-callback\?token=/);
  });
});

test('redirects back at once without a provider, and reports an unreachable one', async () => {
  const plain = await startTestSite();
  expect((await plain.fetch('/oauth2/authorization/google')).headers.get('location')).toBe(
    '/oauth-callback?error=not_configured',
  );
  expect((await plain.fetch('/login/oauth2/code/google?code=x&state=y')).headers.get('location')).toBe(
    '/oauth-callback?error=not_configured',
  );
  await plain.stop();
  const unreachable = await startTestSite({
    OIDC_ISSUER: 'http://127.0.0.1:1',
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'y',
  });
  expect((await unreachable.fetch('/oauth2/authorization/google')).headers.get('location')).toBe(
    '/oauth-callback?error=unavailable',
  );
  await unreachable.stop();
});

test('each of two providers signs in its own users and is identified when something goes wrong', async () => {
  const other = await startIdentityProvider({ redirectUris: [RETURN] });
  const both = await startTestSite({
    PUBLIC_URL,
    OIDC_ISSUER: standin.issuer,
    GOOGLE_CLIENT_ID: standin.clientId,
    GOOGLE_CLIENT_SECRET: standin.clientSecret,
    RATE_LIMIT: 'off',
  });
  const owner = await both.signUp('GLOBAL_ADMIN');
  const added = await owner.fetch('/api/admin/settings/connections', {
    method: 'PUT',
    json: {
      version: 0,
      identity2Issuer: other.issuer,
      identity2ClientId: other.clientId,
      identity2ClientSecret: other.clientSecret,
      identity2Name: 'School',
    },
  });
  expect(added.status).toBe(200);
  // the same number with both, and no shared users
  standin.person = { sub: 'one', email: 'first@example.org', email_verified: true };
  other.person = { sub: 'one', email: 'second@example.org', email_verified: true };
  const emails = [];
  for (const query of ['', '?provider=2', '?provider=1']) {
    const browser = both.visitor();
    const { params } = await returnToSite(
      browser.fetch,
      PUBLIC_URL,
      await goToProvider(browser.fetch, PUBLIC_URL, { query }),
    );
    const headers = { authorization: `Bearer ${params['token']}` };
    emails.push((await both.call(accounts.me, { headers })).email);
  }
  expect(emails).toEqual(['first@example.org', 'second@example.org', 'first@example.org']);
  other.person = null;
  const browser = both.visitor().fetch;
  const there = await goToProvider(browser, PUBLIC_URL, { query: '?provider=2' });
  expect((await returnToSite(browser, PUBLIC_URL, there)).params).toEqual({
    error: 'cancelled',
    provider: '2',
  });
  expect((await both.fetch('/oauth2/authorization/google?provider=3')).status).toBe(400);
  await both.stop();
  await other.close();
});
