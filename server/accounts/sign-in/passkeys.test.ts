import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { security } from '#contract/accounts/security.ts';
import { createAuthenticator } from '#server/testing/authenticator.ts';
import { readMails, waitForMail } from '#server/testing/mails.ts';
import { fetchFrom, startTestSite, type TestSite } from '#server/testing/site.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

const PUBLIC_URL = 'https://lll.example';
const MINUTE = 60_000;
let site: TestSite;
let time = Date.now();
let count = 0;
beforeAll(async () => {
  site = await startTestSite({ PUBLIC_URL, RATE_LIMIT: 'off' }, { clock: { now: () => time } });
});
beforeEach(() => {
  count += 1;
});

const password = 'correct horse';
const device = () => createAuthenticator({ origin: PUBLIC_URL, rpId: 'lll.example' });
interface Answer {
  status: number;
  code?: string;
  challenge: string;
  token?: string;
  id?: number;
  /** Of a list. */
  items?: { id: number; name: string; usable: boolean; lastUsedAt: string | null }[];
}
const caller =
  (token?: string) =>
  async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const fetch = fetchFrom(site.url, token ? { authorization: `Bearer ${token}` } : {});
    const answer = await fetch(path, { method, ...(json === undefined ? {} : { json }) });
    const text = await answer.text();
    const given = text ? (JSON.parse(text) as object) : {};
    return {
      challenge: '',
      ...(Array.isArray(given) ? { items: given as Answer['items'] } : given),
      status: answer.status,
    };
  };
const guest = (method: string, path: string, json?: unknown) => caller()(method, path, json);

async function newcomer() {
  const username = `keys${count}`;
  const email = `${username}@example.org`;
  const { token = '' } = await guest('POST', '/api/auth/register', { username, email, password });
  return { username, email, token, call: caller(token) };
}
async function withPasskey(counts = 1) {
  const person = await newcomer();
  const key = device();
  key.state.counts = counts;
  const options = await person.call('POST', '/api/me/passkeys/begin');
  const created = await person.call('POST', '/api/me/passkeys/finish', {
    name: 'My phone',
    credential: key.create(options),
  });
  return { ...person, key, options, created };
}
const begin = () => guest('POST', '/api/auth/passkey/begin');
const finish = (credential: unknown) => guest('POST', '/api/auth/passkey/finish', { credential });
const rejected = { status: 422, code: 'PASSKEY_REJECTED' };

