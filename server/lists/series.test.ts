import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { videos } from '#contract/videos/videos.ts';
import { series, MAX_SERIES_ITEMS } from '#contract/lists/series.ts';
import { SeriesDetails } from '#contract/lists/series.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let ann: TestPerson;
let videoIds: number[];
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  ann = await site.signUp('CONTENT_CREATOR');
  videoIds = [];
  while (videoIds.length < 4) videoIds.push(await addVideo(site.ctx, { uploader_id: ann.id }));
});

const read = async <T>(schema: z.ZodType<T>, fetch: Fetch, path: string) => await bodyOf(fetch(path), schema);
const make = (videoIds: number[], title = 'A trip') => ann.call(series.create, { body: { title, videoIds } });
const patch = (id: number, json: object) => ann.fetch(`/api/series/${id}`, { method: 'PATCH', json });
const order = async (id: number, fetch: Fetch = site.fetch) =>
  (await read(SeriesDetails, fetch, `/api/series/${id}`)).videoIds;

test('a series has its creator’s videos in the order they set, and a video is in at most one', async () => {
  const [a = 0, b = 0, c = 0, d = 0] = videoIds;
  const first = await make([a, b, c]);
  expect(first).toMatchObject({ title: 'A trip', count: 3, creatorUsername: ann.username });
  expect(await order(first.id)).toEqual([a, b, c]);
  const ordered = await patch(first.id, { videoIds: [c, a, b] });
  expect(await ordered.json()).toMatchObject({ id: first.id, videoIds: [c, a, b] });
  expect(await order(first.id)).toEqual([c, a, b]);
  expect((await patch(first.id, { title: 'The trip' })).status).toBe(200);
  expect(await site.call(series.get, { params: { id: first.id } })).toMatchObject({
    title: 'The trip',
    count: 3,
  });
  // adding a video to another series removes it from this one
  const second = await make([d, a]);
  expect([await order(first.id), await order(second.id)]).toEqual([
    [c, b],
    [d, a],
  ]);
  const position = await site.call(series.ofVideo, { params: { id: b } });
  expect(position).toMatchObject({ id: first.id, position: 1, count: 2, previous: { id: c }, next: null });
  expect(await site.call(series.ofVideo, { params: { id: c } })).toMatchObject({
    previous: null,
    next: { id: b },
  });
  const page = await site.call(series.get, { params: { id: second.id }, query: { limit: 1 } });
  expect(page.videos.map(({ id }) => id)).toEqual([d]);
  expect(
    await site.call(series.get, {
      params: { id: second.id },
      query: { limit: 1, cursor: page.nextCursor ?? '' },
    }),
  ).toMatchObject({ videos: [{ id: a }], nextCursor: null });
  expect(await site.call(series.list, { query: { creator: ann.username } })).toHaveLength(2);
  expect(await ann.call(series.list)).toHaveLength(2);
  expect((await site.fetch('/api/series')).status).toBe(401);
  expect((await ann.fetch(`/api/series/${second.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await site.call(series.ofVideo, { params: { id: a } })).toBeNull();
  expect((await site.fetch(`/api/videos/${a}`)).status).toBe(200);
});

test('editing a video can add it to the end of a series, and remove it', async () => {
  const [, b = 0, c = 0] = videoIds;
  const { id } = await make([b], 'Ends');
  const put = (seriesId: number | null, by = ann) =>
    by.fetch(`/api/submissions/${c}`, { method: 'PATCH', json: { seriesId } });
  expect(await (await put(id)).json()).toMatchObject({ id: c, seriesId: id });
  expect(await order(id)).toEqual([b, c]);
  expect(await site.call(videos.get, { params: { id: c } })).toMatchObject({ seriesId: id });
  expect((await put(999_999)).status).toBe(404);
  const others = await site.signUp('CONTENT_CREATOR');
  expect((await put((await others.call(series.create, { body: { title: 'Of another' } })).id)).status).toBe(
    404,
  );
  expect(await order(id)).toEqual([b, c]);
  expect(await (await put(null)).json()).toMatchObject({ seriesId: null });
  expect(await order(id)).toEqual([b]);
});

test('a full series takes no more videos, and a video in it stays', async () => {
  const [a = 0] = videoIds;
  const { id } = await make([a], 'Full');
  await sql`
    with made as (
      insert into videos (origin, title, category, status, processing, approved_at, uploader_id)
      select 'UPLOAD', 'Part ' || n, 'Beauty', 'APPROVED', 'READY', now(), ${ann.id} from generate_series(2, ${MAX_SERIES_ITEMS}::int) n
      returning id
    )
    insert into series_items (video_id, series_id, position) select id, ${id}, row_number() over () from made`.execute(
    site.ctx.db,
  );
  const put = (videoId: number) =>
    ann.fetch(`/api/submissions/${videoId}`, { method: 'PATCH', json: { seriesId: id, title: 'Said anew' } });
  const [, b = 0] = videoIds;
  expect([(await put(b)).status, (await put(a)).status]).toEqual([409, 200]);
  expect(await site.call(videos.get, { params: { id: b } })).toMatchObject({
    title: expect.not.stringContaining('anew') as string,
  });
  expect(await order(id)).toHaveLength(MAX_SERIES_ITEMS);
});

test('rejects videos that are missing, named twice or of other users, and changes nothing', async () => {
  const [a = 0] = videoIds;
  const others = await addVideo(site.ctx);
  const { id } = await make([a], 'Whole');
  for (const [videoIds, status] of [
    [[a, others], 404],
    [[999_999], 404],
    [[a, a], 400],
    [[0], 400],
  ] as const)
    expect((await patch(id, { videoIds })).status).toBe(status);
  expect(await order(id)).toEqual([a]);
  expect((await ann.fetch('/api/series', { json: { title: 'No', videoIds: [others] } })).status).toBe(404);
  const ben = await site.signUp('CONTENT_CREATOR');
  expect((await ben.fetch(`/api/series/${id}`, { method: 'PATCH', json: { title: 'Mine' } })).status).toBe(
    404,
  );
  expect((await (await site.signUp()).fetch('/api/series', { json: { title: 'No' } })).status).toBe(403);
});

test('a page of a series can start at a given video, and continues from there', async () => {
  const { id } = await make(videoIds, 'Begun within');
  const [a = 0, b = 0, c = 0] = videoIds;
  const from = (start: number, cursor?: string) =>
    site.call(series.get, { params: { id }, query: { limit: 1, start, cursor } });
  const page = await from(b);
  expect(page).toMatchObject({ videos: [{ id: b }], videoIds });
  expect((await from(b, page.nextCursor ?? undefined)).videos).toMatchObject([{ id: c }]);
  // what is not in it is not begun with
  expect((await from(999_999)).videos).toMatchObject([{ id: a }]);
});
