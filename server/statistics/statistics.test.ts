import { sql } from 'kysely';
import { z } from 'zod';
import { beforeAll, expect, test } from 'vitest';
import { Statistics } from '#contract/statistics/statistics.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

let site: TestSite;
let creator: TestPerson;
let other: TestPerson;
let videoId: number;
let second: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
  other = await site.signUp('CONTENT_CREATOR');
  videoId = await addVideo(site.ctx, { uploader_id: creator.id });
  second = await addVideo(site.ctx, { uploader_id: creator.id });
});

const read = async (query = '', person = creator) =>
  await bodyOf(person.fetch(`/api/me/statistics${query}`), Statistics);
const view = (id: number, json: object, fetch: Fetch = site.visitor().fetch) =>
  fetch(`/api/videos/${id}/view`, { json });
const watch = (id: number, after: number, reached: number, fetch: Fetch = site.visitor().fetch) =>
  fetch(`/api/videos/${id}/progress`, { json: { after, reached } });

test('counts views, likes, comments and followers per day, for all videos and for one', async () => {
  const visitor = site.visitor();
  expect((await view(videoId, {}, visitor.fetch)).status).toBe(200);
  // without a body, as the first clients call it; and again within half an hour
  await visitor.fetch(`/api/videos/${videoId}/view`, { method: 'POST' });
  await view(second, {});
  // a creator's own don't count
  await view(videoId, {}, creator.fetch);
  await visitor.fetch(`/api/videos/${videoId}/like`, { method: 'POST' });
  await other.fetch(`/api/videos/${second}/like`, { method: 'POST' });
  await other.fetch(`/api/videos/${videoId}/comments`, { json: { text: 'Calm.' } });
  await other.fetch(`/api/creators/${creator.username}/follow`, { method: 'POST' });
  const all = await read('?days=7');
  expect(all.totals).toEqual({ views: 2, likes: 2, comments: 1, followers: 1 });
  expect(all.days).toHaveLength(7);
  expect(all.days.at(-1)).toEqual({
    day: new Date().toISOString().slice(0, 10),
    views: 2,
    likes: 2,
    comments: 1,
    followers: 1,
  });
  expect((await read(`?videoId=${videoId}`)).totals).toEqual({
    views: 1,
    likes: 1,
    comments: 1,
    followers: null,
  });
  expect((await read()).days).toHaveLength(28);
  expect((await read('?days=all')).totals.views).toBe(2);
  expect((await read('', other)).totals.views).toBe(0);
  // unliked
  await visitor.fetch(`/api/videos/${videoId}/like`, { method: 'POST' });
  expect((await read()).totals.likes).toBe(1);
});

test('no one can read the statistics of others', async () => {
  expect((await other.fetch(`/api/me/statistics?videoId=${videoId}`)).status).toBe(404);
  expect((await other.fetch(`/api/me/statistics.csv?videoId=${videoId}`)).status).toBe(404);
  expect((await site.fetch('/api/me/statistics')).status).toBe(401);
  expect((await creator.fetch('/api/me/statistics?days=8')).status).toBe(400);
});

test('lists where viewers came from: kinds of source, hosts of other sites, search phrases', async () => {
  const id = await addVideo(site.ctx, { uploader_id: other.id });
  for (const origin of [
    { source: 'HOME' },
    { source: 'feed', referrer: null },
    { source: 'CREATOR', referrer: 'https://elsewhere.example/secret?token=1' },
    { source: 'SEARCH', referrer: `${site.ctx.settings.PUBLIC_URL}/search?q=%20Calm%20%20SEA` },
    { source: 'SEARCH', referrer: '/search?q=calm+sea' },
    { source: 'SEARCH', referrer: '/search?q=jane@example.org' },
    { source: 'LINK', referrer: 'https://www.News.example/2030/story?user=jane' },
    { referrer: 'https://news.example/other' },
    { source: 'EMBED', referrer: 'https://blog.example/' },
    { referrer: 'javascript:alert(1)' },
    {},
  ])
    expect((await view(id, origin)).status, JSON.stringify(origin)).toBe(200);
  expect((await view(id, { source: 'MOON' })).status).toBe(400);
  expect((await view(id, { referrer: 'x'.repeat(3000) })).status).toBe(400);
  const { sources, phrases } = await read('', other);
  expect(sources).toEqual([
    { source: 'SEARCH', host: null, views: 3 },
    { source: 'LINK', host: 'news.example', views: 2 },
    { source: 'OTHER', host: null, views: 2 },
    { source: 'CREATOR', host: null, views: 1 },
    { source: 'EMBED', host: 'blog.example', views: 1 },
    { source: 'FEED', host: null, views: 1 },
    { source: 'HOME', host: null, views: 1 },
  ]);
  expect(phrases).toEqual([{ phrase: 'calm sea', views: 2 }]);
  expect((await read(`?videoId=${id}`, other)).sources).toEqual(sources);
});

