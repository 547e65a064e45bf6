import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { curation } from '#contract/curation/curation.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { makeVideos, startYoutube, type YoutubeStandIn, type YoutubeFailure } from '#standins/youtube.ts';
import { addVideo } from '#server/testing/videos.ts';
import { refreshExternal, videoImport } from './curation.jobs.ts';
import { refreshImports } from './imports.actions.ts';

let youtube: YoutubeStandIn;
let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  youtube = await startYoutube({ videos: makeVideos(40), pageSize: 7 });
  site = await startTestSite({ YOUTUBE_API_KEY: 'test-key', YOUTUBE_API_URL: youtube.url });
  admin = await site.signUp('GLOBAL_ADMIN');
});
afterAll(() => youtube.close());
// every test starts without imports, and with an unchanged platform
beforeEach(async () => {
  youtube.failure = null;
  youtube.goodAnswers = 0;
  youtube.videos.splice(0, youtube.videos.length, ...makeVideos(40));
  await site.ctx.db.deleteFrom('videos').where('origin', '=', 'IMPORT').execute();
});

const post = (path: string, json?: unknown) =>
  admin.fetch(`/api/admin${path}`, json === undefined ? { method: 'POST' } : { json });
const importVideos = (json: unknown) => post('/import-youtube', json);
const rows = () => site.ctx.db.selectFrom('videos').selectAll().orderBy('id').execute();
const grouped = () => admin.call(curation.imported);

/** Requests to the platform; without pictures, which a job fetches at any time. */
const calls = () => youtube.requests.filter((path) => !path.startsWith('/vi/'));

describe('an import', () => {
  test('adds complete videos for review, and the next ones the next time', async () => {
    expect(await (await importVideos({ category: 'Beauty', limit: 10 })).json()).toEqual({
      imported: 10,
      skipped: 0,
    });
    const { Beauty: first = [] } = await grouped();
    expect(first).toHaveLength(10);
    expect(first.at(-1)).toMatchObject({
      title: 'External clip 1',
      creator: 'Channel 1',
      status: 'PENDING',
      source: 'YOUTUBE',
      sourceId: 'clip-000000',
      externalViews: 1000,
      durationSec: 30,
      sourceUrl: 'https://www.youtube.com/watch?v=clip-000000',
    });
    expect(first[0]).toMatchObject({ title: 'External clip 10', externalViews: null });
    expect(await (await importVideos({ category: 'Beauty', limit: 5 })).json()).toMatchObject({
      imported: 5,
      skipped: 10,
    });
    expect((await grouped()).Beauty?.map(({ sourceId }) => sourceId).slice(0, 5)).toContain('clip-000014');
    expect(
      youtube.requests.some(
        (request) => request.includes('videoDuration=short') && request.includes('videoEmbeddable=true'),
      ),
    ).toBe(true);
  });

  test('adds the remaining videos when fewer are left', async () => {
    for (const imported of [30, 5, 0])
      expect(await (await importVideos({ category: 'Business', limit: 30 })).json()).toMatchObject({
        imported,
      });
  });

  test('stores its picture locally, for admins only at first', async () => {
    await importVideos({ category: 'Beauty', limit: 1 });
    const pictureOf = async () => (await grouped()).Beauty?.at(-1)?.thumbnail ?? '';
    await expect.poll(pictureOf, { timeout: 20_000 }).toMatch(/^\/media\/signed\/.+thumb-640\.jpg$/);
    const answer = await site.fetch(await pictureOf());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
  });

  test('is not public until approved, and is listed as recent', async () => {
    await importVideos({ category: 'Beauty', limit: 1 });
    const [video] = (await grouped()).Beauty ?? [];
    const id = video?.id ?? 0;
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
    const recent = await admin.call(curation.recentImports);
    expect(recent.map((each) => each.id)).toContain(id);
    await site.ctx.db
      .updateTable('videos')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', id)
      .execute();
    const later = await admin.call(curation.recentImports);
    expect(later.map((each) => each.id)).not.toContain(id);
  });

  test('can be approved, unapproved and rejected; any other transition returns 409', async () => {
    await importVideos({ category: 'Business', limit: 2 });
    const [video, other] = (await grouped()).Business ?? [];
    const move = async (id: number | undefined, name: string) =>
      (await post(`/imported-videos/${id}/${name}`)).status;
    expect(await move(video?.id, 'unapprove')).toBe(409);
    expect(await move(video?.id, 'approve')).toBe(200);
    expect((await site.fetch(`/api/videos/${video?.id}`)).status).toBe(200);
    expect(await move(video?.id, 'approve')).toBe(409);
    expect(await move(video?.id, 'reject')).toBe(409);
    await post(`/featured-trending/featured/${video?.id}`, { featured: true });
    expect(await (await post(`/imported-videos/${video?.id}/unapprove`)).json()).toMatchObject({
      status: 'PENDING',
      isFeatured: false,
    });
    expect(await move(other?.id, 'reject')).toBe(200);
    expect(await move(other?.id, 'approve')).toBe(409);
    expect(await move(999_999, 'approve')).toBe(404);
  });

  test.each([
    { category: 'Nonsense', limit: 5 },
    { category: 'Beauty', limit: 3 },
    { category: 'Beauty', limit: 0 },
    { category: 'Beauty', limit: '5' },
    ...[-1, 1.5, 4, 31, 1e9, null].map((limit) => ({ category: 'Beauty', limit })),
    { limit: 5 },
    {},
  ])('of %o returns 400', async (json) => {
    expect((await importVideos(json)).status).toBe(400);
  });

  test.each<[YoutubeFailure, number, RegExp]>([
    ['quotaExceeded', 503, /quota/],
    ['keyInvalid', 409, /YOUTUBE_API_KEY/],
    ['forbidden', 409, /rejected the request/],
    ['broken', 503, /problem/],
    ['garbage', 503, /unexpected/],
    ['hang-up', 503, /Couldn't reach/],
  ])('that fails with %s reports it', async (failure, status, sentence) => {
    youtube.failure = failure;
    const answer = await importVideos({ category: 'Lifestyle', limit: 2 });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(sentence) as string });
    if (status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test.each([
    // a page of seven is found and looked up, then the next is requested; the second time the first page is known
    ['hang-up', 2],
    ['quotaExceeded', 3],
  ] as const)(
    'interrupted halfway by %s leaves complete videos, reports how many, and continues the next time',
    async (failure, goodAnswers) => {
      const more = makeVideos(30).map((video) => ({ ...video, id: video.id.replace('clip', 'half') }));
      const before = await rows();
      youtube.videos.unshift(...more);
      Object.assign(youtube, { failure, goodAnswers });
      const answer = await importVideos({ category: 'Innovation', limit: 30 });
      youtube.videos.splice(0, more.length);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        error: expect.stringContaining('7 videos had already been imported.') as string,
      });
      const added = (await rows()).slice(before.length);
      expect(added).toHaveLength(7);
      for (const row of added) {
        expect(row).toMatchObject({ category: 'Innovation', status: 'PENDING', processing: 'READY' });
        expect(row.external_creator).toMatch(/^Channel/);
        expect(row.duration_ms).toBeGreaterThan(0);
        expect(row.external_thumbnail).toContain(row.source_id);
      }
    },
  );

  test('without a key returns a conflict that names the setting', async () => {
    const bare = await startTestSite();
    const chief = await bare.signUp('GLOBAL_ADMIN');
    expect(await chief.call(curation.importState)).toEqual({ youtube: false });
    const answer = await chief.fetch('/api/admin/import-youtube', { json: { category: 'Beauty', limit: 5 } });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('YOUTUBE_API_KEY');
  });
});

