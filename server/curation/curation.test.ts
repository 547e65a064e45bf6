import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { curation, CuratedVideo } from '#contract/curation/curation.ts';
import { videos } from '#contract/videos/videos.ts';
import { flushIndex } from '#server/testing/search.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.signUp('GLOBAL_ADMIN');
});

const post = (path: string, json?: unknown) =>
  admin.fetch(`/api/admin${path}`, json === undefined ? { method: 'POST' } : { json });
const read = async <T>(schema: z.ZodType<T>, path: string): Promise<T> =>
  await bodyOf(admin.fetch(`/api/admin${path}`), schema);
const ids = (list: { id: number }[]) => list.map(({ id }) => id);

describe('featured and trending', () => {
  test('are flags of approved videos, listed until removed', async () => {
    const id = await addVideo(site.ctx);
    expect(await (await post(`/featured-trending/featured/${id}`, { featured: true })).json()).toMatchObject({
      id,
      isFeatured: true,
      isTrending: false,
    });
    expect(await (await post(`/featured-trending/trending/${id}`, { trending: true })).json()).toMatchObject({
      isFeatured: true,
      isTrending: true,
    });
    expect(ids(await read(WithId.array(), '/featured-trending/featured'))).toContain(id);
    expect(ids(await read(WithId.array(), '/featured-trending/trending'))).toContain(id);
    expect(await site.call(videos.get, { params: { id } })).toMatchObject({
      isFeatured: true,
      isTrending: true,
    });
    await post(`/featured-trending/featured/${id}`, { featured: false });
    expect(ids(await read(WithId.array(), '/featured-trending/featured'))).not.toContain(id);
    expect(ids(await read(WithId.array(), '/featured-trending/trending'))).toContain(id);
  });

  test.each([{ status: 'PENDING' }, { status: 'REJECTED' }, { archived_at: new Date() }] as const)(
    'return 409 for %o',
    async (state) => {
      const id = await addVideo(site.ctx, state);
      expect((await post(`/featured-trending/featured/${id}`, { featured: true })).status).toBe(409);
      expect((await post(`/featured-trending/trending/${id}`, { trending: true })).status).toBe(409);
    },
  );

  test.each([
    ['featured/999999', { featured: true }, 404],
    ['featured/abc', { featured: true }, 400],
    ['featured/0', { featured: true }, 400],
    ['featured/1', { featured: 'yes' }, 400],
    ['featured/1', {}, 400],
    ['trending/1', { featured: true }, 400],
  ])('%s with %o returns %i', async (path, json, status) => {
    expect((await post(`/featured-trending/${path}`, json)).status).toBe(status);
  });

  test('list featured videos in the order set by an admin', async () => {
    const own = await startTestSite();
    const chief = await own.signUp('GLOBAL_ADMIN');
    const [a = 0, b = 0, c = 0] = [await addVideo(own.ctx), await addVideo(own.ctx), await addVideo(own.ctx)];
    for (const id of [a, b, c])
      await chief.fetch(`/api/admin/featured-trending/featured/${id}`, { json: { featured: true } });
    expect(ids(await chief.call(curation.orderFeatured, { body: { ids: [c, a] } }))).toEqual([c, a, b]);
    await chief.fetch('/api/admin/rotation/reload', { method: 'POST' });
    const shown = await own.call(videos.list, { query: { sort: 'trending' } });
    expect(ids(shown)).toEqual([c, a, b]);
  });

  test('offer approved videos as candidates, searchable and paged', async () => {
    const id = await addVideo(site.ctx, { title: 'Paragliding over lakes' });
    await addVideo(site.ctx, { title: 'Paragliding in rain', status: 'PENDING' });
    await flushIndex(site.ctx);
    expect(ids(await read(WithId.array(), '/featured-trending/candidates?q=paragliding'))).toEqual([id]);
    expect(ids(await read(WithId.array(), '/featured-trending/candidates?q=paraglidng'))).toEqual([id]);
    for (let n = 0; n < 70; n++) await addVideo(site.ctx, { category: 'Innovation' });
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer: Response = await admin.fetch(
        `/api/admin/featured-trending/candidates?category=Innovation${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...ids(await bodyOf(answer, CuratedVideo.array())));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect(new Set(seen).size).toBe(70);
    expect(seen).toHaveLength(70);
  });
});

describe('the rotation', () => {
  test('is stored, and the list serves it, flagged videos first, until it is reloaded', async () => {
    const own = await startTestSite();
    const chief = await own.signUp('GLOBAL_ADMIN');
    const plain = await addVideo(own.ctx, { category: 'Beauty' });
    const liked = await addVideo(own.ctx, { like_count: 500, category: 'Business' });
    const trending = await addVideo(own.ctx, { is_trending: true });
    await addVideo(own.ctx, { status: 'PENDING' });
    expect(await chief.call(curation.reloadRotation)).toMatchObject({ videos: 3 });
    const shown = async () => ids(await own.call(videos.list, { query: { sort: 'trending' } }));
    expect(await shown()).toEqual([trending, liked, plain]);
    await own.ctx.db
      .updateTable('videos')
      .set({ is_trending: false, archived_at: new Date() })
      .where('id', '=', trending)
      .execute();
    await chief.fetch('/api/admin/rotation/reload', { method: 'POST' });
    expect(await shown()).toEqual([liked, plain]);
  });
});

describe('the archive', () => {
  test('takes in a video with a reason, and restores it', async () => {
    const id = await addVideo(site.ctx, { is_featured: true });
    const imported = await addVideo(site.ctx, {
      origin: 'IMPORT',
      source: 'YOUTUBE',
      source_id: 'to-archive1',
    });
    expect(await (await post(`/videos/${id}/soft-delete`, { reason: 'Wrong music' })).json()).toMatchObject({
      archiveReason: 'Wrong music',
      isFeatured: false,
    });
    expect((await post(`/videos/${imported}/soft-delete`)).status).toBe(200);
    expect((await post(`/videos/${id}/soft-delete`, { reason: 'again' })).status).toBe(409);
    const archive = await read(
      z.object({ user: CuratedVideo.array(), external: CuratedVideo.array() }),
      '/archive',
    );
    expect(ids(archive.user)).toContain(id);
    expect(ids(archive.external)).toContain(imported);
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
    expect(await (await post(`/archive/${id}/restore`)).json()).toMatchObject({
      archivedAt: null,
      archiveReason: null,
    });
    expect((await post(`/videos/${imported}/restore`)).status).toBe(200);
    expect((await post(`/archive/${id}/restore`)).status).toBe(409);
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(200);
    expect((await post('/archive/999999/restore')).status).toBe(404);
  });

  test('lets only one of several concurrent requests archive a video, and returns 409 to the others', async () => {
    const id = await addVideo(site.ctx);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(`/videos/${id}/soft-delete`, { reason: 'twice' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
  });

  test('permanently deletes only archived videos, including their files', async () => {
    const id = await addVideo(site.ctx, { mp4_key: 'videos/0/aa/video.mp4' });
    await site.ctx.db
      .updateTable('videos')
      .set({ poster_key: `videos/${id}/aa/poster.webp` })
      .where('id', '=', id)
      .execute();
    for (const key of [`videos/${id}/aa/poster.webp`, `videos/${id}/aa/hls/1.m4s`, 'videos/0/aa/video.mp4']) {
      await site.ctx.storage.write(key, Readable.from(['x']));
    }
    expect((await admin.fetch(`/api/admin/archive/${id}`, { method: 'DELETE' })).status).toBe(409);
    await post(`/videos/${id}/soft-delete`);
    expect(await admin.call(curation.deleteArchived, { params: { id } })).toEqual({
      id,
      deleted: true,
    });
    expect((await admin.fetch(`/api/admin/archive/${id}`, { method: 'DELETE' })).status).toBe(404);
    await expect
      .poll(() => site.ctx.db.selectFrom('file_removals').selectAll().execute(), { timeout: 20_000 })
      .toEqual([]);
    expect(await site.ctx.storage.stat(`videos/${id}/aa/hls/1.m4s`)).toBeNull();
    expect(await site.ctx.storage.stat('videos/0/aa/video.mp4')).toBeNull();
  });

  test('is not required for a hard delete, which is logged', async () => {
    const id = await addVideo(site.ctx, { title: 'Gone for good' });
    expect((await post(`/videos/${id}/hard-delete`)).status).toBe(200);
    expect((await admin.fetch(`/api/videos/${id}`)).status).toBe(404);
    const log = await read(
      z.object({ action: z.string(), actor: z.string(), before: z.unknown() }).array(),
      `/audit?thing=video%20${id}`,
    );
    expect(log).toMatchObject([
      { action: 'video.delete', actor: admin.username, before: { title: 'Gone for good' } },
    ]);
  });
});
