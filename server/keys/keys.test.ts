import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { KEY_DAYS, MAX_KEYS, type ApiKey, type NewApiKey } from '#contract/accounts/keys.ts';
import { KEY_SCOPES, type KeyScope } from '#contract/endpoint.ts';
import { endpoints, send } from '#server/testing/calls.ts';
import { KEY_ROUTES } from '#server/testing/samples/key-access.ts';
import { fetchFrom, startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let now = Date.parse('2026-05-01T12:00:00Z');
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now } });
});

type Made = z.infer<typeof NewApiKey>;

async function makeKey(person: TestPerson, scopes: KeyScope[] = [...KEY_SCOPES], more: object = {}) {
  const answer = await person.fetch('/api/me/keys', { json: { name: 'My script', scopes, ...more } });
  expect(answer.status).toBe(201);
  const made = (await answer.json()) as Made;
  return { ...made, fetch: fetchFrom(site.url, { authorization: `Bearer ${made.key}` }) };
}
const list = async (person: TestPerson) => (await (await person.fetch('/api/me/keys')).json()) as ApiKey[];

test('somebody makes thirty keys an hour at most: each is told by email', async () => {
  const strict = await startTestSite();
  const ann = await strict.signUp();
  const make = () => ann.fetch('/api/me/keys', { json: { name: 'My script', scopes: ['READ_OWN'] } });
  const made: number[] = [];
  while (made.length < 31) made.push((await make()).status);
  expect([made[0], made[29], made[30]]).toEqual([201, 409, 429]);
});

test('a key is told once, kept hashed, listed with its last use, and ends at once when it is revoked', async () => {
  const ann = await site.signUp();
  const { key, fetch, ...made } = await makeKey(ann, ['READ_OWN']);
  expect(key).toMatch(/^lllkey_[\w-]{43}$/);
  expect(Date.parse(made.expiresAt) - now).toBe(KEY_DAYS * 24 * 3600 * 1000);
  expect(await list(ann)).toEqual([{ ...made, lastUsedAt: null }]);
  expect(JSON.stringify(await site.ctx.db.selectFrom('api_keys').selectAll().execute())).not.toContain(
    key.slice(7),
  );
  expect(await (await fetch('/api/me')).json()).toMatchObject({ username: ann.username });
  expect(await list(ann)).toMatchObject([{ lastUsedAt: new Date(now).toISOString() }]);
  const revoke = () => ann.fetch(`/api/me/keys/${made.id}`, { method: 'DELETE' });
  expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 404]);
  const after = await fetch('/api/me');
  expect([after.status, await after.json()]).toMatchObject([401, { code: 'KEY_UNKNOWN' }]);
  const events = (await (await ann.fetch('/api/me/security-events')).json()) as { kind: string }[];
  expect(events.map(({ kind }) => kind)).toEqual(['KEY_REVOKED', 'KEY_ADDED']);
});

test('a key past its end is 401 with words, also where guests may read', async () => {
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
      { code: 'KEY_ENDED', error: 'The key “My script” ended on 2026-05-01. Please make a new one.' },
    ]);
  }
  for (const nobodys of [`lllkey_${'x'.repeat(43)}`, 'lllkey_'])
    expect((await site.fetch('/api/me', { headers: { authorization: `Bearer ${nobodys}` } })).status).toBe(
      401,
    );
});

test('what is wrong with a key to be made is told, and an account has at most so many', async () => {
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
  const made = await Promise.all(
    Array.from({ length: MAX_KEYS + 3 }, () => post({ name: 'A', scopes: ['UPLOAD'] })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_KEYS);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(3);
  // a key makes no keys, and neither does a session that isn't fresh
  const { fetch } = await makeKey(await site.signUp());
  expect((await fetch('/api/me/keys', { json: { name: 'B', scopes: ['UPLOAD'] } })).status).toBe(403);
});

test('a key may do what its scopes say and nothing else, on every route', async () => {
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
      const said = `${scope} at ${route}: ${status} ${body.slice(0, 200)}`;
      const isRead = endpoint.access === 'public' && endpoint.method === 'GET';
      if (endpoint.scope === scope)
        expect(body, said).not.toMatch(/"(SCOPE_MISSING|NOT_BY_KEY|KEY_UNKNOWN)"/);
      // what is everybody's is answered without a look at the scopes
      else if (endpoint.scope && !(isRead && status === 200))
        expect([status, endpoint.errors === 'text' || body.includes('"SCOPE_MISSING"')], said).toEqual([
          403,
          true,
        ]);
      else if (isRead || endpoint.anonymous) expect(body, said).not.toMatch(/"(NOT_BY_KEY|SCOPE_MISSING)"/);
      else
        expect([status, body.includes('"NOT_BY_KEY"') || endpoint.errors === 'text'], said).toEqual([
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

test('keys of somebody who was suspended serve no more, and go with an account', async () => {
  const ann = await site.signUp();
  const { fetch } = await makeKey(ann);
  const suspend = (at: Date | null) =>
    site.ctx.db.updateTable('users').set({ suspended_at: at }).where('id', '=', ann.id).execute();
  await suspend(new Date());
  expect((await fetch('/api/me')).status).toBe(401);
  await suspend(null);
  expect((await fetch('/api/me')).status).toBe(200);
  await ann.fetch('/api/me', { method: 'DELETE', json: { confirmUsername: ann.username } });
  expect((await fetch('/api/me')).status).toBe(401);
  expect(
    await site.ctx.db.selectFrom('api_keys').where('user_id', '=', ann.id).selectAll().execute(),
  ).toEqual([]);
});

test('what the pages say of scopes is what there are', async () => {
  const page = await readFile('docs/api.md', 'utf8');
  for (const scope of KEY_SCOPES) expect(page).toContain(`\`${scope}\``);
});