describe('an import by link', () => {
  test('adds a video once, with the details from its platform', async () => {
    const extra = {
      id: 'LinkedClip1',
      title: 'By its link',
      channel: 'Somebody',
      seconds: 12,
      views: 1,
      likes: 1,
    };
    youtube.videos.push(extra);
    const answer = await post('/import-link', { url: 'youtu.be/LinkedClip1?si=x', category: 'Lifestyle' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      title: 'By its link',
      creator: 'Somebody',
      status: 'PENDING',
      category: 'Lifestyle',
    });
    expect(
      (
        await post('/import-link', {
          url: 'https://www.youtube.com/shorts/LinkedClip1',
          category: 'Lifestyle',
        })
      ).status,
    ).toBe(409);
    expect(
      (await post('/import-link', { url: 'https://youtu.be/NotThereAny', category: 'Lifestyle' })).status,
    ).toBe(404);
    const twitch = await post('/import-link', {
      url: 'https://www.twitch.tv/videos/1234567',
      category: 'Business',
      title: 'A stream',
    });
    expect(await twitch.json()).toMatchObject({
      source: 'TWITCH',
      title: 'A stream',
      sourceUrl: 'https://www.twitch.tv/videos/1234567',
    });
  });

  test.each([
    'http://127.0.0.1:80/watch?v=abcdefghijk',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'https://youtube.com.evil.example/watch?v=abcdefghijk',
    'https://user@youtube.com/watch?v=abcdefghijk',
    'https://youtube.com:8443/watch?v=abcdefghijk',
    'https://youtu.be/../../x',
    'javascript:alert(1)',
    'hello',
    'https://youtube.com/redirect?q=http://localhost',
    'http://2130706433/watch?v=abcdefghijk',
    'http://0x7f.1/watch?v=abcdefghijk',
    'http://0177.0.0.1/watch?v=abcdefghijk',
    'http://[::1]/watch?v=abcdefghijk',
    'http://[::ffff:127.0.0.1]/watch?v=abcdefghijk',
    'http://[fd00:ec2::254]/latest',
    'http://localhost/watch?v=abcdefghijk',
    'http://youtube.com@127.0.0.1/watch?v=abcdefghijk',
    'http://127.0.0.1#@youtube.com/watch?v=abcdefghijk',
    String.raw`http://127.0.0.1\@youtube.com/watch?v=abcdefghijk`,
    'https://youtube.com.127.0.0.1.nip.io/watch?v=abcdefghijk',
    'https://youtube.com./watch?v=abcdefghijk',
    'https://уoutube.com/watch?v=abcdefghijk',
    'https://youtube.com/watch?v=../../inner%0d%0a',
    'gopher://youtube.com/watch?v=abcdefghijk',
    'data:text/html,https://youtube.com/watch?v=abcdefghijk',
    '//127.0.0.1/watch?v=abcdefghijk',
  ])('%s is rejected and nothing is fetched', async (url) => {
    const before = calls().length;
    expect((await post('/import-link', { url, category: 'Beauty' })).status).toBe(400);
    expect(calls()).toHaveLength(before);
  });
});

