import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { creators } from '#contract/creators/creators.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
let ann: TestPerson;
let video: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  ann = await site.signUp('CONTENT_CREATOR', 'ann-before');
  video = await addVideo(site.ctx, { uploader_id: ann.id });
  expect(await rename(ann, 'ann-now')).toBe(200);
});

const rename = async (person: TestPerson, username: string) =>
  (await person.fetch('/api/settings/account', { method: 'PUT', json: { username } })).status;
const register = async (username: string) =>
  (
    await site.fetch('/api/auth/register', {
      json: { username, email: `${username}@new.example.org`, password: 'correct horse' },
    })
  ).status;
const comment = async (authorUsername: string) =>
  (await site.visitor().fetch(`/api/videos/${video}/comments`, { json: { authorUsername, text: 'Hello' } }))
    .status;
const endHold = () =>
  sql`update former_names set held_until = now() - interval '1 second'`.execute(site.ctx.db);

test('after a rename, pages, API calls and open lists redirect from the old name to the new one', async () => {
  const page = await site.fetch('/creators/Ann-Before', { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([301, '/creators/ann-now']);
  const call = await site.fetch('/api/creators/ann-before', { redirect: 'manual' });
  expect([call.status, call.headers.get('location')]).toEqual([301, '/api/creators/ann-now']);
  expect(await (await site.fetch('/api/creators/ann-before', { redirect: 'follow' })).json()).toMatchObject({
    username: 'ann-now',
  });
  expect(await site.call(creators.videos, { params: { username: 'ann-before' } })).toMatchObject([
    { id: video },
  ]);
  for (const path of ['/creators/ann-never', '/api/creators/ann-never'])
    expect((await site.fetch(path, { redirect: 'manual' })).status).toBe(404);
});

test('while a former name is reserved, only its previous owner can take it, in any spelling', async () => {
  const bob = await site.signUp('LOGIN_USER', 'bob-before');
  expect(await register('ANN-before')).toBe(409);
  expect(await rename(bob, 'Ann-Before')).toBe(409);
  for (const name of ['ann-before', 'Ann Before', '\u0430nn-bef0re']) expect(await comment(name)).toBe(409);
  const shown = await bob.fetch('/api/me', { method: 'PUT', json: { displayName: 'Ann Before' } });
  expect(shown.status).toBe(409);
  // each loses the other's
  expect(await rename(ann, 'ann-before')).toBe(200);
  expect(await rename(bob, 'ann-now')).toBe(409);
  expect((await site.fetch('/api/creators/ann-now', { redirect: 'manual' })).status).toBe(301);
  expect(await rename(ann, 'ann-now')).toBe(200);
});

test('concurrent renames: no one can take the name that another member is giving up', async () => {
  const people = await Promise.all([0, 1, 2].map((at) => site.signUp('LOGIN_USER', `race-${at}`)));
  const [first] = people as [TestPerson];
  const answers = await Promise.all([
    rename(first, 'race-9'),
    ...people.slice(1).map((each) => rename(each, 'race-0')),
  ]);
  expect(answers).toEqual([200, 409, 409]);
});

test('suspended members are not found by a former name either', async () => {
  const set = (at: Date | null) =>
    site.ctx.db.updateTable('users').set({ suspended_at: at }).where('id', '=', ann.id).execute();
  const fetchBoth = () =>
    Promise.all(
      ['/api/creators/ann-before', '/creators/ann-before'].map(
        async (path) => (await site.fetch(path, { redirect: 'manual' })).status,
      ),
    );
  await set(new Date());
  expect(await fetchBoth()).toEqual([404, 404]);
  await set(null);
  site.ctx.cache.drop('creators');
  expect(await fetchBoth()).toEqual([301, 301]);
});

test('after 90 days the name is free and the old address returns 404', async () => {
  await endHold();
  expect((await site.fetch('/api/creators/ann-before', { redirect: 'manual' })).status).toBe(404);
  expect(await comment('ann-before')).toBe(201);
  expect(await register('ann-before')).toBe(201);
});

test('a member can rename five times a day at most, since each former name is reserved', async () => {
  const strict = await startTestSite();
  const { ctx } = strict;
  const cyd = await strict.signUp('LOGIN_USER', 'cyd-0');
  for (const at of [1, 2, 3, 4, 5]) expect(await rename(cyd, `cyd-${at}`)).toBe(200);
  expect(await rename(cyd, 'cyd-6')).toBe(429);
  const { rows } = await sql`select count(*)::int as count from former_names`.execute(ctx.db);
  expect(rows).toEqual([{ count: 5 }]);
});
