import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  playlists,
  MAX_PLAYLIST_ITEMS,
  MAX_WATCH_LATER,
  type Playlist,
  PlaylistDetails,
} from '#contract/lists/playlists.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
});

async function make(owner: TestPerson, more: object = {}): Promise<Playlist> {
  return await owner.call(playlists.create, { body: { title: 'Sunny', ...more } });
}
const moveItem = (owner: TestPerson, id: number, videoId: number, position?: number) =>
  owner.fetch(`/api/playlists/${id}/items`, { json: { videoId, position } });
const read = async <T>(schema: z.ZodType<T>, fetch: Fetch, path: string) => await bodyOf(fetch(path), schema);
const idsIn = async (fetch: Fetch, id: number) =>
  (await read(PlaylistDetails, fetch, `/api/playlists/${id}`)).items.map(({ videoId }) => videoId);
const addVideos = async (count: number) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await addVideo(site.ctx));
  return ids;
};

test('a playlist is visible only to its owner until made public, and changes as they edit it', async () => {
  const ann = await site.signUp();
  const created = await make(ann, { description: 'Of last summer' });
  expect(created).toMatchObject({
    title: 'Sunny',
    description: 'Of last summer',
    visibility: 'PRIVATE',
    creatorUsername: ann.username,
    count: 0,
    thumbnail: null,
  });
  const path = `/api/playlists/${created.id}`;
  expect((await site.fetch(path)).status).toBe(404);
  expect(await ann.call(playlists.get, { params: { id: created.id } })).toMatchObject({
    items: [],
    nextCursor: null,
  });
  const patch = (json: object) => ann.fetch(path, { method: 'PATCH', json });
  // what is left out stays
  expect(await (await patch({ visibility: 'PUBLIC' })).json()).toMatchObject({
    title: 'Sunny',
    description: 'Of last summer',
    visibility: 'PUBLIC',
  });
  expect(await site.call(playlists.get, { params: { id: created.id } })).toMatchObject({ title: 'Sunny' });
  expect(await (await patch({ title: 'Rainy', description: null })).json()).toMatchObject({
    title: 'Rainy',
    description: null,
    visibility: 'PUBLIC',
  });
  expect(await site.call(playlists.get, { params: { id: created.id } })).toMatchObject({
    title: 'Rainy',
    description: null,
  });
  await patch({ visibility: 'PRIVATE' });
  expect((await site.fetch(path)).status).toBe(404);
  for (const wrong of [{ title: ' ' }, { title: 'x'.repeat(121) }, { visibility: 'SECRET' }])
    expect((await patch(wrong)).status).toBe(400);
  expect((await ann.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect((await ann.fetch(path)).status).toBe(404);
});

test('videos are added at the requested position, and those already in the playlist move', async () => {
  const ann = await site.signUp();
  const { id } = await make(ann);
  const [a = 0, b = 0, c = 0, d = 0] = await addVideos(4);
  for (const video of [a, b, c]) expect((await moveItem(ann, id, video)).status).toBe(200);
  expect(await idsIn(ann.fetch, id)).toEqual([a, b, c]);
  const moves: [video: number, position: number | undefined, order: number[]][] = [
    [d, 1, [a, d, b, c]],
    [d, 0, [d, a, b, c]],
    [d, 2, [a, b, d, c]],
    [a, 3, [b, d, c, a]],
    [b, 99, [d, c, a, b]],
    [d, undefined, [c, a, b, d]],
    [c, 0, [c, a, b, d]],
  ];
  for (const [video, position, order] of moves) {
    expect(await (await moveItem(ann, id, video, position)).json()).toMatchObject({ count: order.length });
    expect(await idsIn(ann.fetch, id)).toEqual(order);
  }
  const take = () => ann.fetch(`/api/playlists/${id}/items/${a}`, { method: 'DELETE' });
  expect([(await take()).status, (await take()).status]).toEqual([204, 204]);
  expect(await idsIn(ann.fetch, id)).toEqual([c, b, d]);
  const { items } = await ann.call(playlists.get, { params: { id } });
  expect(items.map(({ position }) => position)).toEqual([0, 1, 2]);
  for (const [videoId, position, status] of [
    [999_999, 0, 404],
    [a, -1, 400],
    [a, 1.5, 400],
  ] as const)
    expect((await moveItem(ann, id, videoId, position)).status).toBe(status);
  const listed = await ann.call(playlists.list, { query: { videoId: b } });
  expect(listed).toMatchObject([{ id, hasVideo: true, count: 3 }]);
  expect(await ann.call(playlists.list)).toMatchObject([{ hasVideo: null }]);
});

test('twenty videos added at once are all there, and a full playlist takes no more', async () => {
  const ann = await site.signUp();
  const { id } = await make(ann);
  const videos = await addVideos(20);
  await Promise.all(videos.map((video) => moveItem(ann, id, video, 0)));
  expect((await idsIn(ann.fetch, id)).toSorted((one, two) => one - two)).toEqual(videos);
  await site.ctx.db
    .insertInto('videos')
    .values(
      Array.from({ length: MAX_PLAYLIST_ITEMS }, (_, at) => ({
        origin: 'UPLOAD' as const,
        title: `Filler ${at}`,
        category: 'Beauty',
        status: 'APPROVED' as const,
        processing: 'READY' as const,
        approved_at: new Date(),
      })),
    )
    .execute();
  await site.ctx.db
    .insertInto('playlist_items')
    .columns(['playlist_id', 'video_id', 'position'])
    .expression((from) =>
      from
        .selectFrom('videos')
        .where('title', 'like', 'Filler %')
        .select(({ val, ref }) => [
          val(id).as('playlist_id'),
          ref('id').as('video_id'),
          val(100).as('position'),
        ])
        .limit(MAX_PLAYLIST_ITEMS - 20),
    )
    .execute();
  const [more = 0] = await addVideos(1);
  expect((await moveItem(ann, id, more)).status).toBe(409);
  // what is in it can still move
  const [first = 0] = videos;
  expect((await moveItem(ann, id, first)).status).toBe(200);
  expect(await ann.call(playlists.get, { params: { id } })).toMatchObject({ count: MAX_PLAYLIST_ITEMS });
  const order: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: PlaylistDetails = await ann.call(playlists.get, {
      params: { id },
      query: { limit: 200, cursor: cursor || undefined },
    });
    expect(page.items[0]?.position).toBe(order.length);
    order.push(...page.items.map(({ videoId }) => videoId));
    cursor = page.nextCursor;
  }
  expect([order.length, new Set(order).size, order.at(-1)]).toEqual([
    MAX_PLAYLIST_ITEMS,
    MAX_PLAYLIST_ITEMS,
    first,
  ]);
});

test('a page of a playlist can start at a given video, and continues from there', async () => {
  const ann = await site.signUp();
  const { id } = await make(ann, { visibility: 'PUBLIC' });
  const poster = async (name: string) =>
    await addVideo(site.ctx, { poster_key: `videos/${name}/a/poster.webp` });
  const [a, hidden, b, c, d] = [
    await poster('first'),
    await addVideo(site.ctx),
    await poster('second'),
    ...(await addVideos(2)),
  ];
  for (const video of [a, hidden, b, c, d]) await moveItem(ann, id, video ?? 0);
  await site.ctx.db.updateTable('videos').set({ status: 'REJECTED' }).where('id', '=', hidden).execute();
  site.ctx.cache.drop('videos');
  const from = (start: number, cursor?: string) =>
    site.call(playlists.get, { params: { id }, query: { limit: 2, start, cursor } });
  const page = await from(b);
  expect(page).toMatchObject({
    count: 4,
    thumbnail: expect.stringContaining('first') as string,
    items: [
      { videoId: b, position: 1 },
      { videoId: c, position: 2 },
    ],
  });
  expect((await from(b, page.nextCursor ?? undefined)).items).toMatchObject([{ videoId: d, position: 3 }]);
  // a video that is hidden or not in the list can't be the start
  for (const other of [hidden, 999_999])
    expect((await from(other)).items).toMatchObject([{ videoId: a, position: 0 }, { videoId: b }]);
  expect((await site.fetch(`/api/playlists/${id}?start=x`)).status).toBe(400);
});

test('watch later lists the last added video first, and merges videos from a browser', async () => {
  const ann = await site.signUp();
  const later = (videoId: number, method = 'PUT') => ann.fetch(`/api/me/watch-later/${videoId}`, { method });
  const list = async () => (await ann.call(playlists.watchLater)).map(({ id }) => id);
  const [a = 0, b = 0, c = 0, d = 0] = await addVideos(4);
  const hidden = await addVideo(site.ctx, { status: 'PENDING' });
  expect([(await later(a)).status, (await later(b)).status, (await later(a)).status]).toEqual([
    204, 204, 204,
  ]);
  expect(await list()).toEqual([b, a]);
  expect([(await later(hidden)).status, (await later(999_999)).status]).toEqual([404, 404]);
  const join = await ann.fetch('/api/me/watch-later', { json: { videoIds: [d, a, hidden, c] } });
  expect(join.status).toBe(204);
  expect(await list()).toEqual([d, c, b, a]);
  expect(await ann.call(playlists.watchLaterIds)).toEqual([d, c, b, a]);
  const { next } = await ann.page(playlists.watchLater, { query: { limit: 3 } });
  const cursor = next ?? '';
  expect(await ann.call(playlists.watchLater, { query: { limit: 3, cursor } })).toMatchObject([{ id: a }]);
  expect([(await later(b, 'DELETE')).status, (await later(b, 'DELETE')).status]).toEqual([204, 204]);
  expect(await list()).toEqual([d, c, a]);
  expect((await site.fetch('/api/me/watch-later')).status).toBe(401);
});

test('watch later holds at most a thousand videos, even if several are added at once', async () => {
  const ann = await site.signUp();
  const many = MAX_WATCH_LATER - 2;
  const ids = await sqlNumbers`
    with made as (
      insert into videos (origin, title, category, status, processing, approved_at)
      select 'UPLOAD', 'Kept ' || n, 'Beauty', 'APPROVED', 'READY', now() from generate_series(1, ${many + 10}::int) n returning id
    ), kept as (
      insert into watch_later (user_id, video_id, added_at) select ${ann.id}, id, now() from made order by id limit ${many}
    )
    select id from made order by id offset ${many}`.execute(site.ctx.db);
  const answers = await Promise.all(
    ids.map((id) => ann.fetch(`/api/me/watch-later/${id}`, { method: 'PUT' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, ...ids.slice(2).map(() => 409)]);
  expect(await ann.call(playlists.watchLaterIds)).toHaveLength(MAX_WATCH_LATER);
});

test('an admin can take down a public playlist, which is logged; deleting an account deletes its lists', async () => {
  const [ann, admin] = [await site.signUp(), await site.signUp('GLOBAL_ADMIN')];
  const [shown, hidden] = [await make(ann, { visibility: 'PUBLIC' }), await make(ann)];
  const remove = (id: number) => admin.fetch(`/api/playlists/${id}`, { method: 'DELETE' });
  expect([(await remove(hidden.id)).status, (await remove(shown.id)).status]).toEqual([404, 204]);
  const auditEntry = await site.ctx.db
    .selectFrom('audit_log')
    .where('action', '=', 'playlist.delete')
    .select('subject_id')
    .execute();
  expect(auditEntry).toEqual([{ subject_id: String(shown.id) }]);
  const [video = 0] = await addVideos(1);
  await ann.fetch(`/api/me/watch-later/${video}`, { method: 'PUT' });
  await moveItem(ann, hidden.id, video);
  await ann.fetch('/api/me', { method: 'DELETE', json: { confirmUsername: ann.username } });
  for (const table of ['playlists', 'watch_later'] as const)
    expect(await site.ctx.db.selectFrom(table).where('user_id', '=', ann.id).selectAll().execute()).toEqual(
      [],
    );
});

test('a suspended user’s public playlist is gone for everyone else', async () => {
  const [ann, admin] = [await site.signUp(), await site.signUp('GLOBAL_ADMIN')];
  const { id } = await make(ann, { visibility: 'PUBLIC' });
  expect((await site.fetch(`/api/playlists/${id}`)).status).toBe(200);
  // nor is it visible to a member whom its owner blocks
  const ben = await site.signUp();
  expect((await ben.fetch(`/api/playlists/${id}`)).status).toBe(200);
  expect((await ann.fetch(`/api/me/blocks/${ben.username}`, { method: 'PUT' })).status).toBeLessThan(300);
  expect((await ben.fetch(`/api/playlists/${id}`)).status).toBe(404);
  const { status } = await admin.fetch(`/api/admin/people/${ann.id}/suspend`, { json: { reason: 'Spam' } });
  expect(status).toBeLessThan(300);
  expect((await site.fetch(`/api/playlists/${id}`)).status).toBe(404);
});
