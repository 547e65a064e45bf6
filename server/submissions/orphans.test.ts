import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startBucket, type TestBucket } from '#server/testing/s3.ts';
import { takeSample } from '#server/testing/soak.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, until, untilProcessed } from '#server/testing/uploads.ts';
import { sweepOrphans } from './orphans.jobs.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const HOUR = 3_600_000;
const FOLDERS = ['originals', 'uploads', 'videos', 'avatars'];

let videoFile: string;
let bucket: TestBucket;
let s3: string;
beforeAll(async () => {
  bucket = await startBucket();
  s3 = bucket.storageUrl();
  videoFile = await makeVideo(bucket.dir, 'clip.mp4', { width: 320, height: 240, seconds: 1 });
});
afterAll(() => bucket.close());

const started = () => {
  let ahead = 0;
  return { clock: { now: () => Date.now() + ahead }, later: (hours: number) => (ahead = hours * HOUR) };
};
const sweep = ({ ctx }: TestSite) =>
  sweepOrphans.run(ctx, {}, { id: 'x', signal: AbortSignal.timeout(60_000) });
const store = async ({ ctx }: TestSite, ...keys: string[]) => {
  for (const key of keys) await ctx.storage.write(key, Readable.from([Buffer.from('x')]));
};
async function stored({ ctx }: TestSite): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of FOLDERS) for await (const { key } of ctx.storage.list(folder)) keys.push(key);
  return keys.toSorted();
}

/** A video that is ready, one whose upload is half done, a profile image: everything that has to stay. */
async function fill(site: TestSite, creator: TestPerson): Promise<void> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const image = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  const { id } = await submitVideo(creator, videoFile, { thumbnail: image });
  await untilProcessed(creator.fetch, id);
  await until(creator.fetch, id, ({ storyboard }) => storyboard !== null, 'all of its files');
  const avatar = new FormData();
  avatar.append('file', image, 'me.png');
  await creator.fetch('/api/me/profile-image', { method: 'POST', body: avatar });
  await halfAnUpload(creator);
  // the clock runs ahead here, which triggers the cleanup of expired uploads
  await site.ctx.db
    .updateTable('uploads')
    .set({ expires_at: new Date(Date.now() + 1000 * HOUR) })
    .execute();
}

async function halfAnUpload({ fetch }: TestPerson): Promise<void> {
  const bytes = await readFile(videoFile);
  const metadata = `title ${btoa('Half')},category ${btoa('Beauty')}`;
  const created = await fetch(RESUMABLE_PATH, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const at = created.headers.get('location') ?? '';
  await fetch(at, {
    method: 'PATCH',
    headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(bytes.subarray(0, 5000)),
  });
}

describe.each(takeSample(['on disk', 'in a bucket'], 1))('files without a database row, %s', (where) => {
  let site: TestSite;
  let creator: TestPerson;
  let later: (hours: number) => void;
  beforeAll(async () => {
    const time = started();
    later = time.later;
    site = await startTestSite(where === 'on disk' ? {} : { STORAGE_URL: s3 }, { clock: time.clock });
    creator = await site.signUp('CONTENT_CREATOR');
    await fill(site, creator);
  });

  test('are removed after two days; everything else stays', async () => {
    const needed = await stored(site);
    expect(needed.map((key) => key.split('/')[0])).toEqual(expect.arrayContaining(FOLDERS));
    const poster = needed.find((key) => key.endsWith('thumb-640.jpg')) ?? '';
    await store(
      site,
      'originals/0a1b2c3d4e5f/source',
      'uploads/abcdefghijklmnopqrstuvwxyz/0000000000-aa',
      'videos/999999/aaaaaaaaaaaa/video.mp4',
      poster.replace(/[^/]+\/[^/]+$/, 'otherrevision/video.mp4'),
      poster.replace('thumb-640.jpg', '0a1b2c3d-thumb-640.jpg'),
      'avatars/999999/aabbcc/256.webp',
    );
    const all = await stored(site);
    expect(all).toHaveLength(needed.length + 6);
    later(47);
    await sweep(site);
    expect(await stored(site)).toEqual(all);
    later(49);
    await sweep(site);
    expect(await stored(site)).toEqual(needed);
  });

  test('stay when there are so many that the storage must belong to another database', async () => {
    const needed = await stored(site);
    const others = Array.from({ length: 201 }, (_, n) => `originals/another${n}/source`);
    await store(site, ...others);
    later(49);
    await sweep(site);
    expect(await stored(site)).toHaveLength(needed.length + 201);
    for (const key of others) await site.ctx.storage.remove(key);
  });
});

test('deleting an account removes its uploads in progress and its picture at once', async () => {
  const site = await startTestSite();
  const creator = await site.signUp('CONTENT_CREATOR');
  await fill(site, creator);
  const of = async (folder: string) => (await stored(site)).filter((key) => key.startsWith(folder));
  expect([(await of('uploads')).length, (await of('avatars')).length > 0]).toEqual([1, true]);
  const videos = [...(await of('videos')), ...(await of('originals'))];
  const response = await creator.fetch('/api/me', {
    method: 'DELETE',
    json: { confirmUsername: creator.username },
  });
  expect(response.status).toBe(204);
  await expect.poll(() => of('uploads')).toEqual([]);
  await expect.poll(() => of('avatars')).toEqual([]);
  // its videos wait in the archive
  expect([...(await of('videos')), ...(await of('originals'))]).toEqual(videos);
});
