import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fetchFrom, startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';
import { codeAt } from './two-factor.rules.ts';
import { forgotPassword } from './password-reset.jobs.ts';

/** Items of OWASP's cheat sheets and of ASVS that no other test covers; docs/security.md lists the rest. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const APP = 'https://app.example';
let site: TestSite;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  site = await startTestSite(
    { PUBLIC_URL: 'https://lll.example', WEB_ORIGIN: APP, TRUST_PROXY: '1' },
    { clock: { now: () => time } },
  );
});
beforeEach(() => {
  // the limits of one test are none of the next one's
  time += 60 * MINUTE;
});

const password = 'correct horse';
const as = (token: string) => fetchFrom(site.url, { authorization: `Bearer ${token}` });
const logIn = (username: unknown, secret: unknown) =>
  site.fetch('/api/auth/login', { json: { username, password: secret } });
const tokenOf = async (answer: Response) => (await bodyOf(answer, WithToken)).token;
async function newcomer(secret = password) {
  const username = `list${++count}`;
  const email = `${username}@example.org`;
  const answer = await site.fetch('/api/auth/register', { json: { username, email, password: secret } });
  expect([secret, answer.status]).toEqual([secret, 201]);
  const token = await tokenOf(answer);
  return { username, email, token, call: as(token) };
}

test('a password of any characters, 8 to 256 long, is neither truncated nor expires', async () => {
  const passwords = ['zqxjvkwp', ' Pässwörter 日本 🐕 ', 'z'.repeat(255) + 'Q'];
  const people = await Promise.all(
    passwords.map(async (secret) => ({ password: secret, username: (await newcomer(secret)).username })),
  );
  time += 3 * 365 * DAY;
  for (const { password: secret, username } of people) {
    const changed = secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase();
    const tries = [secret, secret.slice(0, -1), changed];
    const statuses = await Promise.all(tries.map(async (typed) => (await logIn(username, typed)).status));
    expect(statuses, secret).toEqual([200, 401, 401]);
  }
});

test('default accounts that attackers try do not exist, and malformed passwords are rejected unchecked', async () => {
  const names = ['admin', 'root', 'sa', 'postgres', 'lll', 'guest', 'test'];
  const answers = await Promise.all(
    names.flatMap((name) => [name, 'password'].map((secret) => logIn(name, secret))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  for (const typed of [[password], { $ne: '' }, 1, true, null, 'x'.repeat(1025)])
    expect((await logIn('root-admin', typed)).status, JSON.stringify(typed)).toBe(400);
});

test('asking for a reset changes nothing; links are limited to five an hour and guesses at them run out', async () => {
  const { username, email, call } = await newcomer();
  const other = await newcomer();
  const job = { id: '', signal: AbortSignal.timeout(60_000) };
  for (let requests = 0; requests < 7; requests += 1) await forgotPassword.run(site.ctx, { email }, job);
  const links = await site.ctx.db
    .selectFrom('account_tokens')
    .where('purpose', '=', 'RESET')
    .where('email', '=', email)
    .select('token_hash')
    .execute();
  expect(links.map(({ token_hash: hash }) => hash.length)).toEqual([32, 32, 32, 32, 32]);
  expect([(await call('/api/me')).status, (await logIn(username, password)).status]).toEqual([200, 200]);
  const guess = (n: number) =>
    site.fetch('/api/auth/reset-password', { json: { token: `guess${n}`, password: 'another horse' } });
  const statuses = await Promise.all(Array.from({ length: 70 }, async (_, n) => (await guess(n)).status));
  expect(statuses.filter((status) => status === 400)).toHaveLength(60);
  const refused = await guess(70);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await logIn(other.username, password)).status).toBe(200);
});

test('malformed tokens are treated like any other input, and only the header identifies a session', async () => {
  const odd = ["' or 1=1 --", 'null', 'undefined', '-1', '%00', 'é'.repeat(40), '{"id":1}', 'x'.repeat(7000)];
  for (const token of odd) {
    const call = as(token);
    expect((await call('/api/me')).status, token).toBe(401);
    expect((await call('/api/community/posts', { json: { content: 'Hello' } })).status, token).toBe(401);
  }
});

test('a session ends thirty days after its last use, and signing out applies in every process', async () => {
  const { call } = await newcomer();
  for (const [days, status] of [
    [29, 200],
    [29, 200],
    [31, 401],
  ] as const) {
    time += days * DAY;
    expect((await call('/api/me')).status).toBe(status);
  }
  const { token } = await newcomer();
  const another = await site.startAnother();
  const there = fetchFrom(another.url, { authorization: `Bearer ${token}` });
  expect((await there('/api/me')).status).toBe(200);
  expect((await as(token)('/api/auth/logout', { method: 'POST' })).status).toBe(204);
  await expect.poll(async () => (await there('/api/me')).status, { timeout: 20_000 }).toBe(401);
});

test('personal responses are never cached', async () => {
  const { username, call } = await newcomer();
  const logged: string[] = [];
  const look = (name: string, answer: Response) => {
    if (answer.headers.get('cache-control') !== 'no-store') logged.push(name);
  };
  look('login', await logIn(username, password));
  look('failed login', await logIn(username, 'wrong horse'));
  look('nobody', await site.fetch('/api/me'));
  const own = ['', '/sessions', '/security-events', '/passkeys', '/second-step', '/exports', '/comments'];
  for (const path of own) look(path, await call(`/api/me${path}`));
  look('cart', await call('/api/cart'));
  look('orders', await call('/api/orders/mine'));
  const started = await call('/api/me/second-step/begin', { method: 'POST' });
  expect(started.status).toBe(200);
  look('second step', started);
  expect(logged).toEqual([]);
});

test('every response forbids sniffing and plain HTTP, and allows other origins only what the owner permits', async () => {
  const paths = [
    '/',
    '/nowhere',
    '/api/me',
    '/api/videos',
    '/api/nowhere',
    '/api/config',
    '/api/openapi.json',
    '/media/nothing.mp4',
    '/robots.txt',
    '/theme.css',
    '/feed.xml',
    '/manifest.webmanifest',
    '/oauth2/authorization/google',
  ];
  const EVERYBODYS = new Set([
    '/api/videos',
    '/api/config',
    '/api/openapi.json',
    '/media/nothing.mp4',
    '/feed.xml',
  ]);
  for (const path of paths) {
    for (const origin of ['https://evil.example', 'null', `${APP}.evil.example`, APP]) {
      const { headers } = await site.fetch(path, { headers: { origin, 'x-forwarded-proto': 'https' } });
      expect(headers.get('access-control-allow-origin'), `${path} ${origin}`).toBe(
        origin === APP ? APP : EVERYBODYS.has(path) ? '*' : null,
      );
      // with '*' browsers send no cookies, and only what needs no preflight
      expect(headers.get('access-control-allow-credentials')).toBe(origin === APP ? 'true' : null);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
      expect(headers.get('referrer-policy'), path).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
    }
  }
});

test('pages of other sites can read public data but can neither write nor send a token', async () => {
  const { username, call } = await newcomer();
  const foreign = { origin: 'https://evil.example' };
  const list = await site.fetch('/api/videos', { headers: foreign });
  expect(list.headers.get('access-control-expose-headers')).toContain('X-Next-Cursor');
  const person = await call('/api/me', { headers: foreign });
  expect(person.headers.get('access-control-allow-origin'), username).toBeNull();
  const own = await call('/api/videos', { headers: foreign });
  expect(own.headers.get('access-control-allow-origin')).toBeNull();
  for (const method of ['POST', 'GET']) {
    const preflight = await site.fetch('/api/videos/1/like', {
      method: 'OPTIONS',
      headers: {
        ...foreign,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.headers.get('access-control-allow-headers')).toBeNull();
  }
  const liked = await site.fetch('/api/videos/1/like', { method: 'POST', headers: foreign });
  expect(liked.headers.get('access-control-allow-origin')).toBeNull();
});

test("rejects what another site's form can send: other types, cookies without a header, safe methods", async () => {
  const { username, call } = await newcomer();
  const browser = site.visitor();
  const video = await addVideo(site.ctx);
  const liked = await browser.fetch(`/api/videos/${video}/like`, { method: 'POST' });
  const [cookie = ''] = liked.headers.getSetCookie();
  expect(cookie).toMatch(/^visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const body = JSON.stringify({ displayName: 'Forged' });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(
      (await call('/api/me', { method: 'PUT', body, headers: { 'content-type': type } })).status,
      type,
    ).toBe(415);
  expect((await browser.fetch('/api/me', { method: 'PUT', json: { displayName: 'Forged' } })).status).toBe(
    401,
  );
  expect(await (await call('/api/me')).json()).toMatchObject({ username, displayName: null });

  const admin = await site.signUp('GLOBAL_ADMIN');
  const all = Object.values(contract as Record<string, Record<string, Endpoint>>).flatMap(Object.values);
  const matches = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const readable = all.filter(({ method }) => method === 'GET').map(({ path }) => matches(path));
  const opened: string[] = [];
  for (const { method, path } of all) {
    const address = path.replaceAll(/\{\w+\}/g, '999999');
    // the link of an email opens a page, and only its button switches off
    if (method === 'GET' || path === '/unsubscribe' || readable.some((known) => known.test(address)))
      continue;
    const headers = { 'x-http-method-override': method, 'x-method-override': method };
    const answer = await admin.fetch(`${address}?_method=${method}`, { headers });
    if (answer.status !== 404) opened.push(`${method} ${path} by GET: ${answer.status}`);
  }
  expect(opened).toEqual([]);
});

test('recovery codes are random and hashed; an app code is valid for its half minute and the two adjacent ones', async () => {
  const { username, call } = await newcomer();
  const started = await bodyOf(
    call('/api/me/second-step/begin', { method: 'POST' }),
    z.object({ secret: z.string() }),
  );
  const confirm = { code: codeAt(started.secret, time) };
  const { recoveryCodes } = await bodyOf(
    call('/api/me/second-step/confirm', { json: confirm }),
    z.object({ recoveryCodes: z.string().array() }),
  );
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes)
    expect(code).toMatch(/^([a-hj-km-np-z02-9]{4}-){5}[a-hj-km-np-z02-9]{4}$/);
  const stored = await site.ctx.db.selectFrom('recovery_codes').selectAll().execute();
  expect(stored.map(({ code_hash: hash }) => hash.length)).toEqual(Array<number>(10).fill(32));
  const dump = JSON.stringify(stored);
  for (const code of recoveryCodes) expect(dump).not.toContain(code);

  time += 60 * MINUTE;
  const { ticket } = await bodyOf(logIn(username, password), z.object({ ticket: z.string() }));
  const pass = async (at: number) =>
    (await site.fetch('/api/auth/second-step', { json: { ticket, code: codeAt(started.secret, at) } }))
      .status;
  for (const steps of [-20, -2, 2, 20])
    expect([steps, await pass(time + steps * 30_000)]).toEqual([steps, 422]);
  expect(await pass(time - 30_000)).toBe(200);
});
