import { beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts/accounts.ts';
import { readMails, tokenIn, waitForMail } from '#server/testing/mails.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';

let site: TestSite;
let time = Date.now();
beforeAll(async () => {
  site = await startTestSite(
    { PUBLIC_URL: 'https://lll.example', SITE_NAME: 'Sunny' },
    { clock: { now: () => time } },
  );
});

const password = 'correct horse';
let count = 0;
const register = async (more: Record<string, unknown> = {}) => {
  const name = `ann${++count}`;
  const answer = await site.fetch('/api/auth/register', {
    json: { username: name, email: `${name}@example.org`, password, ...more },
  });
  return { name, email: `${name}@example.org`, answer };
};
const tokenOf = async (answer: Response) => (await bodyOf(answer, WithToken)).token;
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const login = (username: string, pass: string) =>
  site.fetch('/api/auth/login', { json: { username, password: pass } });

describe('signing up', () => {
  test('returns a working token at once and emails a link to confirm the address', async () => {
    const { name, email, answer } = await register({
      displayName: ' Ann ',
      bio: '',
      profileImageUrl: 'https://elsewhere.example/x.png',
      role: 'GLOBAL_ADMIN',
      id: 1,
    });
    expect(answer.status).toBe(201);
    const token = await tokenOf(answer);
    const me = await (await site.fetch('/api/me', as(token))).json();
    expect(me).toMatchObject({
      username: name,
      email,
      displayName: 'Ann',
      bio: null,
      profileImageUrl: null,
      role: 'LOGIN_USER',
      emailVerified: false,
      hasPassword: true,
      upgrade: null,
    });
    const mail = await waitForMail(site.ctx, email, /^Welcome to Sunny/);
    expect(mail.text).toContain('https://lll.example/verify-email?token=');
    expect(await site.call(accounts.verifyEmail, { body: { token: tokenIn(mail, 'verify-email') } })).toEqual(
      { email },
    );
    expect(await (await site.fetch('/api/me', as(token))).json()).toMatchObject({ emailVerified: true });
  });

  test('never stores the token itself', async () => {
    const token = await tokenOf((await register()).answer);
    const rows = await site.ctx.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test.each([
    [{ username: '' }, 'Please enter a username.'],
    [{ username: 'аdmin' }, 'A username has 3 to 30 letters (A–Z), digits, dots, dashes or underscores.'],
    [{ email: 'x' }, 'Please enter a valid email address.'],
    [{ email: 'a@example.org\r\nBcc: v@example.org' }, 'Please enter a valid email address.'],
    [{ password: '1234567' }, 'Password must be at least 8 characters'],
    [{ password: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
    [{ bio: 'x'.repeat(1001) }, 'Please keep the bio under 1,000 characters.'],
    [{ displayName: 'a\0' }, "The display name contains characters that can't be stored."],
    [{ username: null }, 'Please enter a username.'],
    [{ email: undefined }, 'Please enter your email address.'],
  ])('rejects %j with a plain-text message', async (change, sentence) => {
    const { answer } = await register(change);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      400,
      'text/plain; charset=utf-8',
      sentence,
    ]);
  });

  test('rejects taken names and addresses in any case; of two sign-ups at once only one succeeds', async () => {
    const { name, email } = await register();
    for (const [change, sentence] of [
      [{ username: name.toUpperCase() }, 'This username is already taken.'],
      [{ email: email.toUpperCase() }, 'There is already an account with this email address.'],
      [{ username: 'Administrator' }, 'This username is already taken.'],
    ] as const) {
      const { answer } = await register(change);
      expect([answer.status, await answer.text()]).toEqual([409, sentence]);
    }
    const both = await Promise.all([register({ username: 'twin' }), register({ username: 'Twin' })]);
    expect(both.map(({ answer }) => answer.status).sort()).toEqual([201, 409]);
  });

  test('rejects 10 MB, an array and broken JSON without a 500', async () => {
    expect((await register({ bio: 'x'.repeat(10_000_000) })).answer.status).toBe(413);
    for (const body of ['[]', '{', '"x"', 'null', '']) {
      const answer = await site.fetch('/api/auth/register', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
    }
  });
});

describe('signing in', () => {
  test('works by name or address in any case; signing out ends the session on the server', async () => {
    const { name, email } = await register();
    for (const typed of [name, name.toUpperCase(), email, ` ${email.toUpperCase()} `])
      expect((await login(typed, password)).status).toBe(200);
    const token = await tokenOf(await login(name, password));
    expect((await site.fetch('/api/me', as(token))).status).toBe(200);
    expect((await site.fetch('/api/auth/logout', { method: 'POST', ...as(token) })).status).toBe(204);
    expect((await site.fetch('/api/me', as(token))).status).toBe(401);
  });

  test('works despite the token of an ended session', async () => {
    const { name } = await register();
    const answer = await site.fetch('/api/auth/login', {
      json: { username: name, password },
      headers: { authorization: 'Bearer of-a-session-that-ended-long-ago' },
    });
    expect(answer.status).toBe(200);
  });

  test('responds identically to unknown users and wrong passwords', async () => {
    const { name } = await register();
    const [wrong, unknown] = await Promise.all([
      login(name, 'wrong password'),
      login('nobody-here', 'wrong password'),
    ]);
    expect(wrong.status).toBe(401);
    expect([unknown.status, await unknown.text()]).toEqual([wrong.status, await wrong.text()]);
    expect(await (await login(name, 'wrong password')).json()).toEqual({
      error: 'Login failed',
      code: 'LOGIN_FAILED',
    });
  });

  test.each(['nul\0', '\ud800', "x' or 1=1 --", '%', 'x'.repeat(1000)])(
    'finds no account for %j',
    async (name) => {
      expect((await login(name, 'wrong password')).status).toBe(401);
    },
  );

  test('slows down many wrong guesses at once without locking others out', async () => {
    const { name } = await register();
    const other = await register();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(name, 'wrong password')));
    const slowed = answers.filter(({ status }) => status === 429);
    expect(slowed.length).toBeGreaterThanOrEqual(11);
    expect(Number(slowed[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(name, password)).status).toBe(429);
    expect((await login(other.name, password)).status).toBe(200);
    time += 5 * 60_000;
    expect((await login(name, password)).status).toBe(200);
  });

  test('delays new addresses when guesses come from everywhere, but accepts the right password', async () => {
    const waits: number[] = [];
    const behind = await startTestSite(
      { TRUST_PROXY: '1' },
      { clock: { sleep: async (milliseconds) => void waits.push(milliseconds) } },
    );
    const from = (address: string, pass: string) =>
      behind.fetch('/api/auth/login', {
        json: { username: 'root-admin', password: pass },
        headers: { 'x-forwarded-for': address },
      });
    // what other processes counted
    for (let guess = 0; guess < 80; guess += 1)
      await behind.ctx.rateLimits.take('login-account', 'root-admin');
    for (let address = 1; address <= 4; address += 1) {
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(() => from(`203.0.113.${address}`, 'wrong password')),
      );
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    }
    expect((await from('203.0.113.1', 'correct horse battery')).status).toBe(429);
    expect((await from('198.51.100.9', 'correct horse battery')).status).toBe(200);
    expect(waits[0]).toBeGreaterThan(3900);
    expect(waits.at(-1)).toBeGreaterThan(4900);
    // no delay in the browser where the owner is signed in
    const before = waits.length;
    expect((await from('198.51.100.9', 'correct horse battery')).status).toBe(200);
    expect(waits).toHaveLength(before);
    // rejected calls stored nothing
    const countLimits = async () =>
      (await behind.ctx.db.selectFrom('rate_limits').selectAll().execute()).length;
    const rows = await countLimits();
    await Promise.all(Array.from({ length: 10 }, () => from('203.0.113.1', 'wrong password')));
    expect(await countLimits()).toBe(rows);
    await behind.stop();
  });

  test('lets the owner in from elsewhere while someone is guessing', async () => {
    const behind = await startTestSite({ TRUST_PROXY: '1' });
    const from = (address: string, pass: string) =>
      behind.fetch('/api/auth/login', {
        json: { username: 'root-admin', password: pass },
        headers: { 'x-forwarded-for': address },
      });
    for (let tries = 0; tries < 6; tries += 1) await from('203.0.113.7', 'wrong password');
    expect((await from('203.0.113.7', 'correct horse battery')).status).toBe(429);
    expect((await from('198.51.100.9', 'correct horse battery')).status).toBe(200);
    await behind.stop();
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string, headers = {}) =>
    site.fetch('/api/auth/forgot-password', { json: { email }, headers });
  const reset = (token: unknown, pass: unknown = 'another horse') =>
    site.fetch('/api/auth/reset-password', { json: { token, password: pass } });

  test('can be reset once by the emailed link, which ends every session', async () => {
    const { name, email, answer } = await register();
    const session = await tokenOf(answer);
    expect(
      (await forgot(email.toUpperCase(), { host: 'evil.example', 'x-forwarded-host': 'evil.example' }))
        .status,
    ).toBe(200);
    const mail = await waitForMail(site.ctx, email, /^Reset your Sunny password$/);
    expect(`${mail.html}${mail.text}`).not.toContain('evil.example');
    expect(mail.text).toContain('https://lll.example/reset-password?token=');
    const token = tokenIn(mail, 'reset-password');
    expect(await (await reset(token, 'short')).json()).toMatchObject({
      error: 'Password must be at least 8 characters',
    });
    const both = await Promise.all([reset(token), reset(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await both.find(({ status }) => status === 200)?.json()).toEqual({ username: name });
    expect((await site.fetch('/api/me', as(session))).status).toBe(401);
    expect((await login(name, password)).status).toBe(401);
    expect(
      await (await site.fetch('/api/me', as(await tokenOf(await login(name, 'another horse'))))).json(),
    ).toMatchObject({ emailVerified: true });
    await waitForMail(site.ctx, email, /password was changed/);
  });

  test('cannot be reset by a link older than an hour or by an invalid token', async () => {
    const { email } = await register();
    await forgot(email);
    const token = tokenIn(await waitForMail(site.ctx, email, /^Reset/), 'reset-password');
    time += 3_600_001;
    for (const bad of [token, token.slice(0, -1), 'x']) {
      const answer = await reset(bad);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: 'Reset failed. The link may be invalid or expired.', code: 'LINK_INVALID' },
      ]);
    }
    for (const missing of ['', undefined, null])
      expect(await (await reset(missing)).json()).toMatchObject({ error: 'Missing or invalid token.' });
    const welcome = tokenIn(await waitForMail(site.ctx, email, /^Welcome/), 'verify-email');
    expect((await reset(welcome)).status).toBe(400);
  });

  test('gets the same response whether or not the account exists', async () => {
    const before = (await readMails(site.ctx)).length;
    for (const email of [
      'nobody@example.org',
      'not an address',
      "x'; drop table users; --",
      'a@b.org\r\nBcc: v@example.org',
    ]) {
      const answer = await forgot(email);
      expect([answer.status, await answer.json()]).toEqual([200, { message: 'Reset email sent' }]);
    }
    expect((await forgot('')).status).toBe(400);
    const { email } = await register();
    await forgot(email);
    await waitForMail(site.ctx, email, /^Reset/);
    expect((await readMails(site.ctx)).length - before).toBe(2);
  });
});
