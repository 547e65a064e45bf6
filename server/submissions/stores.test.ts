import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { makeVideo, makeLargeVideo } from '#server/testing/video-files.ts';
import { expectHidden, filesOf } from '#server/testing/hidden.ts';
import { startBucket } from '#server/testing/s3.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { submitVideo, until, untilProcessed } from '#server/testing/uploads.ts';
import { storePieces } from './resumable.actions.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());

// the disk store is covered by submissions.test.ts as well
const STORES: [where: string, settings: Record<string, string>][] = [
  ['in a bucket', { STORAGE_URL: bucket.storageUrl() }],
  ['on disk', {}],
];

test.each(takeSample(STORES, 1))(
  'a video goes from upload to the public, and is hidden again, with all files %s',
  async (_where, settings) => {
    const site = await startTestSite(settings);
    const creator = await site.signUp('CONTENT_CREATOR');
    const admin = await site.signUp('GLOBAL_ADMIN');
    const videoFile = await makeVideo(bucket.dir, 'clip.mp4', {
      width: 640,
      height: 480,
      seconds: 1,
      rate: 20,
    });
    const { id } = await submitVideo(creator, videoFile);
    expect(await untilProcessed(creator.fetch, id)).toMatchObject({ processing: 'READY', durationSec: 1 });
    await admin.fetch(`/api/submissions/${id}/approve`, { method: 'POST' });
    const done = await until(creator.fetch, id, ({ hlsUrl }) => hlsUrl !== null, 'a ladder');
    const get = (url: string | null, headers = {}) => site.fetch(url ?? '', { headers });
    expect(done.sourceUrl).toMatch(/\/480p\.mp4$/);
    expect(await (await get(`/api/videos/${id}`)).json()).toMatchObject({ lines: [360, 480] });
    const whole = Buffer.from(await (await get(done.sourceUrl)).arrayBuffer());
    const part = await get(done.sourceUrl, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
    const master = await (await get(done.hlsUrl)).text();
    expect(master).toMatch(/RESOLUTION=480x360[^]*RESOLUTION=640x480/);
    for (const name of master.match(/^v\d\.m3u8$/gm) ?? []) {
      const playlist = await (await get((done.hlsUrl ?? '').replace('master.m3u8', name))).text();
      expect(playlist).toContain('#EXT-X-ENDLIST');
    }
    const live = await until(creator.fetch, id, ({ storyboard }) => storyboard !== null, 'stills');
    const files = await filesOf(site, live);
    await admin.fetch(`/api/submissions/${id}/unapprove`, { method: 'POST' });
    await expectHidden(site, files);
    await admin.fetch(`/api/submissions/${id}/approve`, { method: 'POST' });
    await admin.fetch(`/api/admin/videos/${id}/soft-delete`, { json: { reason: 'Not now' } });
    await expectHidden(site, files);
  },
);

soakTest(
  'an upload whose process died between the last piece and the end is completed in a bucket, too',
  async () => {
    const site = await startTestSite({ STORAGE_URL: bucket.storageUrl('resumed'), ROLES: 'web' });
    const creator = await site.signUp('CONTENT_CREATOR');
    const videoFile = await makeLargeVideo(bucket.dir, 'large.mp4', 10);
    const tus = { 'tus-resumable': '1.0.0' };
    const started = await creator.fetch(RESUMABLE_PATH, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(videoFile.length),
        'upload-metadata': `title ${btoa('In pieces')},category ${btoa('Lifestyle')}`,
      },
    });
    const at = started.headers.get('location') ?? '';
    const id = at.slice(RESUMABLE_PATH.length + 1);
    await storePieces(site.ctx, {
      id,
      from: 0,
      maxBytes: videoFile.length,
      source: Readable.from([videoFile]),
    });
    expect((await listFiles(site, 'uploads')).length).toBeGreaterThan(1);

    const head = await creator.fetch(at, { method: 'HEAD', headers: tus });
    const video = Number(head.headers.get('submission-id'));
    expect(await creator.call(submissions.get, { params: { id: video } })).toMatchObject({
      title: 'In pieces',
    });
    const [original, ...others] = await listFiles(site);
    expect([original?.size, others]).toEqual([videoFile.length, []]);
  },
);

async function listFiles({ ctx }: TestSite, folder?: string) {
  const files = [];
  for await (const file of ctx.storage.list(folder)) files.push(file);
  return files;
}