describe('a passkey', () => {
  test('can be added, renamed, used to sign in and removed; emails and events report it', async () => {
    const { call, email, key, options, created } = await withPasskey();
    expect(options).toMatchObject({
      rp: { id: 'lll.example' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(created).toMatchObject({ status: 201, name: 'My phone', usable: true, lastUsedAt: null });
    await waitForMail(site.ctx, email, /^A passkey was added/);
    const question = await begin();
    expect(question).toMatchObject({ status: 200, rpId: 'lll.example', userVerification: 'required' });
    const { token, status } = await finish(key.get(question));
    expect(status).toBe(200);
    expect(await caller(token)('GET', '/api/me')).toMatchObject({ email, hasPasskey: true });
    const path = `/api/me/passkeys/${created.id}`;
    expect(await call('PUT', path, { name: 'Old phone' })).toMatchObject({ name: 'Old phone' });
    expect((await call('GET', '/api/me/passkeys')).items).toMatchObject([
      { name: 'Old phone', lastUsedAt: expect.any(String) },
    ]);
    const stranger = await site.signUp();
    expect((await stranger.fetch(path, { method: 'PUT', json: { name: 'Mine' } })).status).toBe(404);
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(204);
    expect(await finish(key.get(await begin()))).toMatchObject({ status: 422, code: 'PASSKEY_UNKNOWN' });
    const events = await (
      await fetchFrom(site.url, { authorization: `Bearer ${token}` })('/api/me/security-events')
    ).json();
    expect((events as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'PASSKEY_REMOVED',
      'SIGN_IN',
      'PASSKEY_ADDED',
      'SIGN_IN',
    ]);
  });

  test('requires a fresh session to be added or removed, and refreshes one', async () => {
    const { call, key, created } = await withPasskey();
    time += 16 * MINUTE;
    const stale = { status: 403, code: 'FRESH_SIGN_IN_NEEDED' };
    expect(await call('POST', '/api/me/passkeys/begin')).toMatchObject(stale);
    expect(await call('DELETE', `/api/me/passkeys/${created.id}`)).toMatchObject(stale);
    const other = await site.signUp();
    const passkey = key.get(await begin());
    expect((await other.fetch('/api/auth/confirm', { json: { passkey } })).status).toBe(422);
    expect(await call('POST', '/api/auth/confirm', { passkey })).toMatchObject({ status: 204 });
    expect(await call('POST', '/api/auth/confirm', { passkey })).toMatchObject(rejected);
    expect((await call('DELETE', `/api/me/passkeys/${created.id}`)).status).toBe(204);
  });

  test('cannot be removed when it is the only sign-in method', async () => {
    const { call, created, username } = await withPasskey();
    await site.ctx.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('username', '=', username)
      .execute();
    const removal = await call('DELETE', `/api/me/passkeys/${created.id}`);
    expect(removal).toMatchObject({ status: 409, code: 'LAST_WAY_IN' });
    expect((await call('GET', '/api/me/passkeys')).items).toHaveLength(1);
  });

  test('remains when the last two are removed at once', async () => {
    const { call, created, username } = await withPasskey();
    const options = await call('POST', '/api/me/passkeys/begin');
    const other = await call('POST', '/api/me/passkeys/finish', {
      name: 'My key',
      credential: device().create(options),
    });
    const { db } = site.ctx;
    await db.updateTable('users').set({ password_hash: null }).where('username', '=', username).execute();
    const removals = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').where('username', '=', username).forUpdate().execute();
      const both = [created.id, other.id].map((id) => call('DELETE', `/api/me/passkeys/${id}`));
      const waiting = sqlNumbers`select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(db))[0]).toBe(2);
      return both;
    });
    expect((await Promise.all(removals)).map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });
});

describe('passkey verification', () => {
  test('rejects a replayed response, and one of two sent at once', async () => {
    // many authenticators don't count
    const { key } = await withPasskey(0);
    const answer = key.get(await begin());
    const both = await Promise.all([finish(answer), finish(answer)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await finish(answer)).toMatchObject(rejected);
  });

  test('rejects a counter that went back: the key was copied', async () => {
    const { key } = await withPasskey();
    expect((await finish(key.get(await begin()))).status).toBe(200);
    key.state.counts = -1;
    expect(await finish(key.get(await begin()))).toMatchObject(rejected);
  });

  test.each([
    ['without user verification', { verified: false }],
    ['without user presence', { present: false }],
    ['made for a registration', { type: 'webauthn.create' }],
    ['on a page of another site', { origin: 'https://lll.example.evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('rejects a signature %s', async (_, change) => {
    const { key } = await withPasskey();
    Object.assign(key.state, change);
    expect(await finish(key.get(await begin()))).toMatchObject(rejected);
  });

  test('rejects a new passkey made without verification or elsewhere, or already registered', async () => {
    const { key, call } = await withPasskey();
    const make = async (created: ReturnType<typeof device>) =>
      await call('POST', '/api/me/passkeys/finish', {
        name: 'One more',
        credential: created.create(await call('POST', '/api/me/passkeys/begin')),
      });
    const changes = [
      { verified: false },
      { present: false },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
    ];
    for (const change of changes) {
      const newDevice = device();
      Object.assign(newDevice.state, change);
      expect(await make(newDevice), JSON.stringify(change)).toMatchObject(rejected);
    }
    expect(await make(key)).toMatchObject({ status: 409, code: 'PASSKEY_KNOWN' });
    expect((await call('GET', '/api/me/passkeys')).items).toHaveLength(1);
  });

  test('rejects a challenge that is expired, made up or from another ceremony', async () => {
    const { key, call } = await withPasskey();
    const old = await begin();
    time += 5 * MINUTE + 1;
    expect(await finish(key.get(old))).toMatchObject(rejected);
    const fakeCredential = Buffer.alloc(38, 1).toString('base64url');
    expect(await finish(key.get({ challenge: fakeCredential }))).toMatchObject(rejected);
    const registration = await call('POST', '/api/me/passkeys/begin');
    expect(await finish(key.get(registration))).toMatchObject(rejected);
    const theirs = device().create(registration);
    const other = await site.signUp();
    expect(
      await other.fails(security.finishPasskey, { body: { name: 'x', credential: theirs } }),
    ).toMatchObject({ code: 'PASSKEY_REJECTED' });
  });

  test("rejects a suspended member's passkey", async () => {
    const { key, username } = await withPasskey();
    await site.ctx.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('username', '=', username)
      .execute();
    expect(await finish(key.get(await begin()))).toMatchObject({ status: 403, code: 'SUSPENDED' });
  });
});

test('the domain of the first passkey stays in use while it covers the current address', async () => {
  const { call } = await withPasskey();
  const here = site.ctx.settings.PUBLIC_URL;
  try {
    site.ctx.settings.PUBLIC_URL = 'https://www.lll.example';
    expect(await call('POST', '/api/me/passkeys/begin')).toMatchObject({ rp: { id: 'lll.example' } });
    site.ctx.settings.PUBLIC_URL = 'https://moved.example';
    expect(await call('POST', '/api/me/passkeys/begin')).toMatchObject({ rp: { id: 'moved.example' } });
    expect((await call('GET', '/api/me/passkeys')).items).toMatchObject([{ usable: false }]);
    expect(await call('GET', '/api/me/second-step')).toMatchObject({ passkeyDomain: 'moved.example' });
  } finally {
    site.ctx.settings.PUBLIC_URL = here;
  }
});

test('a sign-in from a new kind of device sends an email; one from a known kind does not', async () => {
  const { username, email } = await newcomer();
  const logIn = (agent: string) =>
    site.fetch('/api/auth/login', { json: { username, password }, headers: { 'user-agent': agent } });
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
  expect((await logIn(firefox)).status).toBe(200);
  expect((await waitForMail(site.ctx, email, /new device/)).text).toContain('Firefox on Linux');
  expect((await logIn(firefox.replaceAll('150.0', '151.0'))).status).toBe(200);
  expect((await logIn('Mozilla/5.0 (iPhone) Safari/605')).status).toBe(200);
  await expect
    .poll(
      async () =>
        (await readMails(site.ctx, email)).filter(({ subject }) => /new device/.test(subject ?? '')),
      { timeout: 20_000 },
    )
    .toHaveLength(2);
});

test('a session ends 90 days after it began, however much it is used', async () => {
  const { call } = await newcomer();
  const day = 24 * 60 * MINUTE;
  for (let days = 0; days < 80; days += 20) {
    time += 20 * day;
    expect((await call('GET', '/api/me')).status).toBe(200);
  }
  time += 10 * day - MINUTE;
  expect((await call('GET', '/api/me')).status).toBe(200);
  time += MINUTE;
  expect((await call('GET', '/api/me')).status).toBe(401);
});
