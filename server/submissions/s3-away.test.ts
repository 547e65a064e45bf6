import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import { openStorage } from '#server/adapters/storage/open.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { upload } from '#server/testing/uploads.ts';
import { addVideo } from '#server/testing/videos.ts';
import { soakTest } from '#server/testing/soak.ts';

const SENTENCE = "We can't reach file storage right now. Please try again in a moment.";
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const hang: Answer = () => {};
const fault: Answer = (_request, response) =>
  response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
const refuse: Answer = (_request, response) =>
  response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>');
const cut: Answer = ({ socket }) => socket.destroy();

/** A store that responds as the test sets it; behind it is a bucket that accepts everything. */
let answer: Answer;
const store = createServer((request, response) => {
  request.resume();
  answer(request, response);
});
let storageUrl: string;
let site: TestSite;
let creator: TestPerson;
let dir: string;
let videoFile: string;
beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'KEY';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'SECRET';
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;
  storageUrl = `s3://clips/site?endpoint=http://127.0.0.1:${port}&region=us-east-1`;
  answer = (_request, response) => response.end();
  site = await startTestSite({ STORAGE_URL: storageUrl, ROLES: 'web', RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoFile = await makeVideo(dir, 'clip.mp4', { seconds: 1 });
});
afterAll(async () => {
  store.closeAllConnections();
  store.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => store.closeAllConnections());

test.each([
  ['cuts connections', cut],
  ['has a fault', fault],
  ['refuses the credentials', refuse],
])('uploads and media report a store that %s', async (_how, how) => {
  const id = await addVideo(site.ctx);
  const key = `videos/${id}/abcdefghij/video.mp4`;
  await site.ctx.db
    .updateTable('videos')
    .set({ mp4_key: key, media_rev: 'abcdefghij' })
    .where('id', '=', id)
    .execute();
  answer = how;
  const media = await site.fetch(`/media/${key}`);
  expect([media.status, media.headers.get('retry-after'), await media.json()]).toEqual([
    503,
    '5',
    { error: SENTENCE, code: 'STORAGE_UNAVAILABLE' },
  ]);
  const sent = await upload(creator.fetch, videoFile);
  expect([sent.status, await sent.text()]).toEqual([503, SENTENCE]);
});

soakTest('a store that hangs does not keep health from answering', { timeout: 15_000 }, async () => {
  answer = hang;
  expect(await site.call(siteApi.health)).toMatchObject({ status: 'degraded', storage: { ok: false } });
});

test('multipart uploads of killed processes are aborted a day later', async () => {
  const requested: string[] = [];
  const day = 24 * 3_600_000;
  const entry = (id: string, ago: number) =>
    `<Upload><Key>site/originals/${id}/source</Key><UploadId>${id}</UploadId><Initiated>${new Date(Date.now() - ago).toISOString()}</Initiated></Upload>`;
  answer = ({ method, url }, response) => {
    const { pathname, searchParams } = new URL(url ?? '', 'http://x');
    if (method === 'DELETE') {
      requested.push(`${pathname} ${searchParams.get('uploadId')}`);
      return response.writeHead(204).end();
    }
    expect([pathname.replace(/\/$/, ''), searchParams.get('prefix')]).toEqual(['/clips', 'site/']);
    const second = searchParams.get('upload-id-marker') === 'old';
    return response.end(
      `<ListMultipartUploadsResult><IsTruncated>${!second}</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>old</NextUploadIdMarker>${
        second ? entry('older', 3 * day) : entry('old', 2 * day) + entry('young', 1000)
      }</ListMultipartUploadsResult>`,
    );
  };
  const storage = await openStorage(storageUrl);
  await storage.sweep(new Date(Date.now() - day));
  await storage.close();
  expect(requested).toEqual([
    '/clips/site/originals/old/source old',
    '/clips/site/originals/older/source older',
  ]);
});
