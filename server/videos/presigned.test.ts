import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Submission } from '#contract/submissions.ts';
import { startBucket } from '#server/testing/s3.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
let now = Date.now();
let site: TestSite;
beforeAll(async () => {
  const settings = { STORAGE_URL: bucket.storageUrl(), S3_PRESIGNED: 'on' };
  site = await startTestSite(settings, { clock: { now: () => now } });
});

const BYTES = Buffer.from('0123456789'.repeat(300));

test('large media are fetched from the store by addresses that end, small ones from here', async () => {
  const id = await addVideo(site.ctx, { media_rev: 'a'.repeat(16), status: 'PENDING' });
  const folder = `videos/${id}/${'a'.repeat(16)}`;
  for (const name of ['video.mp4', 'master.m3u8', 'v0.m3u8', 'v0.mp4', 'thumb-640.jpg'])
    await site.ctx.storage.write(`${folder}/${name}`, Readable.from([BYTES]));
  const keys = { mp4_key: `${folder}/video.mp4`, hls_key: `${folder}/master.m3u8` };
  await site.ctx.db.updateTable('videos').set(keys).where('id', '=', id).execute();
  const admin = await site.signUp('GLOBAL_ADMIN');
  const waiting = (await (await admin.fetch(`/api/submissions/${id}`)).json()) as Submission;

  // not public: whoever may see it is sent on from the app's signed address, and nobody else
  expect((await site.fetch(`/media/${folder}/video.mp4`)).status).toBe(404);
  const signed = await site.fetch(waiting.sourceUrl ?? '');
  expect([signed.status, signed.headers.get('location')]).toEqual([302, expect.stringContaining('X-Amz-')]);

  await admin.fetch(`/api/submissions/${id}/approve`, { method: 'POST' });
  const from = (name: string) => site.fetch(`/media/${folder}/${name}`);
  const sent = await from('v0.mp4');
  expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'private, max-age=300']);
  const address = sent.headers.get('location') ?? '';
  expect(address.startsWith(`${bucket.publicUrl('site')}/${folder}/v0.mp4?`)).toBe(true);
  // the same for a while, so that a browser goes on with what it has
  expect((await from('v0.mp4')).headers.get('location')).toBe(address);
  const part = await fetch(address, { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([
    206,
    'video/mp4',
    '0123456789',
  ]);
  const ends = Number(new URL(address).searchParams.get('X-Amz-Expires'));
  expect(ends).toBeLessThanOrEqual(3600);
  // what names others beside itself, and what browsers keep for a year
  for (const name of ['master.m3u8', 'v0.m3u8', 'thumb-640.jpg'])
    expect(Buffer.from(await (await from(name)).arrayBuffer()).equals(BYTES), name).toBe(true);
  const head = await site.fetch(`/media/${folder}/v0.mp4`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BYTES.length)]);
  now += 1800 * 1000;
  expect((await from('v0.mp4')).headers.get('location')).not.toBe(address);
  expect((await from('v1.mp4')).status).toBe(404);
  await admin.fetch(`/api/submissions/${id}/unapprove`, { method: 'POST' });
  expect((await from('v0.mp4')).status).toBe(404);
});
