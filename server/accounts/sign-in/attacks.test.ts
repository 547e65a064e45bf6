import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { comments } from '#contract/comments/comments.ts';
import { createAuthenticator } from '#server/testing/authenticator.ts';
import { startForgingProvider, type ForgingProvider } from '#server/testing/forging-provider.ts';
import { browse } from '#server/testing/identity.ts';
import { tokenIn, waitForMail } from '#server/testing/mails.ts';
import { fetchFrom, startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';
import { createUser } from '../accounts.store.ts';
import { resetPassword, resetTwoFactor } from '../people/owner.actions.ts';
import { hashPassword } from './passwords.ts';
import { codeAt } from './two-factor.rules.ts';

const PUBLIC_URL = 'https://lll.example';
const MINUTE = 60_000;
let provider: ForgingProvider;
let site: TestSite;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  provider = await startForgingProvider();
  site = await startTestSite(
    { PUBLIC_URL, OIDC_ISSUER: provider.issuer, GOOGLE_CLIENT_ID: 'lll', GOOGLE_CLIENT_SECRET: 'hush' },
    { clock: { now: () => time } },
  );
});
afterAll(() => provider.close());
beforeEach(() => {
  // the limits of one test are none of the next one's
  time += 60 * MINUTE;
});

const password = 'correct horse';
type Answer = { status: number; code?: string; token?: string; ticket?: string; challenge: string } & Record<
  string,
  unknown
>;
const caller =
  (token?: string, url = site.url) =>
  async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const fetch = fetchFrom(url, token ? { authorization: `Bearer ${token}` } : {});
    const answer = await fetch(path, { method, ...(json === undefined ? {} : { json }) });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { challenge: '', ...(text && isJson ? (JSON.parse(text) as object) : {}), status: answer.status };
  };
const post = (path: string, json: unknown, url?: string) =>
  caller('', url)('POST', `/api/auth/${path}`, json);
const stale = { status: 403, code: 'FRESH_SIGN_IN_NEEDED' };
const wrongCode = { status: 422, code: 'WRONG_CODE' };

async function newcomer() {
  const username = `prey${++count}`;
  const email = `${username}@example.org`;
  await createUser(site.ctx.db, { username, email, passwordHash: await hashPassword(password) });
  const logIn = () => post('login', { username, password });
  const { token = '' } = await logIn();
  return { username, email, token, call: caller(token), logIn };
}

async function guarded() {
  const person = await newcomer();
  const secret = String((await person.call('POST', '/api/me/second-step/begin'))['secret']);
  const code = () => codeAt(secret, time);
  const { recoveryCodes } = await person.call('POST', '/api/me/second-step/confirm', { code: code() });
  const next = () => {
    time += MINUTE / 2;
    return code();
  };
  return { ...person, code, next, recoveryCodes: recoveryCodes as string[] };
}

async function withPasskey() {
  const person = await newcomer();
  const key = createAuthenticator({ origin: PUBLIC_URL, rpId: 'lll.example' });
  const credential = key.create(await person.call('POST', '/api/me/passkeys/begin'));
  await person.call('POST', '/api/me/passkeys/finish', { name: 'Phone', credential });
  return { ...person, key };
}
const verifyEmailOf = (username: string) =>
  site.ctx.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('username', '=', username)
    .execute();
const requestPasskey = () => caller()('POST', '/api/auth/passkey/begin');

async function resetByMail(email: string, newPassword: string): Promise<Answer> {
  await post('forgot-password', { email });
  const token = tokenIn(await waitForMail(site.ctx, email, /^Reset/), 'reset-password');
  return { ...(await post('reset-password', { token, password: newPassword })), resetToken: token };
}