test('follows no redirect from the platform, and fetches no picture from an internal address', async () => {
  youtube.failure = 'redirect';
  expect((await post('/import-link', { url: 'youtu.be/LinkedClip1', category: 'Beauty' })).status).toBe(503);
  expect((await importVideos({ category: 'Beauty', limit: 1 })).status).toBe(503);
  expect(youtube.requests.filter((path) => path.startsWith('/inner'))).toEqual([]);
  youtube.failure = null;
  for (const [at, thumbnail] of [
    'https://127.0.0.1:1/x.png',
    'https://[::1]/x.png',
    'https://i.ytimg.com.evil.example/x.png',
    'https://i.ytimg.com@10.0.0.1/x.png',
    'http://i.ytimg.com/x.png',
    'file:///etc/passwd',
  ].entries()) {
    const id = `InnerClip-${at}`;
    youtube.videos.push({ id, title: id, channel: 'x', seconds: 1, views: null, likes: null, thumbnail });
    const answer = await post('/import-link', { url: `youtu.be/${id}`, category: 'Beauty' });
    expect(answer.status).toBe(201);
    const source = videoImport(site.ctx.settings);
    await expect(source.picture(thumbnail)).rejects.toThrow("isn't hosted by YouTube");
  }
});

test('the daily refresh updates counters, archives removed videos, and stops at the quota', async () => {
  const of = (sourceId: string) =>
    site.ctx.db.selectFrom('videos').where('source_id', '=', sourceId).selectAll().executeTakeFirstOrThrow();
  const run = () => refreshExternal.run(site.ctx, {}, { id: 'test', signal: new AbortController().signal });
  await importVideos({ category: 'Beauty', limit: 5 });
  await site.ctx.db
    .updateTable('videos')
    .set({ external_refreshed_at: new Date(0) })
    .where('origin', '=', 'IMPORT')
    .execute();
  youtube.failure = 'quotaExceeded';
  await run();
  expect(await of('clip-000001')).toMatchObject({ external_views: 2000 });
  youtube.failure = null;
  const changed = youtube.videos[1];
  if (changed) changed.views = 777_777;
  youtube.videos.splice(2, 1);
  await run();
  expect(await of('clip-000001')).toMatchObject({ external_views: 777_777, archived_at: null });
  expect(await of('clip-000002')).toMatchObject({
    archive_reason: { code: 'archived.REMOVED', values: [] },
    archived_at: expect.any(Date) as Date,
  });
});

test('a refresh stays within its lookup limit, continues next time, and treats no odd response as a removal', async () => {
  const many = makeVideos(60).map((video) => ({ ...video, id: video.id.replace('clip', 'many') }));
  const [odd] = many;
  if (odd) odd.odd = { id: odd.id, snippet: { title: '' } };
  youtube.videos.push(...many);
  const stale = many.map(({ id }) => ({
    origin: 'IMPORT' as const,
    source: 'YOUTUBE' as const,
    source_id: id,
    external_refreshed_at: null,
  }));
  for (const each of stale) await addVideo(site.ctx, each);
  const run = () =>
    refreshImports(
      { db: site.ctx.db, source: videoImport(site.ctx.settings), now: Date.now() },
      new AbortController().signal,
      1,
    );
  const callsBefore = calls().length;
  expect(await run()).toEqual({ refreshed: 50, removed: 0 });
  expect(calls()).toHaveLength(callsBefore + 1);
  expect(await run()).toEqual({ refreshed: 10, removed: 0 });
  expect(await run()).toEqual({ refreshed: 0, removed: 0 });
  expect(calls()).toHaveLength(callsBefore + 2);
  const one = await site.ctx.db
    .selectFrom('videos')
    .where('source_id', '=', 'many-000003')
    .selectAll()
    .execute();
  expect(one).toMatchObject([{ external_views: 4000, external_likes: 40 }]);
});
