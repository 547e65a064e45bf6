import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { submissions } from '#contract/submissions/submissions.ts';
import { videos } from '#contract/videos/videos.ts';
import { build, isBuilt } from '#build/build.ts';
import { startBucket } from '#server/testing/s3.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { publishAll, publishVideos, sweepPublished } from './publish.jobs.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
const MEDIA_URL = bucket.publicUrl('shown');
const SETTINGS = {
  STORAGE_URL: bucket.storageUrl('site'),
  MEDIA_STORAGE_URL: bucket.storageUrl('shown'),
  MEDIA_URL,
};
let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite(SETTINGS);
  admin = await site.signUp('GLOBAL_ADMIN');
});

const FILES = {
  '720p.mp4': 'video/mp4',
  '360p.mp4': 'video/mp4',
  'thumb-640.jpg': 'image/jpeg',
  'thumb-320.webp': 'image/webp',
  'master.m3u8': 'application/vnd.apple.mpegurl',
  'v0.m3u8': 'application/vnd.apple.mpegurl',
  'v0.mp4': 'video/mp4',
  'storyboard.vtt': 'text/vtt; charset=utf-8',
  'storyboard.jpg': 'image/jpeg',
};

const write = (key: string) => site.ctx.storage.write(key, Readable.from([Buffer.from(key)]));

/** A video in review with all its files, which hold their own keys. */
async function addPublishedVideo(rev: string): Promise<{ id: number; folder: string }> {
  const id = await addVideo(site.ctx, { status: 'PENDING', media_rev: rev });
  const folder = `videos/${id}/${rev}`;
  for (const name of Object.keys(FILES)) await write(`${folder}/${name}`);
  const keys = {
    mp4_key: `${folder}/720p.mp4`,
    mp4_lines: [360, 720],
    hls_key: `${folder}/master.m3u8`,
    poster_key: `${folder}/thumb-640.jpg`,
    storyboard_key: `${folder}/storyboard.vtt`,
  };
  await site.ctx.db.updateTable('videos').set(keys).where('id', '=', id).execute();
  return { id, folder };
}

const approve = (id: number) => admin.fetch(`/api/submissions/${id}/approve`, { method: 'POST' });
const unapprove = (id: number) => admin.fetch(`/api/submissions/${id}/unapprove`, { method: 'POST' });
const video = (id: number) => site.call(videos.get, { params: { id } });

/** The folder that pages name once the copies are there. */
async function published(id: number): Promise<string> {
  await expect.poll(async () => (await video(id)).sourceUrl, { timeout: 20_000 }).toContain(MEDIA_URL);
  return ((await video(id)).sourceUrl ?? '').replace('/720p.mp4', '');
}

async function copiesOf(id: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of site.ctx.publicMedia?.storage.list(`videos/${id}`) ?? []) keys.push(key);
  return keys;
}
async function expectNoCopies(id: number): Promise<void> {
  await expect.poll(() => copiesOf(id), { timeout: 20_000, interval: 20 }).toEqual([]);
}