test("a stolen token: the thief's own credentials do not refresh it, and password guesses run out", async () => {
  const prey = await newcomer();
  const thief = await withPasskey();
  time += 16 * MINUTE;
  const confirm = (json: object) => prey.call('POST', '/api/auth/confirm', json);
  const { token: thiefs } = await thief.logIn();
  expect((await confirm({ token: thiefs })).status).toBe(422);
  expect((await confirm({ token: prey.token })).status).toBe(422);
  expect((await confirm({ passkey: thief.key.get(await requestPasskey()) })).code).toBe('NOT_CONFIRMED');
  const taking = [
    ['PUT', '/api/settings/account', { email: 'thief@example.org' }],
    ['PUT', '/api/settings/password', { currentPassword: password, newPassword: 'my own horse' }],
    ['POST', '/api/me/passkeys/begin', undefined],
    ['POST', '/api/me/second-step/begin', undefined],
    ['POST', '/api/me/exports', undefined],
    ['DELETE', '/api/me', { confirmUsername: prey.username }],
  ] as const;
  for (const [method, path, json] of taking) expect(await prey.call(method, path, json)).toMatchObject(stale);
  for (let guess = 1; guess <= 5; guess += 1)
    expect((await confirm({ password: `guess number ${guess}` })).code).toBe('WRONG_PASSWORD');
  expect((await confirm({ password })).status).toBe(429);
  // the owner's own new password revokes the stolen session
  time += 10 * MINUTE;
  const { token: own } = await prey.logIn();
  const newPassword = 'my second horse';
  await caller(own)('PUT', '/api/settings/password', { currentPassword: password, newPassword });
  expect((await prey.call('GET', '/api/me')).status).toBe(401);
});

test('a stolen mailbox: resets, provider sign-ins and links of other kinds cannot bypass two-factor', async () => {
  const prey = await guarded();
  const reset = await resetByMail(prey.email, 'the thief’s horse');
  expect(reset.status).toBe(200);
  expect(reset.token).toBeUndefined();
  const response = await post('login', { username: prey.email, password: 'the thief’s horse' });
  expect(response).toMatchObject({ status: 401, code: 'SECOND_STEP_NEEDED' });
  const { ticket } = response;
  // no link serves as another one
  const { resetToken } = reset;
  expect((await post('second-step', { ticket: resetToken, code: prey.next() })).status).toBe(400);
  expect((await post('reset-password', { token: ticket, password: 'one more horse' })).status).toBe(400);
  expect((await post('take-back-email', { token: ticket })).status).toBe(400);
  expect((await post('verify-email', { token: ticket })).status).toBe(400);
  expect((await caller(ticket)('GET', '/api/me')).status).toBe(401);
  // anyone who can read the mailbox can get an account at the provider for it
  await verifyEmailOf(prey.username);
  provider.forge = ({ header, claims }) => ({
    header,
    claims: { ...claims, sub: 'mailbox', email: prey.email, email_verified: true },
  });
  const { params } = await browse(site.visitor().fetch, PUBLIC_URL);
  expect(params).toMatchObject({ error: 'second_step_needed' });
  expect(params['token']).toBeUndefined();
  // its owner still has the app, and gets in by another reset
  expect((await post('second-step', { ticket: params['ticket'], code: prey.next() })).status).toBe(200);
});

/** The owner's click on the link that the mailbox of before got. */
async function revertEmail(email: string): Promise<Answer> {
  const token = tokenIn(await waitForMail(site.ctx, email, /was changed/), 'take-back-email');
  return post('take-back-email', { token });
}

