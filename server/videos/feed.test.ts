import { beforeAll, describe, expect, test } from 'vitest';
import { videos, Video, type Orientation } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let ada: TestPerson;
/** In the order they come. */
let order: number[];

const DAY = 86_400_000;

beforeAll(async () => {
  // without jobs the rotation stays the same during the test
  site = await startTestSite({ ROLES: 'web' });
  ada = await site.signUp('CONTENT_CREATOR', 'Ada');
  const add = (video: Parameters<typeof addVideo>[1], days: number) =>
    addVideo(site.ctx, {
      approved_at: new Date(Date.now() - days * DAY),
      width: 1920,
      height: 1080,
      ...video,
    });
  const oldest = await add({ category: 'Beauty', uploader_id: ada.id }, 9);
  const second = await add({ rotation_rank: 239, category: 'Beauty', width: 720, height: 1280 }, 8);
  const first = await add({ rotation_rank: 240, uploader_id: ada.id }, 7);
  const older = await add({ width: 1080, height: 1920 }, 2);
  const newest = await add({ uploader_id: ada.id, width: null, height: null }, 1);
  await add({ status: 'PENDING', approved_at: null }, 0);
  await add({ archived_at: new Date(), rotation_rank: 1 }, 0);
  order = [first, second, newest, older, oldest];
});

async function walk(query: Record<string, string>): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const search = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
    const answer: Response = await site.fetch(`/api/feed?${search}`);
    expect(answer.status).toBe(200);
    ids.push(...(await bodyOf(answer, Video.array())).map(({ id }) => id));
    cursor = answer.headers.get('x-next-cursor');
  } while (cursor && ids.length < 50);
  return ids;
}

describe('the feed', () => {
  test.each(['1', '2', '3', '5', '60'])(
    'lists the rotation, then the newest, then the rest, %s at a time',
    async (limit) => {
      expect(await walk({ limit })).toEqual(order);
    },
  );

  test('starts with the requested video, and lists it once', async () => {
    const [a, b, c, d, e] = order;
    for (const limit of ['1', '2', '60']) {
      expect(await walk({ limit, start: String(d) })).toEqual([d, a, b, c, e]);
      expect(await walk({ limit, start: String(b) })).toEqual([b, a, c, d, e]);
    }
    expect(await walk({ start: '999999' }), 'a deleted video').toEqual(order);
  });

  test('can be limited to one orientation; videos of unknown size count as landscape', async () => {
    const [a, b, c, d, e] = order;
    for (const limit of ['1', '60']) {
      expect(await walk({ limit, orientation: 'portrait' })).toEqual([b, d]);
      expect(await walk({ limit, orientation: 'landscape' })).toEqual([a, c, e]);
    }
    const list = async (orientation: Orientation) =>
      (await site.call(videos.list, { query: { orientation } })).map(({ id }) => id);
    expect(await list('portrait')).toEqual([d, b]);
    expect(await list('landscape')).toEqual([c, a, e]);
    for (const path of ['/api/feed', '/api/videos'])
      expect((await site.fetch(`${path}?orientation=square`)).status).toBe(400);
  });

  test('can be limited to one category, or to one creator', async () => {
    const [a, b, c, , e] = order;
    expect(await walk({ creator: 'ada', limit: '1', start: String(e) })).toEqual([e, c, a]);
    expect(await walk({ category: 'Beauty', limit: '1' })).toEqual([b, e]);
    expect(await walk({ creator: 'ada', limit: '1' }), 'newest first').toEqual([c, a, e]);
    expect(await walk({ creator: 'nobody' })).toEqual([]);
  });

  test('rejects invalid parameters', async () => {
    for (const query of ['start=x', 'category=None', 'limit=0', 'creator='])
      expect((await site.fetch(`/api/feed?${query}`)).status, query).toBe(400);
  });

  test('is the same for everyone, and cached as bytes until a video changes', async () => {
    const read = async (init?: RequestInit) => {
      const answer = await site.fetch('/api/feed', init);
      return { etag: answer.headers.get('etag'), text: await answer.text() };
    };
    const before = await read();
    expect(await read({ headers: { authorization: `Bearer ${ada.token}` } })).toEqual(before);
    await site.ctx.db
      .updateTable('videos')
      .set({ title: 'Renamed' })
      .where('id', '=', order[0] ?? 0)
      .execute();
    expect(await read(), 'nobody said that it changed').toEqual(before);
    site.ctx.cache.drop('videos');
    expect(JSON.parse((await read()).text)[0]).toMatchObject({ title: 'Renamed' });
  });
});