describe('public copies of media', () => {
  test('are linked everywhere once they exist, with long-lived cache headers; when hidden they are removed', async () => {
    const { id, folder } = await addPublishedVideo('a1'.repeat(8));
    const waiting = await admin.call(submissions.get, { params: { id } });
    expect(waiting.sourceUrl).toMatch(/^\/media\/signed\//);
    expect(await copiesOf(id)).toEqual([]);
    await approve(id);
    const at = await published(id);

    expect(await video(id)).toMatchObject({
      thumbnail: `${at}/thumb-640.jpg`,
      hlsUrl: `${at}/master.m3u8`,
      storyboard: `${at}/storyboard.vtt`,
    });
    for (const [name, type] of Object.entries(FILES)) {
      const answer = await fetch(`${at}/${name}`);
      expect([answer.headers.get('content-type'), answer.headers.get('cache-control')], name).toEqual([
        type,
        'public, max-age=31536000, s-maxage=300, immutable',
      ]);
      expect(await answer.text()).toBe(`${folder}/${name}`);
    }
    for (const path of ['/api/videos', '/api/feed'])
      expect(await (await site.fetch(path)).text(), path).toContain(`"${at}/720p.mp4"`);
    const page = await site.fetch(`/video/${id}`);
    expect(await page.text()).toContain(`property="og:video" content="${at}/`);
    const policy = page.headers.get('content-security-policy') ?? '';
    const { origin } = new URL(MEDIA_URL);
    for (const rule of ['img-src', 'media-src', 'connect-src'])
      expect(new RegExp(`${rule} [^;]*`).exec(policy)?.[0]).toContain(origin);
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain(origin);

    await unapprove(id);
    await expectNoCopies(id);
    expect((await fetch(`${at}/720p.mp4`)).status).toBe(404);
    const hidden = await admin.call(submissions.get, { params: { id } });
    expect(hidden.sourceUrl).toMatch(/^\/media\/signed\//);
    // republished under new URLs: the old ones stay dead
    await approve(id);
    expect(await published(id)).not.toBe(at);
    await admin.fetch(`/api/admin/videos/${id}/soft-delete`, { json: { reason: 'Not now' } });
    await expectNoCopies(id);
    await admin.fetch(`/api/admin/videos/${id}/restore`, { method: 'POST' });
    await published(id);
    await admin.fetch(`/api/admin/videos/${id}/hard-delete`, { method: 'POST' });
    await expectNoCopies(id);
  });

  test('are not left behind when hiding overtakes copying, or by a dead process', async () => {
    const { id } = await addPublishedVideo('a2'.repeat(8));
    const storage = site.ctx.publicMedia?.storage;
    if (!storage) throw new Error('no store');
    const { copyFrom } = storage;
    let copied = 0;
    vi.spyOn(storage, 'copyFrom').mockImplementation(async (...given) => {
      copied += 1;
      if (copied === 3) {
        await unapprove(id);
        await expectNoCopies(id);
      }
      await copyFrom.apply(storage, given);
    });
    await approve(id);
    await expect.poll(() => copied, { timeout: 20_000 }).toBe(Object.keys(FILES).length);
    await expectNoCopies(id);
    vi.restoreAllMocks();
    await storage.write(`videos/${id}/stray/video.mp4`, Readable.from([Buffer.from('x')]));
    await site.ctx.jobs.send(sweepPublished, {});
    await expectNoCopies(id);
    await approve(id);
    await published(id);
    await expect.poll(() => copiesOf(id)).toHaveLength(Object.keys(FILES).length);
  });

  test('of a replaced thumbnail have a new key, and it is served from this server until it is copied', async () => {
    const { id, folder } = await addPublishedVideo('a3'.repeat(8));
    await approve(id);
    const at = await published(id);
    await site.ctx.db
      .updateTable('videos')
      .set({ poster_key: `${folder}/0a1b2c3d-thumb-640.jpg` })
      .where('id', '=', id)
      .execute();
    site.ctx.cache.drop('videos');
    expect((await video(id)).thumbnail).toBe(`/media/${folder}/0a1b2c3d-thumb-640.jpg`);
    await write(`${folder}/0a1b2c3d-thumb-640.jpg`);
    await site.ctx.storage.remove(`${folder}/thumb-640.jpg`);
    await site.ctx.jobs.send(publishVideos, { ids: [id] });
    await expect.poll(async () => (await video(id)).thumbnail).toBe(`${at}/0a1b2c3d-thumb-640.jpg`);
    expect((await fetch(`${at}/thumb-640.jpg`)).status).toBe(404);
  });

  test('are synchronized after changes without an event, and another address applies from the start', async () => {
    const { id, folder } = await addPublishedVideo('a4'.repeat(8));
    const set = (status: 'APPROVED' | 'PENDING') =>
      site.ctx.db
        .updateTable('videos')
        .set({ status, approved_at: new Date() })
        .where('id', '=', id)
        .execute();
    await set('APPROVED');
    await site.ctx.jobs.send(publishAll, {});
    const at = await published(id);
    const mine = site.fetch;

    // off: pages no longer link to the public bucket
    const off = await startTestSite({ STORAGE_URL: SETTINGS.STORAGE_URL }, { beside: site });
    await expect.poll(async () => (await video(id)).sourceUrl).toBe(`/media/${folder}/720p.mp4`);
    expect((await mine(`/media/${folder}/720p.mp4`)).status).toBe(200);
    await off.stop();
    await site.ctx.jobs.send(publishAll, {});
    expect(await published(id)).not.toBe(at);
    await set('PENDING');
    await site.ctx.jobs.send(publishAll, {});
    await expectNoCopies(id);
  });
});