describe('reverting an email change', () => {
  test('removes every sign-in method that a stolen session added a day before the change', async () => {
    const prey = await withPasskey();
    const { secret } = await prey.call('POST', '/api/me/second-step/begin');
    await prey.call('POST', '/api/me/second-step/confirm', { code: codeAt(String(secret), time) });
    await verifyEmailOf(prey.username);
    const arrive = async (email: string) => {
      provider.forge = ({ header, claims }) => ({
        header,
        claims: { ...claims, sub: prey.username, email, email_verified: true },
      });
      return (await browse(site.visitor().fetch, PUBLIC_URL)).params;
    };
    expect(await arrive(prey.email)).toMatchObject({ error: 'second_step_needed' });
    time += 24 * 60 * MINUTE;
    const signIn = async () => post('passkey/finish', { credential: prey.key.get(await requestPasskey()) });
    const thief = caller((await signIn()).token);
    const thiefs = `thief-${prey.email}`;
    expect((await thief('PUT', '/api/settings/account', { email: thiefs })).status).toBe(200);

    const { resetToken, removed } = await revertEmail(prey.email);
    const methods = 'the passkey “Phone”, the provider’s sign-in, the authenticator app, the recovery codes';
    expect((removed as string[]).join(', ')).toBe(methods);
    expect((await signIn()).token).toBeUndefined();
    for (const call of [thief, prey.call]) expect((await call('GET', '/api/me')).status).toBe(401);
    const { token: another } = await arrive(thiefs);
    expect((await caller(String(another))('GET', '/api/me'))['username']).not.toBe(prey.username);
    expect((await prey.logIn()).status).toBe(401);

    expect((await post('reset-password', { token: resetToken, password: 'my own horse' })).status).toBe(200);
    const own = await post('login', { username: prey.username, password: 'my own horse' });
    expect([own.status, own.ticket]).toEqual([200, undefined]);
    const { text } = await waitForMail(site.ctx, prey.email, /uses its old email again/);
    expect(text).toContain(`someone else may have added them: ${methods}.`);
    const events = await caller(own.token)('GET', '/api/me/security-events');
    const event = { kind: 'EMAIL_TAKEN_BACK', detail: `removed: ${methods}` };
    expect(Object.values(events)).toContainEqual(expect.objectContaining(event));
  });

  test('from a stolen mailbox that its owner just left does not bypass long-standing two-factor', async () => {
    const prey = await guarded();
    time += 31 * 24 * 60 * MINUTE;
    const { ticket } = await prey.logIn();
    const { token } = await post('second-step', { ticket, code: prey.next() });
    const { recoveryCodes } = await caller(token)('POST', '/api/me/second-step/recovery-codes');
    await caller(token)('PUT', '/api/settings/account', { email: `new-${prey.email}` });
    const { resetToken, removed } = await revertEmail(prey.email);
    expect(removed).toEqual(['the recovery codes']);
    await post('reset-password', { token: resetToken, password: 'the thief’s horse' });
    const response = await post('login', { username: prey.username, password: 'the thief’s horse' });
    expect(response).toMatchObject({ status: 401, code: 'SECOND_STEP_NEEDED' });
    const [code] = recoveryCodes as string[];
    expect(await post('second-step', { ticket: response.ticket, code })).toMatchObject(wrongCode);
    expect((await post('second-step', { ticket: response.ticket, code: prey.next() })).status).toBe(200);
  });
});

