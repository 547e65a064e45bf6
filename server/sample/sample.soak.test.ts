import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { orders } from '#contract/orders/orders.ts';
import { community } from '#contract/community/community.ts';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { submissions as submissionsApi } from '#contract/submissions/submissions.ts';
import { videos as videosApi } from '#contract/videos/videos.ts';
import { transact } from '#server/app/database/database.ts';
import { addVideo } from '#server/testing/videos.ts';
import { tags } from '#contract/tags/tags.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { encodeLadder } from '#server/submissions/submissions.jobs.ts';
import { revertViews } from './remove.store.ts';
import { readContent, SAMPLE_FOLDER } from './sample.content.ts';
import { loadSample } from './sample.jobs.ts';
import { sqlBooleans } from '#server/app/database/read-rows.ts';

let site: TestSite;
let admin: TestPerson;
const list = () => site.call(videosApi.list, { query: { limit: 100 } });

let isReverted = true;
/** Uploaded videos to wait for. */
const ENCODED = 21;

beforeEach(async () => {
  if (!isReverted) return;
  site = await startTestSite({ SAMPLE_CONTENT: 'on' }, { without: [encodeLadder] });
  admin = await site.signUp('GLOBAL_ADMIN');
  isReverted = false;
  const posts = () => site.call(community.list);
  // the board comes after the videos
  await expect.poll(async () => (await posts()).length, { timeout: 150_000, interval: 200 }).toBe(12);
  await expect
    .poll(async () => (await list()).length, { timeout: 120_000, interval: 200 })
    .toBeGreaterThanOrEqual(7 + ENCODED);
}, 300_000);

