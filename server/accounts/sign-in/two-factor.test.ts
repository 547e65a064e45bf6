import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IdentityStandin } from '#standins/identity-provider.ts';
import { openSecretBox } from '#server/app/database/secret-box.ts';
import { browse, startSiteWithProvider } from '#server/testing/identity.ts';
import { tokenIn, waitForMail } from '#server/testing/mails.ts';
import { fetchFrom, type TestSite } from '#server/testing/site.ts';
import { sweepAccounts } from '../accounts.jobs.ts';
import { resetTwoFactor } from '../people/owner.actions.ts';
import { codeAt } from './two-factor.rules.ts';

const PUBLIC_URL = 'https://lll.example';
const MINUTE = 60_000;
let standin: IdentityStandin;
let site: TestSite;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  ({ site, standin } = await startSiteWithProvider(PUBLIC_URL, {}, { clock: { now: () => time } }));
});
afterAll(() => standin.close());
beforeEach(() => {
  count += 1;
  // the limits of one test are none of the next one's
  time += 60 * MINUTE;
});

const password = 'correct horse';
type Answer = {
  status: number;
  code?: string;
  token?: string;
  ticket?: string;
  recoveryCodes?: string[];
} & Record<string, unknown>;
const caller =
  (token?: string) =>
  async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const fetch = fetchFrom(site.url, token ? { authorization: `Bearer ${token}` } : {});
    const answer = await fetch(path, { method, ...(json === undefined ? {} : { json }) });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    return { ...(text && type.includes('json') ? (JSON.parse(text) as object) : {}), status: answer.status };
  };
const post = (path: string, json: unknown) => caller()('POST', `/api/auth/${path}`, json);

/** An account with two-factor; `code()` is what its app shows now, `next()` the code after that. */
async function guarded() {
  const username = `step${count}`;
  const email = `${username}@example.org`;
  const { token = '' } = await post('register', { username, email, password });
  const call = caller(token);
  const started = await call('POST', '/api/me/second-step/begin');
  const secret = String(started['secret']);
  const code = () => codeAt(secret, time);
  const on = await call('POST', '/api/me/second-step/confirm', { code: code() });
  const next = () => {
    time += 0.5 * MINUTE;
    return code();
  };
  const logIn = (secret = password) => post('login', { username, password: secret });
  const { recoveryCodes = [] } = on;
  return { username, email, token, call, started, on, code, next, logIn, recoveryCodes };
}
const wrong = { status: 422, code: 'WRONG_CODE' };

test('a sign-in asks for a code; code and ticket are each valid once', async () => {
  const { email, started, on, code, next, logIn, username } = await guarded();
  expect(started['uri']).toMatch(new RegExp(`^otpauth://totp/LLL:${username}\\?issuer=LLL&secret=\\w{32}&`));
  expect(on.recoveryCodes).toHaveLength(10);
  await waitForMail(site.ctx, email, /^Two-factor authentication is on/);
  const pending = await logIn();
  expect(pending).toMatchObject({ status: 401, code: 'SECOND_STEP_NEEDED', ticket: expect.any(String) });
  expect(pending.token).toBeUndefined();
  const { ticket } = pending;
  // the first one switched it on
  expect(await post('second-step', { ticket, code: code() })).toMatchObject(wrong);
  expect(await post('second-step', { ticket, code: '000 000' })).toMatchObject(wrong);
  const { token, status } = await post('second-step', { ticket, code: next().replace(/(...)/, '$1 ') });
  expect(status).toBe(200);
  expect(await caller(token)('GET', '/api/me')).toMatchObject({ username, hasSecondStep: true });
  expect(await post('second-step', { ticket, code: next() })).toMatchObject({ status: 400 });
  const again = await logIn();
  expect(await post('second-step', { ticket: again.ticket, code: code() })).toMatchObject({ status: 200 });
});