describe('bypassing two-factor', () => {
  test('fails with a password reset by the site owner, or with codes and passkeys of others', async () => {
    const prey = await guarded();
    const eve = await guarded();
    const { ticket } = await prey.logIn();
    expect(await post('second-step', { ticket, code: eve.next() })).toMatchObject(wrongCode);
    const [code] = eve.recoveryCodes;
    expect(await post('second-step', { ticket, code })).toMatchObject(wrongCode);
    const mallory = await withPasskey();
    const given = mallory.key.get(await requestPasskey());
    const { token } = await post('passkey/finish', { credential: given });
    expect(await caller(token)('GET', '/api/me')).toMatchObject({ username: mallory.username });
    const { password: given2 } = await resetPassword(site.ctx, prey.username);
    const response = await post('login', { username: prey.username, password: given2 });
    expect(response).toMatchObject({ status: 401, code: 'SECOND_STEP_NEEDED' });
    // the ticket of before belongs to the password of before
    expect((await post('second-step', { ticket, code: prey.next() })).status).toBe(400);
    // after the reset, pending tickets are invalid
    await resetTwoFactor(site.ctx, prey.username);
    expect((await post('second-step', { ticket: response.ticket, code: prey.next() })).status).toBe(422);
  });

  test('fails with a reused code from a sign-in, a confirmation or an earlier half minute', async () => {
    const prey = await guarded();
    const first = prey.next();
    const { ticket } = await prey.logIn();
    const { token } = await post('second-step', { ticket, code: first });
    const confirm = (code: string) => caller(token)('POST', '/api/auth/confirm', { password, code });
    expect(await confirm(first)).toMatchObject(wrongCode);
    const early = prey.code();
    const late = prey.next();
    expect((await confirm(late)).status).toBe(204);
    for (const code of [late, early]) {
      const again = await prey.logIn();
      expect(await post('second-step', { ticket: again.ticket, code })).toMatchObject(wrongCode);
    }
    const [recovery] = prey.recoveryCodes;
    expect((await confirm(String(recovery))).status).toBe(204);
    expect(await confirm(String(recovery))).toMatchObject(wrongCode);
  });

  test('fails for the second of two processes that receive one code at once', async () => {
    const prey = await guarded();
    const another = await site.startAnother();
    for (const code of [prey.next(), prey.recoveryCodes[0]]) {
      const [one, two] = await Promise.all([prey.logIn(), prey.logIn()]);
      const both = await Promise.all([
        post('second-step', { ticket: one.ticket, code }),
        post('second-step', { ticket: two.ticket, code }, another.url),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    }
  });
});

describe('a forged provider response', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  type Forge = ForgingProvider['forge'];
  const claim =
    (changes: object): Forge =>
    (answer) => ({ ...answer, claims: { ...answer.claims, ...changes } });
  const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;
  const FORGERIES: [string, Forge][] = [
    ['signed with another key', (answer) => ({ ...answer, key: stranger })],
    ['unsigned', (answer) => ({ ...answer, header: { alg: 'none' }, key: null })],
    [
      'signed with the public key as a password',
      (answer) => ({
        ...answer,
        header: { ...answer.header, alg: 'HS256' },
        key: String(provider.publicKey.export({ type: 'spki', format: 'pem' })),
      }),
    ],
    ['of another provider', claim({ iss: 'https://evil.example' })],
    ['for another site', claim({ aud: 'another' })],
    ['for another sign-in', claim({ nonce: 'another' })],
    ['without a nonce', claim({ nonce: undefined })],
    ['that expired', claim({ iat: HOUR_AGO, exp: HOUR_AGO + 60 })],
    ['without a subject', claim({ sub: undefined })],
    ['that is missing', () => null],
  ];
  const person = (forge: Forge): Forge => {
    const mine = claim({ sub: `person${count}`, email: `p${count}@example.org`, email_verified: true });
    return (answer) => {
      const response = mine(answer);
      return response && forge(response);
    };
  };

  test('signs no one in, while a genuine one does', async () => {
    const came: Record<string, unknown> = {};
    for (const [name, forge] of FORGERIES) {
      provider.forge = person(forge);
      came[name] = (await browse(site.visitor().fetch, PUBLIC_URL)).params;
    }
    expect(came).toEqual(Object.fromEntries(FORGERIES.map(([name]) => [name, { error: 'rejected' }])));
    provider.forge = person(claim({ email_verified: 'false' }));
    expect((await browse(site.visitor().fetch, PUBLIC_URL)).params).toEqual({ error: 'email_not_verified' });
    provider.forge = person(claim({ email_verified: 'true' }));
    provider.back = { iss: 'https://evil.example' };
    expect((await browse(site.visitor().fetch, PUBLIC_URL)).params).toEqual({ error: 'rejected' });
    provider.back = { iss: provider.issuer };
    expect((await browse(site.visitor().fetch, PUBLIC_URL)).params).toMatchObject({ success: 'true' });
  });
});

test('a sign-in never adopts an existing session, and planted tokens and cookies grant no access', async () => {
  const prey = await newcomer();
  const thief = await newcomer();
  // a sign-in never takes up a token, wherever it comes from
  const planted = { authorization: `Bearer ${thief.token}`, cookie: `vh_token=${thief.token}` };
  const { username } = prey;
  const answer = await site.fetch('/api/auth/login', { json: { username, password }, headers: planted });
  const { token } = await bodyOf(answer, WithToken);
  expect(token).not.toBe(thief.token);
  expect(await caller(token)('GET', '/api/me')).toMatchObject({ username });
  expect(await thief.call('GET', '/api/me')).toMatchObject({ username: thief.username });
  expect(answer.headers.getSetCookie().join()).not.toContain(token);
  for (const [path, headers] of [
    [`/api/me?token=${token}&access_token=${token}`, {}],
    ['/api/me', { cookie: `vh_token=${token}; token=${token}` }],
  ] as const)
    expect((await site.fetch(path, { headers })).status).toBe(401);
  // an attacker who planted their own visitor cookie doesn't own what is written after the sign-in
  const video = await addVideo(site.ctx);
  const browser = site.visitor();
  await browser.fetch(`/api/videos/${video}/like`, { method: 'POST' });
  const signedIn = { authorization: `Bearer ${token}` };
  await browser.fetch('/api/auth/login', { json: { username, password } });
  const mine = { params: { id: video }, body: { text: 'Mine' }, headers: signedIn };
  const { id } = await browser.call(comments.create, mine);
  const path = `/api/videos/${video}/comments`;
  expect((await browser.fetch(`${path}/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await browser.fetch(`${path}/${id}`, { method: 'DELETE', headers: signedIn })).status).toBe(204);
});