async function countVideos(featured = false): Promise<number> {
  const { count } = await site.ctx.db
    .selectFrom('videos')
    .$if(featured, (query) => query.where('is_featured', '=', true))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

test('fills an empty site through the upload pipeline, behind user uploads', async () => {
  const behind = await sqlBooleans`
    select (data->>'isBulk')::boolean and priority < 10 as "isBehind" from pgboss.job where name = 'video-check'`.execute(
    site.ctx.db,
  );
  expect(behind.length).toBeGreaterThan(20);
  expect(behind).not.toContain(false);
  const submissions = () => admin.call(submissionsApi.list);
  const all = await submissions();
  expect(all).toHaveLength(22);
  expect(all.filter(({ status }) => status === 'PENDING').map(({ title }) => title)).toEqual([
    'An autumn palette in five strokes',
  ]);
  expect(new Set(all.map(({ category }) => category))).toEqual(
    new Set(['Business', 'Lifestyle', 'Beauty', 'Innovation']),
  );
  const used = await site.call(tags.list);
  expect(used.find(({ tag }) => tag === 'goldenhour')).toEqual({ tag: 'goldenhour', videos: 3, posts: 1 });
  const videos = await list();
  const own = videos.filter(({ source }) => source === 'OTHER');
  for (const video of own) {
    expect(video).toMatchObject({
      sourceUrl: expect.stringMatching(/\.mp4$/),
      thumbnail: expect.any(String),
      avatar: expect.any(String),
      placeholder: expect.any(String),
    });
    expect(video.durationSec).toBeGreaterThan(5);
  }
  expect(await countVideos(true)).toBe(3);
  expect(own.some(({ width, height }) => (height ?? 0) > (width ?? 0))).toBe(true);
  const file = await site.fetch(own[0]?.sourceUrl ?? '', { headers: { range: 'bytes=0-99' } });
  expect(file.status).toBe(206);
});

test('external videos show our own title card', async () => {
  const { external: videos } = await readContent();
  expect((await readdir(resolve(SAMPLE_FOLDER, 'thumbnails'))).toSorted()).toEqual(
    videos.map(({ thumbnail }) => `${thumbnail}.webp`).toSorted(),
  );
  const external = (await list()).filter(({ source }) => source === 'YOUTUBE');
  expect(external).toHaveLength(7);
  for (const { thumbnail, externalViews, lllViews } of external) {
    expect((await site.fetch(thumbnail ?? '')).headers.get('content-type')).toBe('image/jpeg');
    expect(externalViews).toBeGreaterThan(1000);
    expect(lllViews).toBe(0);
  }
});

test('coordinates of places are visible to admins only', async () => {
  const all = await admin.call(submissionsApi.list);
  expect(all.filter(({ location }) => location?.latitude != null)).toHaveLength(7);
  expect(JSON.stringify(await list())).not.toContain('latitude');
});

test('videos have realistic likes and comments, none before publication or beyond the video length', async () => {
  const { rows } = await sql<{
    title: string;
    views: number;
    likes: number;
    liked: number;
    comments: number;
    written: number;
    early: number;
    texts: string[];
  }>`
    select v.title, v.view_count::int as views, v.like_count::int as likes, v.comment_count::int as comments,
      (select count(*) from video_likes l where l.video_id = v.id)::int as liked,
      (select count(*) from comments c where c.video_id = v.id)::int as written,
      (select count(*) from comments c left join users u on u.id = c.author_id where c.video_id = v.id
        and (c.created_at < v.approved_at or c.created_at > now() or c.created_at < u.created_at))::int as early,
      array(select text from comments c where c.video_id = v.id) as texts
    from videos v where origin = 'UPLOAD' and status = 'APPROVED' order by views desc`.execute(site.ctx.db);
  for (const { title, views, likes, liked, comments, written, early } of rows) {
    expect(likes / views, title).toBeGreaterThan(0.03);
    expect(likes / views, title).toBeLessThan(0.08);
    expect([liked, written, early], title).toEqual([likes, comments, 0]);
  }
  for (const { title, comments, texts } of rows.slice(0, 6)) {
    expect(comments, title).toBeGreaterThanOrEqual(5);
    expect(comments, title).toBeLessThanOrEqual(20);
    expect(texts.join('\n'), title).toMatch(/\b0:0\d\b/);
  }
  const { days } = await admin.call(adminApi.activity);
  expect(days.filter(({ views }) => views > 0).length).toBeGreaterThanOrEqual(28);
});

test('every admin queue has something waiting', async () => {
  const overview = () => admin.call(adminApi.overview);
  // the loading job reports failures at its end
  await expect.poll(async () => (await overview()).failedJobs, { timeout: 30_000 }).toBe(1);
  expect(await overview()).toMatchObject({ waitingUploads: 1, openReports: 1, waitingRequests: 1 });
  const jobs = await admin.call(adminApi.jobs, { query: { state: 'failed' } });
  expect(jobs).toMatchObject([
    { queue: 'import-picture', title: 'Spring', reason: "Couldn't fetch the picture." },
  ]);
});

test('the board has posts, and orders are waiting for their admin', async () => {
  const posts = await site.call(community.list);
  expect(posts).toHaveLength(12);
  const embedded = posts.flatMap(({ content }) => /\S+\/video\/(\d+)/.exec(content ?? '') ?? []);
  expect(embedded).toHaveLength(8);
  expect(embedded[0]).toBe(`${site.ctx.settings.PUBLIC_URL}/video/${embedded[1]}`);
  expect(posts.map(({ createdAt }) => createdAt)).toEqual(
    posts
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  expect(await admin.call(orders.adminStats)).toMatchObject({
    paidOrders: 1,
    processingOrders: 1,
    shippedOrders: 1,
    totalRevenue: 569.91,
  });
});

test(
  'the home page starts with the flagged videos as soon as they are available',
  { timeout: 120_000 },
  async () => {
    const titles = async () =>
      (await site.call(videosApi.list, { query: { sort: 'trending', limit: 60 } })).map(({ title }) => title);
    const isAhead = async () => {
      const all = await titles();
      return all.indexOf('Coffee Run') < all.indexOf('Agent 327: Operation Barbershop');
    };
    await expect.poll(isAhead, { timeout: 90_000, interval: 500 }).toBe(true);
  },
);

test('running it again adds nothing', async () => {
  await loadSample.run(site.ctx, {}, { id: 'again', signal: new AbortController().signal });
  expect(await countVideos()).toBe(29);
  expect(await site.call(community.list)).toHaveLength(12);
  const { people } = await site.ctx.db
    .selectFrom('users')
    .select((of) => of.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  expect(Number(people)).toBe(12);
});

test('views are reverted only once, even if a removal was interrupted', async () => {
  const [video] = await list();
  const day = '2020-02-02';
  const { db } = site.ctx;
  await db
    .insertInto('video_days')
    .values({ video_id: video?.id ?? 0, day, views: 30 })
    .execute();
  await db.insertInto('site_days').values({ day, views: 40 }).execute();
  for (let press = 0; press < 2; press += 1)
    await transact(db, (trx) => revertViews(trx, video ? [video.id] : []));
  const left = await db.selectFrom('site_days').select('views').where('day', '=', day).execute();
  expect(left).toEqual([{ views: 10 }]);
});

test('one click removes all sample content and nothing else', async () => {
  const checklist = () => admin.call(adminApi.checklist);
  expect(await checklist()).toEqual({
    dismissed: false,
    done: {
      name: false,
      logo: false,
      clip: false,
      mail: false,
      payments: false,
      legal: false,
      sample: false,
    },
  });
  const creator = await site.signUp('CONTENT_CREATOR', 'a.real.person');
  const [video] = await list();
  const added = await addVideo(site.ctx, { uploader_id: creator.id, title: 'Not of the sample' });
  await creator.fetch(`/api/videos/${video?.id}/like`, { method: 'POST' });
  await creator.fetch(`/api/videos/${added}/view`, { method: 'POST' });
  expect((await creator.fetch('/api/community/posts', { json: { content: 'Hello there' } })).status).toBe(
    201,
  );
  const report = { subjectType: 'VIDEO', subjectId: added, reason: 'Not of the sample, either.' };
  expect((await creator.fetch('/api/reports', { json: report })).status).toBe(201);
  expect((await creator.fetch('/api/admin/sample/remove', { method: 'POST' })).status).toBe(403);

  isReverted = true;
  const remove = () => admin.fetch('/api/admin/sample/remove', { method: 'POST' });
  let removed = await remove();
  // the loading job may need a moment to report it
  await expect
    .poll(async () => (removed.status === 409 ? (removed = await remove()) : removed).status, {
      timeout: 30_000,
    })
    .toBe(200);
  expect(await removed.json()).toEqual({ videos: 29, people: 10, posts: 12, orders: 6 });
  expect((await list()).map(({ title }) => title)).toEqual(['Not of the sample']);
  expect(await site.call(community.list)).toMatchObject([{ content: 'Hello there' }]);
  const left = async (table: 'users' | 'orders' | 'comments' | 'video_days') => {
    const { count } = await site.ctx.db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  // the first admin, the one of this test and the real person
  expect(await left('users')).toBe(3);
  expect([await left('orders'), await left('comments')]).toEqual([0, 0]);
  const overview = await admin.call(adminApi.overview);
  expect(overview).toMatchObject({ waitingUploads: 0, openReports: 1, waitingRequests: 0, failedJobs: 0 });
  const { days, sales } = await admin.call(adminApi.activity);
  expect(days.every(({ views }) => views <= 1)).toBe(true);
  expect(sales.map(({ total }) => total)).toEqual([0]);
  expect(await admin.call(orders.adminStats)).toMatchObject({
    paidOrders: 0,
    totalRevenue: 0,
  });

  expect((await checklist()).done).toMatchObject({ clip: true, sample: true });
  expect((await admin.fetch('/api/admin/checklist/dismiss', { method: 'POST' })).status).toBe(204);
  expect((await checklist()).dismissed).toBe(true);
});
