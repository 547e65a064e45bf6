import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { security } from '#contract/accounts/security.ts';
import { keys as keysApi, KEY_DAYS, MAX_KEYS } from '#contract/api-keys/api-keys.ts';
import { KEY_SCOPES, type KeyScope } from '#contract/endpoint.ts';
import { addLink } from '#server/accounts/links.store.ts';
import { newToken } from '#server/accounts/links.rules.ts';
import { resetPassword } from '#server/accounts/people/owner.actions.ts';
import { endpoints, send } from '#server/testing/samples/calls.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { KEY_ROUTES } from '#server/testing/samples/key-access.ts';
import { fetchFrom, startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let now = Date.parse('2026-05-01T12:00:00Z');
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
});

async function makeKey(person: TestPerson, scopes: KeyScope[] = [...KEY_SCOPES], more: object = {}) {
  const created = await person.call(keysApi.create, { body: { name: 'My script', scopes, ...more } });
  return { ...created, fetch: fetchFrom(site.url, { authorization: `Bearer ${created.key}` }) };
}
const list = (person: TestPerson) => person.call(keysApi.list);

test('a member can create thirty keys an hour at most, since each sends an email', async () => {
  const strict = await startTestSite();
  const ann = await strict.signUp();
  const make = () => ann.fetch('/api/me/keys', { json: { name: 'My script', scopes: ['READ_OWN'] } });
  const statuses: number[] = [];
  while (statuses.length < 31) statuses.push((await make()).status);
  expect([statuses[0], statuses[29], statuses[30]]).toEqual([201, 409, 429]);
});

test('a key is shown once, stored hashed, listed with its last use, and invalid as soon as it is revoked', async () => {
  const ann = await site.signUp();
  const { key, fetch, ...created } = await makeKey(ann, ['READ_OWN']);
  expect(key).toMatch(/^lllkey_[\w-]{43}$/);
  expect(Date.parse(created.expiresAt) - now).toBe(KEY_DAYS * 24 * 3600 * 1000);
  expect(await list(ann)).toEqual([{ ...created, lastUsedAt: null }]);
  expect(JSON.stringify(await site.ctx.db.selectFrom('api_keys').selectAll().execute())).not.toContain(
    key.slice(7),
  );
  expect(await (await fetch('/api/me')).json()).toMatchObject({ username: ann.username });
  expect(await list(ann)).toMatchObject([{ lastUsedAt: new Date(now).toISOString() }]);
  const revoke = () => ann.fetch(`/api/me/keys/${created.id}`, { method: 'DELETE' });
  expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 404]);
  const after = await fetch('/api/me');
  expect([after.status, await after.json()]).toMatchObject([401, { code: 'KEY_UNKNOWN' }]);
  const events = await ann.call(security.events);
  expect(events.map(({ kind }) => kind)).toEqual(['KEY_REVOKED', 'KEY_ADDED']);
});

test('an expired key gets a 401 with a message, even where guests may read', async () => {
  const ann = await site.signUp();
  const { fetch } = await makeKey(ann, undefined, { expiresAt: new Date(now + 60_000).toISOString() });
  const open = await fetch('/api/community/posts');
  expect([open.status, (await fetch('/api/me')).status]).toEqual([200, 200]);
  now += 60_000;
  for (const [path, method] of [
    ['/api/me', 'GET'],
    ['/api/likes', 'GET'],
    ['/api/playlists', 'POST'],
  ] as const) {
    const answer = await fetch(path, { method });
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { code: 'KEY_ENDED', error: 'The API key “My script” expired on 2026-05-01. Please create a new one.' },
    ]);
  }
  for (const nobodys of [`lllkey_${'x'.repeat(43)}`, 'lllkey_'])
    expect((await site.fetch('/api/me', { headers: { authorization: `Bearer ${nobodys}` } })).status).toBe(
      401,
    );
});

test('a malformed request for a key is rejected, and an account has a limited number of keys', async () => {
  const ann = await site.signUp();
  const post = (json: object) => ann.fetch('/api/me/keys', { json });
  for (const wrong of [
    { scopes: ['READ_OWN'] },
    { name: 'A', scopes: [] },
    { name: 'A', scopes: ['ALL'] },
    { name: 'A', scopes: ['UPLOAD'], expiresAt: new Date(now).toISOString() },
    { name: 'A', scopes: ['UPLOAD'], expiresAt: 'tomorrow' },
  ])
    expect((await post(wrong)).status).toBe(400);
  const created = await Promise.all(
    Array.from({ length: MAX_KEYS + 3 }, () => post({ name: 'A', scopes: ['UPLOAD'] })),
  );
  expect(created.filter(({ status }) => status === 201)).toHaveLength(MAX_KEYS);
  expect(created.filter(({ status }) => status === 409)).toHaveLength(3);
  // a key makes no keys, and neither does a session that isn't fresh
  const { fetch } = await makeKey(await site.signUp());
  expect((await fetch('/api/me/keys', { json: { name: 'B', scopes: ['UPLOAD'] } })).status).toBe(403);
});

