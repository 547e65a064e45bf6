import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts/accounts.ts';
import type { IdentityStandin } from '#standins/identity-provider.ts';
import { browse, startSiteWithProvider } from '#server/testing/identity.ts';
import { tokenIn, waitForMail } from '#server/testing/mails.ts';
import type { TestSite } from '#server/testing/site.ts';
import { createAdmin } from '../people/owner.actions.ts';

const PUBLIC_URL = 'https://lll.example';
const MINUTE = 60_000;
let standin: IdentityStandin;
let site: TestSite;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  ({ site, standin } = await startSiteWithProvider(
    PUBLIC_URL,
    { SITE_NAME: 'Sunny Side', RATE_LIMIT: 'off' },
    { clock: { now: () => time } },
  ));
});
afterAll(() => standin.close());
beforeEach(() => {
  count += 1;
});

const password = 'correct horse';
const caller = (token: string) => async (method: string, path: string, json?: unknown) => {
  const answer = await site.fetch(path, { method, json, headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  return { status: answer.status, code: '', ...(text ? (JSON.parse(text) as object) : {}) };
};
async function newcomer() {
  const username = `fresh${count}`;
  const email = `${username}@example.org`;
  const { token } = await site.call(accounts.register, { body: { username, email, password } });
  return { username, email, token, call: caller(token) };
}
const needsSignIn = { status: 403, code: 'FRESH_SIGN_IN_NEEDED' };

describe('a session older than 15 minutes', () => {
  test('cannot change the address or password or delete the account until the password is given', async () => {
    const { username, email, call } = await newcomer();
    const calls = [
      ['PUT', '/api/settings/account', { email: `new-${email}` }],
      ['PUT', '/api/settings/password', { currentPassword: password, newPassword: 'another horse' }],
      ['DELETE', '/api/me', { confirmUsername: username }],
    ] as const;
    time += 15 * MINUTE + 1;
    for (const [method, path, json] of calls)
      expect(await call(method, path, json)).toMatchObject(needsSignIn);
    expect(await call('GET', '/api/me')).toMatchObject({ username, email });
    // reversible actions need no re-authentication
    const renamed = await call('PUT', '/api/settings/account', { email, username: `${username}.b` });
    expect(renamed).toMatchObject({ status: 200 });
    await call('PUT', '/api/settings/account', { username });

    expect(await call('POST', '/api/auth/confirm', { password: 'wrong horse' })).toMatchObject({
      status: 422,
      code: 'WRONG_PASSWORD',
      fields: { password: "This isn't your current password." },
    });
    expect(await call(...calls[0])).toMatchObject(needsSignIn);
    expect(await call('POST', '/api/auth/confirm', { password })).toMatchObject({ status: 204 });
    for (const [index, [method, path, json]] of calls.entries())
      expect((await call(method, path, json)).status).toBe([200, 204, 204][index]);
  });

  test('is stale only after exactly 15 minutes, and use does not refresh it', async () => {
    const { email, call } = await newcomer();
    time += 8 * MINUTE;
    await call('GET', '/api/me');
    time += 7 * MINUTE;
    const change = { email: `a-${email}` };
    expect(await call('PUT', '/api/settings/account', change)).toMatchObject({ status: 200 });
    time += 1;
    expect(await call('DELETE', '/api/me', { confirmUsername: 'x' })).toMatchObject(needsSignIn);
  });

  test('is refreshed by a new sign-in with the provider, which is valid once', async () => {
    const email = `oidc${count}@example.org`;
    standin.person = { sub: `oidc${count}`, email, email_verified: true };
    const first = await browse(site.visitor().fetch, PUBLIC_URL);
    const call = caller(first.params['token'] ?? '');
    time += 16 * MINUTE;
    const set = () => call('PUT', '/api/settings/password', { newPassword: 'my first horse' });
    expect(await set()).toMatchObject(needsSignIn);

    const again = await browse(site.visitor().fetch, PUBLIC_URL, '?confirm=1');
    expect(again.params).toEqual({ token: expect.any(String), success: 'true', confirm: '1' });
    time += 1 * MINUTE;
    const { token } = again.params;
    expect(await call('POST', '/api/auth/confirm', { token })).toMatchObject({ status: 204 });
    expect((await caller(token ?? '')('GET', '/api/me')).status).toBe(401);
    expect(await call('POST', '/api/auth/confirm', { token })).toMatchObject({ status: 422 });
    // fresh since the sign-in, not since the prompt
    time += 14 * MINUTE;
    expect(await set()).toMatchObject({ status: 204 });
    time += 1;
    expect(await set()).toMatchObject(needsSignIn);
  });

  test("is not refreshed by itself, by another member's or a stale session, or by a new account", async () => {
    const { username, token, call } = await newcomer();
    const other = await site.signUp();
    for (const given of [token, other.token, 'nobody'])
      expect(await call('POST', '/api/auth/confirm', { token: given })).toMatchObject({ status: 422 });
    const { token: stale } = await site.call(accounts.login, { body: { username, password } });
    time += 16 * MINUTE;
    expect(await call('POST', '/api/auth/confirm', { token: stale })).toMatchObject({ status: 422 });
    expect((await call('POST', '/api/auth/confirm', { token, password })).status).toBe(400);
    expect((await call('POST', '/api/auth/confirm', {})).status).toBe(400);
    expect(await call('DELETE', '/api/me', { confirmUsername: username })).toMatchObject(needsSignIn);

    standin.person = { sub: `no${count}`, email: `no${count}@example.org`, email_verified: true };
    const stranger = await browse(site.visitor().fetch, PUBLIC_URL, '?confirm=1');
    expect(stranger.params).toEqual({ error: 'other_account', confirm: '1' });
  });
});

describe('the most common passwords', () => {
  test.each(['password', 'PassWord', 'baseball', 'qwertyuiop', 'trustno1'])(
    '%s is rejected',
    async (common) => {
      const json = { username: `weak${count}`, email: `weak${count}@example.org`, password: common };
      const answer = await site.fetch('/api/auth/register', { json });
      expect([answer.status, await answer.text()]).toEqual([
        422,
        'This password is too common. Please choose another.',
      ]);
    },
  );

  test.each(['Annabelle.1', 'ANNABELLE.1@example.org', 'Sunny Side'])(
    '%s is rejected as easy to guess from public details',
    async (easy) => {
      const json = { username: 'annabelle.1', email: 'annabelle.1@example.org', password: easy };
      const answer = await site.fetch('/api/auth/register', { json });
      expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('easy to guess')]);
    },
  );

  test('are rejected for password changes, resets and new administrators too', async () => {
    const { call, email } = await newcomer();
    const change = { currentPassword: password, newPassword: 'sunshine' };
    expect(await call('PUT', '/api/settings/password', change)).toMatchObject({
      status: 422,
      code: 'PASSWORD_TOO_COMMON',
      fields: { newPassword: expect.any(String) },
    });
    await site.fetch('/api/auth/forgot-password', { json: { email } });
    const link = tokenIn(await waitForMail(site.ctx, email, /^Reset/), 'reset-password');
    const reset = (chosen: string) =>
      site.fetch('/api/auth/reset-password', { json: { token: link, password: chosen } });
    expect(await (await reset('football')).json()).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
    expect(await (await reset(email.toUpperCase())).json()).toMatchObject({ code: 'PASSWORD_TOO_EASY' });
    // the link still serves
    expect((await reset('a horse of mine')).status).toBe(200);
    await expect(
      createAdmin(site.ctx, {
        username: `adm${count}`,
        email: `adm${count}@example.org`,
        password: 'letmein1',
      }),
    ).rejects.toThrow('too common');
  });
});