test('made-up hosts are counted, but only a limited number is stored', async () => {
  const id = await addVideo(site.ctx, { uploader_id: other.id });
  await Promise.all(
    Array.from({ length: 130 }, (_, at) => view(id, { referrer: `https://made-up-${at}.example/` })),
  );
  const [found] = await sqlRows(z.object({ hosts: z.number(), views: z.number() }))`
    select count(*) as hosts, sum(views)::bigint as views from creator_sources where video_id = ${id}`.execute(
    site.ctx.db,
  );
  // concurrent ones don't see each other
  expect(found?.hosts).toBeLessThan(125);
  expect(found?.views).toBe(130);
});

test('returns a curve of how far viewers watched, once there are ten', async () => {
  const id = await addVideo(site.ctx, { uploader_id: creator.id });
  const visitors = Array.from({ length: 10 }, () => site.visitor().fetch);
  for (const [at, visitor] of visitors.entries()) {
    if (at === 9) expect((await read(`?videoId=${id}`)).curve).toBeNull();
    await view(id, {}, visitor);
    expect((await watch(id, -1, 2, visitor)).status).toBe(204);
    if (at < 5) await watch(id, 2, 10, visitor);
  }
  // the creator's own view doesn't count
  await watch(id, -1, 10, creator.fetch);
  expect((await read(`?videoId=${id}`)).curve).toEqual(
    [100, 100, 50, 50, 50, 50, 50, 50, 50, 50].map((percent, at) => ({ tenth: at + 1, percent })),
  );
  // an embedded player has no cookie, and gets none
  const embedded = await site.fetch(`/api/videos/${second}/progress`, {
    json: { after: -1, reached: 4, source: 'embed' },
  });
  expect([embedded.status, embedded.headers.get('set-cookie')]).toEqual([204, null]);
  for (const json of [{ after: 3, reached: 3 }, { after: -2, reached: 1 }, { after: 0, reached: 11 }, {}])
    expect((await site.fetch(`/api/videos/${id}/progress`, { json })).status).toBe(400);
  expect((await watch(999_999, -1, 1)).status).toBe(404);
  // counts alone: a row a day for the video, and one for all
  const { rows } =
    await sql`select from creator_days where user_id = ${creator.id} and video_id = ${id}`.execute(
      site.ctx.db,
    );
  expect(rows).toHaveLength(1);
});

test('exports the same as CSV', async () => {
  const answer = await creator.fetch('/api/me/statistics.csv?days=7');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await answer.text()).trim().split('\r\n');
  const { days } = await read('?days=7');
  expect(lines[0]).toBe('day,views,likes,comments,followers');
  expect(lines.slice(1)).toEqual(
    days.map((day) => [day.day, day.views, day.likes, day.comments, day.followers].join(',')),
  );
});

test('a deleted video loses its own statistics, while the totals stay', async () => {
  const before = (await read()).totals.views;
  expect(before).toBeGreaterThan(10);
  await creator.fetch(`/api/submissions/${videoId}`, { method: 'DELETE' });
  expect((await read()).totals.views).toBe(before);
  const { rows } = await sql`select from creator_days where video_id = ${videoId}`.execute(site.ctx.db);
  expect(rows).toHaveLength(0);
});
