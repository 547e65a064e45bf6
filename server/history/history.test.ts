import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/accounts/accounts.ts';
import { history, MAX_PROGRESS } from '#contract/history/history.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
});

const MINUTE = { duration_ms: 60_000 };
const watch = (person: TestPerson, id: number, seconds: number) =>
  person.fetch(`/api/videos/${id}/progress`, { method: 'PUT', json: { seconds } });
const idsOf = async (person: TestPerson, query: object = {}) =>
  (await person.call(history.list, { query })).map(({ id }) => id);

test('progress is saved up to the duration, and the history lists the latest first', async () => {
  const ann = await site.signUp();
  const [first, second] = [await addVideo(site.ctx, MINUTE), await addVideo(site.ctx, MINUTE)];
  expect((await watch(ann, first, 12.5)).status).toBe(204);
  expect((await watch(ann, second, 600)).status).toBe(204);
  expect(await ann.call(history.progress)).toEqual([
    { videoId: second, seconds: 60 },
    { videoId: first, seconds: 12.5 },
  ]);
  expect((await watch(ann, first, 20)).status).toBe(204);
  const [latest] = await ann.call(history.list);
  expect(latest).toMatchObject({ id: first, seconds: 20, lllViews: 0 });
  expect(Date.parse(latest?.watchedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect((await site.fetch('/api/me/history')).status).toBe(401);
  const bad = await ann.fetch(`/api/videos/${first}/progress`, { method: 'PUT', json: { seconds: -1 } });
  expect(bad.status).toBe(400);
});

test('pages follow one another without gaps, and a search matches titles and creators literally', async () => {
  const ann = await site.signUp();
  const titles = ['Under 100% sun', 'Under the moon', 'Over the moon'];
  const ids: number[] = [];
  for (const title of titles) ids.push(await addVideo(site.ctx, { ...MINUTE, title }));
  for (const id of ids) await watch(ann, id, 5);
  const page = await ann.fetch('/api/me/history?limit=2');
  const next = page.headers.get('x-next-cursor') ?? '';
  expect(next).not.toBe('');
  expect(await idsOf(ann, { limit: 2, cursor: next })).toEqual([ids[0]]);
  expect(await idsOf(ann, { q: 'under' })).toEqual([ids[1], ids[0]]);
  expect(await idsOf(ann, { q: '0%' })).toEqual([ids[0]]);
  expect(await idsOf(ann, { q: '_' })).toEqual([]);
});

test('a paused history stores nothing, and only its member can remove entries or clear it', async () => {
  const [ann, ben] = [await site.signUp(), await site.signUp()];
  const [first, second] = [await addVideo(site.ctx, MINUTE), await addVideo(site.ctx, MINUTE)];
  for (const person of [ann, ben]) await watch(person, first, 5);
  expect(await ann.call(accounts.change, { body: { historyPaused: true } })).toMatchObject({
    historyPaused: true,
  });
  expect((await watch(ann, second, 5)).status).toBe(204);
  expect(await idsOf(ann)).toEqual([first]);
  expect((await ann.fetch(`/api/me/history/${second}`, { method: 'DELETE' })).status).toBe(404);
  expect((await ann.fetch(`/api/me/history/${first}`, { method: 'DELETE' })).status).toBe(204);
  expect(await idsOf(ann)).toEqual([]);
  await ann.call(accounts.change, { body: { historyPaused: false } });
  await watch(ann, second, 5);
  expect((await ann.fetch('/api/me/history', { method: 'DELETE' })).status).toBe(204);
  expect(await idsOf(ann)).toEqual([]);
  expect(await idsOf(ben)).toEqual([first]);
});

test('a video hidden afterwards leaves the history, and is neither saved nor counted', async () => {
  const ann = await site.signUp();
  const id = await addVideo(site.ctx, MINUTE);
  await watch(ann, id, 5);
  await site.ctx.db.updateTable('videos').set({ visibility: 'PRIVATE' }).where('id', '=', id).execute();
  expect(await idsOf(ann)).toEqual([]);
  expect((await watch(ann, id, 9)).status).toBe(404);
  expect((await watch(ann, 999_999, 9)).status).toBe(404);
});

test('progress is returned for the latest 500 videos', async () => {
  const ann = await site.signUp();
  const { db } = site.ctx;
  const video = {
    origin: 'UPLOAD',
    title: 'One of many',
    category: 'Lifestyle',
    duration_ms: 60_000,
  } as const;
  const videos = await db
    .insertInto('videos')
    .values(Array.from({ length: MAX_PROGRESS + 1 }, () => video))
    .returning('id')
    .execute();
  const entries = videos.map(({ id }, at) => ({
    user_id: ann.id,
    video_id: id,
    seconds: 1,
    watched_at: new Date(Date.UTC(2026, 0, 1) + at),
  }));
  await db.insertInto('watch_history').values(entries).execute();
  const ids = (await ann.call(history.progress)).map(({ videoId }) => videoId);
  expect(ids).toEqual(
    videos
      .map(({ id }) => id)
      .toReversed()
      .slice(0, MAX_PROGRESS),
  );
});

test('profile preferences can be changed one by one', async () => {
  const ann = await site.signUp();
  const change = (json: object) => ann.fetch('/api/me', { method: 'PATCH', json });
  expect(
    await (await change({ supportLink: 'https://example.org/ann', sensitive: 'SHOW' })).json(),
  ).toMatchObject({
    supportLink: 'https://example.org/ann',
    sensitive: 'SHOW',
    historyPaused: false,
  });
  expect(await (await change({ bio: 'Hello' })).json()).toMatchObject({ bio: 'Hello', sensitive: 'SHOW' });
  expect((await change({ supportLink: 'http://example.org' })).status).toBe(400);
  expect((await change({ sensitive: 'NEVER' })).status).toBe(400);
});
