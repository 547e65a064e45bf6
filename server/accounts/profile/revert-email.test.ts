import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keys } from '#contract/api-keys/api-keys.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import type { IdentityStandin } from '#standins/identity-provider.ts';
import { browse, startSiteWithProvider } from '#server/testing/identity.ts';
import { createAuthenticator } from '#server/testing/authenticator.ts';
import { tokenIn, waitForMail } from '#server/testing/mails.ts';
import type { TestSite } from '#server/testing/site.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';
import { sqlBooleans, sqlNumbers } from '#server/app/database/read-rows.ts';

const PUBLIC_URL = 'https://lll.example';
let standin: IdentityStandin;
let site: TestSite;
let count = 0;
beforeAll(async () => {
  ({ site, standin } = await startSiteWithProvider(PUBLIC_URL, { RATE_LIMIT: 'off' }));
});
afterAll(() => standin.close());

const password = 'correct horse';
const post = (path: string, json: unknown) => site.fetch(`/api/auth/${path}`, { json });
const logIn = async (username: string, pass: string) =>
  (await post('login', { username, password: pass })).status;

/** An account whose address a thief with its session changed. */
async function stolen() {
  const username = `taken${++count}`;
  const email = `${username}@example.org`;
  const { token } = await bodyOf(post('register', { username, email, password }), WithToken);
  const call = (method: string, path: string, json: unknown) =>
    site.fetch(path, { method, json, headers: { authorization: `Bearer ${token}` } });
  const change = (to: string) => call('PUT', '/api/settings/account', { email: to });
  const linkFor = async (address: string) =>
    tokenIn(await waitForMail(site.ctx, address, /was changed/), 'take-back-email');
  await change(`thief-${email}`);
  return { username, email, call, change, linkFor, link: await linkFor(email) };
}

test('no one else can claim the old address while the change can be reverted', async () => {
  const { email, change, link } = await stolen();
  const squatter = await post('register', {
    username: `squat${count}`,
    email: email.toUpperCase(),
    password,
  });
  expect([squatter.status, await squatter.text()]).toEqual([
    409,
    'There is already an account with this email address.',
  ]);
  const bob = await site.signUp();
  expect(await bob.fails(accounts.saveAccount, { body: { email } })).toMatchObject({
    status: 409,
    code: 'EMAIL_TAKEN',
  });
  standin.person = { sub: `squat${count}`, email, email_verified: true };
  const arrived = await browse(site.visitor().fetch, PUBLIC_URL);
  expect(arrived.params).toEqual({ error: 'email_reserved' });
  expect((await change(email)).status).toBe(200);
  expect((await change(`thief-${email}`)).status).toBe(200);
  expect(await (await post('take-back-email', { token: link })).json()).toMatchObject({ email });
});

test('an address is free again once the change can no longer be reverted', async () => {
  const { email } = await stolen();
  await site.ctx.db
    .updateTable('account_tokens')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('email', '=', email)
    .execute();
  expect((await post('register', { username: `late${count}`, email, password })).status).toBe(201);
});

test('a sign-up that waits for the address change does not get the old address', async () => {
  const username = `race${++count}`;
  const email = `${username}@example.org`;
  const { id } = await site.signUp('LOGIN_USER', username);
  const signUp = await site.ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ email: `thief-${email}` })
      .where('id', '=', id)
      .execute();
    const waiting = post('register', { username: `squat${count}`, email, password });
    // its insert waits for this transaction, by the index on the address
    for (let waits = false; !waits;) {
      [waits = false] = await sqlBooleans`
        select exists (select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid) as waits`.execute(
        trx,
      );
    }
    await trx
      .insertInto('account_tokens')
      .values({
        token_hash: Buffer.from(email),
        user_id: id,
        purpose: 'TAKE_BACK',
        email,
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    return [waiting];
  });
  expect((await signUp[0])?.status).toBe(409);
});

test("reverting removes the thief's password and API key, and starts a password reset for the owner", async () => {
  const { username, email, link } = await stolen();
  await post('forgot-password', { email: `thief-${email}` });
  const thiefs = tokenIn(await waitForMail(site.ctx, `thief-${email}`, /^Reset/), 'reset-password');
  expect((await post('reset-password', { token: thiefs, password: 'the thiefs horse' })).status).toBe(200);
  const signedIn = await post('login', { username, password: 'the thiefs horse' });
  const { token } = await bodyOf(signedIn, WithToken);
  const { key } = await site.call(keys.create, {
    body: { name: 'Script', scopes: ['READ_OWN'] },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const byKey = () => site.fetch('/api/me', { headers: { authorization: `Bearer ${key}` } });
  expect((await byKey()).status).toBe(200);

  const { resetToken, ...back } = await bodyOf(
    post('take-back-email', { token: link }),
    z.object({ email: z.string(), resetToken: z.string() }),
  );
  expect(back).toEqual({ email, removed: ['the API key “Script”'] });
  expect([await logIn(username, 'the thiefs horse'), await logIn(username, password)]).toEqual([401, 401]);
  expect((await byKey()).status).toBe(401);
  expect((await post('reset-password', { token: resetToken, password: 'my own horse again' })).status).toBe(
    200,
  );
  expect(await logIn(username, 'my own horse again')).toBe(200);
});

test("a thief's revert of a second change leaves the owner's link valid, even when the clock stood still", async () => {
  const { email, change, linkFor, link } = await stolen();
  await change(`second-${email}`);
  const thiefs = await linkFor(`thief-${email}`);
  await site.ctx.db
    .updateTable('account_tokens')
    .set({ created_at: new Date() })
    .where('purpose', '=', 'TAKE_BACK')
    .execute();
  expect((await post('take-back-email', { token: thiefs })).status).toBe(200);
  const { resetToken } = await bodyOf(
    post('take-back-email', { token: link }),
    z.object({ resetToken: z.string() }),
  );
  expect((await post('take-back-email', { token: thiefs })).status).toBe(400);
  expect((await post('reset-password', { token: resetToken, password: 'my own horse' })).status).toBe(200);
});

test('calls that wait for the revert find their session ended and add no sign-in method', async () => {
  const { username, email, call, change, link } = await stolen();
  const options = await (await call('POST', '/api/me/passkeys/begin', {})).json();
  const key = createAuthenticator({ origin: PUBLIC_URL, rpId: 'lll.example' });
  const credential = key.create(options as { challenge: string });
  const { db } = site.ctx;
  const waiting = sqlNumbers`select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  const calls = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').where('username', '=', username).forUpdate().execute();
    const back = post('take-back-email', { token: link });
    await expect.poll(async () => (await waiting.execute(db))[0]).toBe(1);
    const thiefs = [
      call('POST', '/api/me/passkeys/finish', { name: 'Mine', credential }),
      change(`again-${email}`),
      call('PUT', '/api/settings/password', { currentPassword: password, newPassword: 'the thief’s horse' }),
    ];
    await expect.poll(async () => (await waiting.execute(db))[0]).toBe(4);
    return [back, ...thiefs];
  });
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 401, 401, 401]);
  const person = await db
    .selectFrom('users')
    .leftJoin('passkeys', 'passkeys.user_id', 'users.id')
    .where('username', '=', username)
    .select(['email', 'password_hash', 'passkeys.id as passkey'])
    .execute();
  expect(person).toEqual([{ email, password_hash: null, passkey: null }]);
});