test('accepts a code in the digits of any script and a recovery code in full-width letters', async () => {
  const { next, logIn, recoveryCodes } = await guarded();
  const shifted = (code: string, by: number) =>
    code.replaceAll(/[\da-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + by));
  const [arabic, persian, fullWidth] = [0x6_60 - 0x30, 0x6_f0 - 0x30, 0xff_10 - 0x30];
  for (const write of [
    () => shifted(next(), arabic),
    () => shifted(next(), persian),
    () => shifted(next(), fullWidth),
    () => shifted(recoveryCodes[0] ?? '', fullWidth),
  ]) {
    const { ticket } = await logIn();
    expect(await post('second-step', { ticket, code: write() })).toMatchObject({ status: 200 });
  }
});

test('of two sign-ins at once with the same code or recovery code, only one succeeds', async () => {
  const { next, logIn, recoveryCodes, call } = await guarded();
  for (const code of [next(), recoveryCodes[0]]) {
    const tickets = await Promise.all([logIn(), logIn()]);
    const both = await Promise.all(tickets.map(({ ticket }) => post('second-step', { ticket, code })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  }
  const [ticket] = [(await logIn()).ticket];
  const written = recoveryCodes[1]?.replaceAll('-', ' ').toUpperCase();
  expect(await post('second-step', { ticket, code: written })).toMatchObject({ status: 200 });
  // enabling it revoked every other session, but not this one
  expect(await call('GET', '/api/me/second-step')).toMatchObject({ on: true, recoveryCodesLeft: 8 });
});

test('wrong codes are limited to ten across all tickets, and the user is notified once', async () => {
  const { next, logIn, email, call } = await guarded();
  const { ticket } = await logIn();
  for (let tries = 0; tries < 10; tries += 1)
    expect(await post('second-step', { ticket, code: '000000' })).toMatchObject(wrong);
  const signIn = await logIn();
  const reauthenticate = () => post('second-step', { ticket: signIn.ticket, code: next() });
  expect([await reauthenticate(), await reauthenticate()]).toMatchObject([{ status: 429 }, { status: 429 }]);
  await waitForMail(site.ctx, email, /^Too many wrong sign-in codes/);
  const events = Object.values(await call('GET', '/api/me/security-events')) as { detail?: string | null }[];
  const failed = events.map(({ detail }) => detail).filter((detail) => detail?.endsWith('wrong codes'));
  expect(failed).toEqual(['too many wrong codes']);
});

test('authenticator secrets are encrypted in the database; the hourly job encrypts older ones', async () => {
  const { started, username, next, logIn, recoveryCodes } = await guarded();
  const stored = async () =>
    await site.ctx.db
      .selectFrom('second_steps')
      .innerJoin('users', 'id', 'user_id')
      .where('username', '=', username)
      .select(['user_id', 'secret', 'locked_secret'])
      .executeTakeFirstOrThrow();
  const { user_id: id, secret: none, locked_secret: locked } = await stored();
  expect([none, locked]).toEqual([null, expect.any(String)]);
  const signIn = async () => await post('second-step', { ticket: (await logIn()).ticket, code: next() });

  const plain = Buffer.from(Secret.fromBase32(String(started['secret'])).buffer);
  const put = (row: { secret: Buffer | null; locked_secret: string | null }) =>
    site.ctx.db.updateTable('second_steps').set(row).where('user_id', '=', id).execute();
  await put({ secret: plain, locked_secret: null });
  expect((await signIn()).status).toBe(200);
  await sweepAccounts.run(site.ctx, {}, { id: 'x', signal: AbortSignal.timeout(60_000) });
  const converted = await stored();
  expect(converted.secret).toBeNull();
  expect(converted.locked_secret).not.toBe(locked);
  expect(JSON.stringify(converted)).not.toContain(plain.toString('base64').slice(0, 8));
  expect((await signIn()).status).toBe(200);

  // a backup came back, and its key did not: codes of the app can't be checked, recovery codes can
  const other = openSecretBox({ SETTINGS_KEY: 'a key of another machine', DATA_DIR: '' });
  await put({ secret: null, locked_secret: other.lock(`second-step.${id}`, plain.toString('base64')) });
  expect(await signIn()).toMatchObject({ status: 503, code: 'SECOND_STEP_UNREADABLE' });
  const admin = await site.signUp('GLOBAL_ADMIN');
  const { lines } = await caller(admin.token)('GET', '/api/admin/check');
  expect(lines).toContainEqual({
    name: 'Two-factor authentication',
    state: 'failed',
    text: '1 were encrypted with a different key',
    advice: expect.stringContaining('reset-second-step'),
  });
  const [code] = recoveryCodes;
  expect((await post('second-step', { ticket: (await logIn()).ticket, code })).status).toBe(200);
});

describe('two-factor', () => {
  test('is not bypassed by an emailed reset, which also invalidates tickets of the old password', async () => {
    const { email, logIn, next } = await guarded();
    const { ticket: old } = await logIn();
    await post('forgot-password', { email });
    const token = tokenIn(await waitForMail(site.ctx, email, /^Reset/), 'reset-password');
    const reset = await post('reset-password', { token, password: 'my second horse' });
    expect(reset).toMatchObject({ status: 200 });
    expect(reset.token).toBeUndefined();
    expect(await post('second-step', { ticket: old, code: next() })).toMatchObject({ status: 400 });
    expect(await logIn('my second horse')).toMatchObject({ status: 401, code: 'SECOND_STEP_NEEDED' });
  });

  test('is not bypassed by the identity provider', async () => {
    const email = `oidc${count}@example.org`;
    standin.person = { sub: `oidc${count}`, email, email_verified: true };
    const first = await browse(site.visitor().fetch, PUBLIC_URL);
    const call = caller(first.params['token']);
    const { secret } = await call('POST', '/api/me/second-step/begin');
    await call('POST', '/api/me/second-step/confirm', { code: codeAt(String(secret), time) });
    for (const query of ['', '?confirm=1']) {
      const { params } = await browse(site.visitor().fetch, PUBLIC_URL, query);
      expect(params).toMatchObject({ error: 'second_step_needed', ticket: expect.any(String) });
      expect(params['token']).toBeUndefined();
      time += MINUTE;
      const code = codeAt(String(secret), time);
      expect(await post('second-step', { ticket: params['ticket'], code })).toMatchObject({ status: 200 });
    }
  });

  test('is not bypassed by re-authenticating with the password alone', async () => {
    const { call, next, code } = await guarded();
    time += 16 * MINUTE;
    const stale = { status: 403, code: 'FRESH_SIGN_IN_NEEDED' };
    for (const [method, path] of [
      ['DELETE', '/api/me/second-step'],
      ['POST', '/api/me/second-step/begin'],
      ['POST', '/api/me/second-step/recovery-codes'],
    ] as const)
      expect(await call(method, path)).toMatchObject(stale);
    const needed = { status: 422, code: 'SECOND_STEP_NEEDED', fields: { code: expect.any(String) } };
    expect(await call('POST', '/api/auth/confirm', { password })).toMatchObject(needed);
    const given = { password, code: next() };
    expect(await call('POST', '/api/auth/confirm', { ...given, password: 'wrong horse' })).toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    expect(await call('POST', '/api/auth/confirm', given)).toMatchObject({ status: 204 });
    expect(await call('POST', '/api/auth/confirm', { password, code: code() })).toMatchObject(wrong);
    expect(await call('POST', '/api/me/second-step/begin')).toMatchObject({ code: 'SECOND_STEP_ON' });
    expect((await call('POST', '/api/me/second-step/recovery-codes')).recoveryCodes).toHaveLength(10);
    expect(await call('DELETE', '/api/me/second-step')).toMatchObject({ status: 204 });
  });

  test('is not passed by a suspended account or with an old ticket', async () => {
    const { logIn, next, username } = await guarded();
    const { ticket: old } = await logIn();
    time += 10 * MINUTE;
    expect(await post('second-step', { ticket: old, code: next() })).toMatchObject({ status: 400 });
    const { ticket } = await logIn();
    await site.ctx.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('username', '=', username)
      .execute();
    expect(await post('second-step', { ticket, code: next() })).toMatchObject({ status: 400 });
  });
});

test('reverting an email change removes two-factor that was begun before the change and confirmed after it', async () => {
  count += 1;
  const username = `owner${count}`;
  const email = `${username}@example.org`;
  const { token } = await post('register', { username, email, password });
  const thief = caller(token);
  const { secret } = await thief('POST', '/api/me/second-step/begin');
  time += 40 * 24 * 60 * MINUTE;
  const { token: later } = await post('login', { username, password });
  await caller(later)('PUT', '/api/settings/account', { email: `thief-${email}` });
  time += MINUTE;
  const code = codeAt(String(secret), time);
  expect((await caller(later)('POST', '/api/me/second-step/confirm', { code })).status).toBe(200);
  const back = tokenIn(await waitForMail(site.ctx, email, /was changed/), 'take-back-email');
  const { resetToken } = await post('take-back-email', { token: back });
  expect((await post('reset-password', { token: resetToken, password: 'my own horse' })).status).toBe(200);
  expect((await post('login', { username, password: 'my own horse' })).status).toBe(200);
});

describe('admins', () => {
  test('can require two-factor for a role once they have it themselves; without it the role grants nothing', async () => {
    const admin = await site.signUp('GLOBAL_ADMIN');
    const call = caller(admin.token);
    const put = () => call('PUT', '/api/admin/second-step', { roles: ['GLOBAL_ADMIN', 'CONTENT_CREATOR'] });
    expect(await put()).toMatchObject({ status: 409, code: 'SECOND_STEP_FIRST' });
    const { secret } = await call('POST', '/api/me/second-step/begin');
    await call('POST', '/api/me/second-step/confirm', { code: codeAt(String(secret), time) });
    expect(await put()).toMatchObject({ status: 200 });
    const second = await site.signUp('GLOBAL_ADMIN');
    const creator = await site.signUp('CONTENT_CREATOR');
    const needed = { status: 403, code: 'SECOND_STEP_REQUIRED' };
    expect(await caller(second.token)('GET', '/api/admin/people')).toMatchObject(needed);
    expect(await caller(second.token)('GET', '/api/me/second-step')).toMatchObject({
      required: true,
      on: false,
    });
    expect(await caller(creator.token)('POST', '/api/submissions/upload')).toMatchObject({ status: 403 });
    const plain = await site.signUp();
    expect((await caller(plain.token)('GET', '/api/me')).status).toBe(200);
    const own = await caller(second.token)('POST', '/api/me/second-step/begin');
    const code = codeAt(String(own['secret']), time);
    await caller(second.token)('POST', '/api/me/second-step/confirm', { code });
    expect((await caller(second.token)('GET', '/api/admin/people')).status).toBe(200);
    expect(await call('PUT', '/api/admin/second-step', { roles: [] })).toMatchObject({ status: 200 });
  });

  test('reset two-factor from the shell for a user who lost it: audited, emailed, sessions ended', async () => {
    const { username, email, call, logIn } = await guarded();
    await resetTwoFactor(site.ctx, username);
    await waitForMail(site.ctx, email, /^Your two-factor authentication was reset/);
    expect((await call('GET', '/api/me')).status).toBe(401);
    expect((await logIn()).status).toBe(200);
    const auditEntry = await site.ctx.db
      .selectFrom('audit_log')
      .where('action', '=', 'user.reset-second-step')
      .select(['actor_name', 'subject_type'])
      .execute();
    expect(auditEntry).toEqual([{ actor_name: 'system', subject_type: 'user' }]);
    await expect(resetTwoFactor(site.ctx, 'nobody-here')).rejects.toThrow('There is no user');
    await expect(resetTwoFactor(site.ctx, username)).rejects.toThrow("doesn't use two-factor authentication");
  });
});