test('a key can do what its scopes allow and nothing else, on every route', async () => {
  const declared = endpoints.flatMap(({ route, endpoint: { scope } }) =>
    scope ? [`${scope} ${route}`] : [],
  );
  const written = KEY_SCOPES.flatMap((scope) => KEY_ROUTES[scope].map((route) => `${scope} ${route}`));
  expect(declared.toSorted()).toEqual(written.toSorted());

  // an admin's keys are a creator's
  const admin = await site.signUp('GLOBAL_ADMIN');
  for (const scope of KEY_SCOPES) {
    const { fetch } = await makeKey(admin, [scope]);
    for (const { route, endpoint, sample } of endpoints) {
      const { status, body } = await send(fetch, endpoint, sample ?? {});
      const failure = `${scope} at ${route}: ${status} ${body.slice(0, 200)}`;
      const isRead = endpoint.access === 'public' && endpoint.method === 'GET';
      if (endpoint.scope === scope)
        expect(body, failure).not.toMatch(/"(SCOPE_MISSING|NOT_BY_KEY|KEY_UNKNOWN)"/);
      // what is everybody's is answered without a look at the scopes
      else if (endpoint.scope && !(isRead && status === 200))
        expect([status, endpoint.errors === 'text' || body.includes('"SCOPE_MISSING"')], failure).toEqual([
          403,
          true,
        ]);
      else if (isRead || endpoint.anonymous)
        expect(body, failure).not.toMatch(/"(NOT_BY_KEY|SCOPE_MISSING)"/);
      else
        expect([status, body.includes('"NOT_BY_KEY"') || endpoint.errors === 'text'], failure).toEqual([
          403,
          true,
        ]);
    }
  }
});

test("an admin's key reads nothing that isn't the admin's own", async () => {
  const [admin, creator] = [await site.signUp('GLOBAL_ADMIN'), await site.signUp('CONTENT_CREATOR')];
  const id = await addVideo(site.ctx, { uploader_id: creator.id, status: 'PENDING' });
  const { fetch } = await makeKey(admin);
  expect((await admin.fetch(`/api/submissions/${id}`)).status).toBe(200);
  expect((await fetch(`/api/submissions/${id}`)).status).toBe(404);
});

const revoked = async (person: TestPerson) =>
  (
    await site.ctx.db
      .selectFrom('security_events')
      .where('user_id', '=', person.id)
      .where('kind', '=', 'KEY_REVOKED')
      .select('detail')
      .orderBy('id')
      .execute()
  ).map(({ detail }) => detail);

test.each([
  [
    'a new password',
    async (ann: TestPerson) => {
      const json = { newPassword: 'another horse battery' };
      expect((await ann.fetch('/api/settings/password', { method: 'PUT', json })).status).toBe(204);
    },
  ],
  [
    'a reset by email',
    async ({ id, username }: TestPerson) => {
      const email = `${username}@example.org`;
      const token = newToken(site.ctx);
      await addLink(site.ctx.db, { token, userId: id, purpose: 'RESET', email, now });
      const json = { token, password: 'another horse battery' };
      expect((await site.fetch('/api/auth/reset-password', { json })).status).toBe(200);
    },
  ],
  ["a reset by the owner's shell", ({ username }: TestPerson) => resetPassword(site.ctx, username)],
  [
    'a suspension, also when it ends',
    async ({ id }: TestPerson) => {
      const admin = await site.signUp('GLOBAL_ADMIN');
      const post = (path: string) =>
        admin.fetch(`/api/admin/people/${id}/${path}`, { json: { reason: 'Spam' } });
      expect([(await post('suspend')).status, (await post('unsuspend')).status]).toEqual([200, 200]);
    },
  ],
])('%s revokes all keys and notifies the member by email', async (_name, change) => {
  const ann = await site.signUp();
  const keys = [
    await makeKey(ann, undefined, { name: 'One' }),
    await makeKey(ann, undefined, { name: 'Two' }),
  ];
  await change(ann);
  for (const { fetch } of keys) expect((await fetch('/api/me')).status).toBe(401);
  expect(await revoked(ann)).toEqual(['One', 'Two']);
  const mail = await waitForMail(site.ctx, `${ann.username}@example.org`, /^Your API keys were revoked/);
  expect(mail.text).toContain('One, Two');
});

test('keys survive a new password only if the member chooses so', async () => {
  const ann = await site.signUp();
  const { fetch } = await makeKey(ann);
  const json = { newPassword: 'another horse battery', keepKeys: true };
  expect((await ann.fetch('/api/settings/password', { method: 'PUT', json })).status).toBe(204);
  expect([(await fetch('/api/me')).status, await revoked(ann)]).toEqual([200, []]);
});

test('a key is valid for 366 days at most', async () => {
  const ann = await site.signUp();
  const post = (days: number, more = 0) =>
    ann.fetch('/api/me/keys', {
      json: {
        name: 'A',
        scopes: ['UPLOAD'],
        expiresAt: new Date(now + days * 24 * 3_600_000 + more).toISOString(),
      },
    });
  const late = await post(366, 1);
  const message = 'API keys expire after a year at most. Choose an earlier date.';
  expect([late.status, await late.json()]).toMatchObject([400, { fields: { expiresAt: message } }]);
  expect((await post(366)).status).toBe(201);
  const own = site.ctx.db.updateTable('api_keys').where('user_id', '=', ann.id);
  await expect(own.set({ expires_at: '2999-01-01' }).execute()).rejects.toThrow('api_keys_lifetime_check');
});

test('keys are deleted with their account', async () => {
  const ann = await site.signUp();
  const { fetch } = await makeKey(ann);
  await ann.fetch('/api/me', { method: 'DELETE', json: { confirmUsername: ann.username } });
  expect((await fetch('/api/me')).status).toBe(401);
  expect(
    await site.ctx.db.selectFrom('api_keys').where('user_id', '=', ann.id).selectAll().execute(),
  ).toEqual([]);
});

test('the documentation lists every scope', async () => {
  const page = await readFile('docs/api.md', 'utf8');
  for (const scope of KEY_SCOPES) expect(page).toContain(`\`${scope}\``);
});
