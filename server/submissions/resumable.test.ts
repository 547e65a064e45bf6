import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { submissions } from '#contract/submissions/submissions.ts';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { makeLargeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { untilProcessed } from '#server/testing/uploads.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';
import { storePieces } from './resumable.actions.ts';
import { checkVideo, encodeLadder } from './submissions.jobs.ts';
import { sweepFiles } from './submissions.sweep.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

let now = Date.now();
let site: TestSite;
let creator: TestPerson;
let dir: string;
let videoBytes: Buffer;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { clock: { now: () => now }, without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoBytes = await makeLargeVideo(dir, 'clip.mp4', 10);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

async function create(
  length: number | string,
  fields: Record<string, string> = { title: 'Späte Gäste', category: 'Lifestyle' },
) {
  return creator.fetch(RESUMABLE_PATH, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata(fields) },
  });
}

const begin = async (length: number) => (await create(length)).headers.get('location') ?? '';
const patch = (at: string, offset: number, body: Buffer, headers: Record<string, string> = {}) =>
  creator.fetch(at, {
    method: 'PATCH',
    headers: { ...BYTES, 'upload-offset': String(offset), ...headers },
    body: new Uint8Array(body),
  });
const offsetOf = async (at: string) =>
  Number((await creator.fetch(at, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));

/** All bytes have come, and the process died before it made a video of them. */
async function allButTheEnd(): Promise<string> {
  const at = await begin(videoBytes.length);
  const id = at.slice(RESUMABLE_PATH.length + 1);
  await storePieces(site.ctx, {
    id,
    from: 0,
    maxBytes: videoBytes.length,
    source: Readable.from([videoBytes]),
  });
  return at;
}

const sweep = () => sweepFiles.run(site.ctx, {}, { id: 'x', signal: AbortSignal.timeout(10_000) });

/** Sends the beginning of a body of `declared` bytes and goes away. */
function breakOff(at: string, body: Buffer, declared: number): Promise<void> {
  return new Promise((resolve) => {
    const sending = httpRequest(site.url + at, {
      method: 'PATCH',
      headers: {
        ...BYTES,
        authorization: `Bearer ${creator.token}`,
        'upload-offset': '0',
        'content-length': declared,
      },
    });
    sending.on('error', () => {});
    sending.write(body, () => {
      sending.destroy();
      resolve();
    });
  });
}

test('the state contains the metadata of the upload, as it was sent', async () => {
  const fields = {
    title: 'Späte Gäste',
    category: 'Lifestyle',
    description: '',
    filename: 'späte gäste.mp4',
  };
  const at = (await create(10, fields)).headers.get('location') ?? '';
  const { headers } = await creator.fetch(at, { method: 'HEAD', headers: TUS });
  const sent = (headers.get('upload-metadata') ?? '').split(',').map((pair) => pair.split(' '));
  expect(
    Object.fromEntries(sent.map(([name, value = '']) => [name, Buffer.from(value, 'base64').toString()])),
  ).toEqual(fields);
});

test('requesting the state completes an upload whose last byte has arrived, once', async () => {
  const at = await allButTheEnd();
  const head = () => creator.fetch(at, { method: 'HEAD', headers: TUS });
  const answers = await Promise.all([head(), head()]);
  answers.push(await head());
  const ids = answers.map(({ headers }) => Number(headers.get('submission-id')));
  expect(ids[0]).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(1);
  expect(answers[0]?.headers.get('upload-offset')).toBe(String(videoBytes.length));
});

describe('a resumable upload', () => {
  test('that is interrupted resumes where it was, sends only the rest and becomes one submission', async () => {
    expect(videoBytes.length).toBeGreaterThan(9 << 20);
    const at = await begin(videoBytes.length);
    const first = videoBytes.subarray(0, 9 << 20);
    await breakOff(at, first, videoBytes.length);
    let offset = 0;
    for (const end = performance.now() + 20_000; offset < 8 << 20 && performance.now() < end;)
      offset = await offsetOf(at);
    expect(offset).toBeGreaterThanOrEqual(8 << 20);
    expect(offset).toBeLessThanOrEqual(first.length);

    // what came last of the broken connection may just be noted: then a client asks again
    let done = await patch(at, offset, videoBytes.subarray(offset));
    while (done.status === 409) {
      offset = await offsetOf(at);
      done = await patch(at, offset, videoBytes.subarray(offset));
    }
    expect([done.status, done.headers.get('upload-offset')]).toEqual([204, String(videoBytes.length)]);
    const id = Number(done.headers.get('submission-id'));
    const again = await creator.fetch(at, { method: 'HEAD', headers: TUS });
    expect([again.status, again.headers.get('submission-id'), again.headers.get('cache-control')]).toEqual([
      200,
      String(id),
      'no-store',
    ]);
    expect((await patch(at, videoBytes.length, Buffer.alloc(0))).headers.get('submission-id')).toBe(
      String(id),
    );
    expect(await untilProcessed(creator.fetch, id)).toMatchObject({
      processing: 'READY',
      title: 'Späte Gäste',
      category: 'Lifestyle',
      durationSec: 1,
    });
    const row = await site.ctx.db
      .selectFrom('videos')
      .where('id', '=', id)
      .select(['original_key', 'original_size'])
      .executeTakeFirstOrThrow();
    expect(row.original_size).toBe(videoBytes.length);
    expect(
      (await readFile(join(site.ctx.settings.DATA_DIR, 'media', row.original_key ?? ''))).equals(videoBytes),
    ).toBe(true);
    expect(
      await readdir(join(site.ctx.settings.DATA_DIR, 'media/uploads'), { recursive: true }).then((names) =>
        names.filter((name) => name.includes('/')),
      ),
    ).toEqual([]);
  });

  test('works with the standard client, even when a connection breaks', async () => {
    const sent: string[] = [];
    const id = await new Promise<string | undefined>((resolve, reject) => {
      let broken = false;
      const upload = new Upload(videoBytes, {
        endpoint: site.url + RESUMABLE_PATH,
        retryDelays: [0, 50],
        uploadSize: videoBytes.length,
        headers: { authorization: `Bearer ${creator.token}` },
        metadata: { title: 'By client', category: 'Beauty' },
        chunkSize: 4 << 20,
        onBeforeRequest: (request) => {
          sent.push(request.getMethod());
        },
        onProgress: (bytes) => {
          if (broken || bytes < 5 << 20) return;
          broken = true;
          void upload.abort().then(() => upload.start());
        },
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Submission-Id')),
      });
      upload.start();
    });
    expect(sent).toContain('HEAD');
    expect(await creator.call(submissions.get, { params: { id } })).toMatchObject({
      title: 'By client',
      category: 'Beauty',
    });
  });

  test('cannot be accessed by anyone else', async () => {
    const at = await begin(10);
    const other = await site.signUp('CONTENT_CREATOR');
    expect((await other.fetch(at, { method: 'HEAD', headers: TUS })).status).toBe(404);
    expect(
      (await other.fetch(at, { method: 'PATCH', headers: { ...BYTES, 'upload-offset': '0' }, body: 'x' }))
        .status,
    ).toBe(404);
    expect((await other.fetch(at, { method: 'DELETE', headers: TUS })).status).toBe(404);
    expect((await site.fetch(at, { method: 'HEAD', headers: TUS })).status).toBe(401);
    expect((await (await site.signUp()).fetch(RESUMABLE_PATH, { method: 'POST', headers: TUS })).status).toBe(
      403,
    );
  });

  test('rejects invalid requests', async () => {
    expect((await create(300 * 1024 * 1024 + 1)).status).toBe(413);
    expect((await create(300 * 1024 * 1024)).status).toBe(201);
    expect((await create(0)).status).toBe(400);
    expect((await create('-1')).status).toBe(400);
    expect((await create(9, { title: '' })).status).toBe(400);
    expect((await create(9, { title: 'x', category: 'Cats' })).status).toBe(400);
    // as the form of an upload answers
    const labels = await create(9, { title: 'x', category: 'Lifestyle', labels: '{"ai":1}' });
    expect([labels.status, labels.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(await labels.text()).toMatch(/^[A-Z][^{]+\.$/);
    expect(
      (await creator.fetch(RESUMABLE_PATH, { method: 'POST', headers: { 'upload-length': '9' } })).status,
    ).toBe(412);
    const at = await begin(100);
    expect((await patch(at, 5, Buffer.from('x'))).status).toBe(409);
    expect((await patch(at, 0, randomBytes(101))).status).toBe(413);
    expect((await patch(at, 0, Buffer.from('x'), { 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await creator.fetch(`${RESUMABLE_PATH}/${'a'.repeat(32)}`, { method: 'HEAD', headers: TUS })).status,
    ).toBe(404);
    expect(await offsetOf(at)).toBe(0);
    const script = await patch(at, 0, Buffer.from('#!/bin/sh'.padEnd(100)));
    expect([script.status, (await bodyOf(script, z.object({ error: z.string() }))).error]).toEqual([
      415,
      expect.stringMatching(/script/),
    ]);
    const options = await creator.fetch(at, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('tus-version'), options.headers.get('tus-max-size')]).toEqual(
      [204, '1.0.0', String(300 * 1024 * 1024)],
    );
  });

  test('accepts another method sent as POST, for proxies that allow no other', async () => {
    const at = await begin(videoBytes.length);
    const post = (method: string, headers: Record<string, string> = {}, body: Buffer | null = null) =>
      creator.fetch(at, {
        method: 'POST',
        headers: { ...TUS, 'x-http-method-override': method, ...headers },
        body: body && new Uint8Array(body),
      });
    const sent = await post('PATCH', { ...BYTES, 'upload-offset': '0' }, videoBytes.subarray(0, 5000));
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '5000']);
    const state = await post('HEAD');
    expect([state.status, state.headers.get('upload-offset')]).toEqual([200, '5000']);
    expect((await post('PUT')).status).toBe(400);
    expect((await post('DELETE')).status).toBe(204);
    expect((await post('HEAD')).status).toBe(404);
  });

  test.each(['text/plain', 'application/json', 'multipart/form-data; boundary=x', 'video/mp4'])(
    'sent as %s is rejected with the required content type',
    async (type) => {
      const at = await begin(100);
      const answer = await patch(at, 0, Buffer.from('{"a":1}'), { 'content-type': type });
      expect([answer.status, answer.headers.get('tus-resumable'), await answer.json()]).toEqual([
        415,
        '1.0.0',
        {
          code: 'WRONG_MEDIA_TYPE',
          error: 'Please send the bytes as application/offset+octet-stream.',
        },
      ]);
      expect(await offsetOf(at)).toBe(0);
    },
  );

  test('lets only one of two concurrent connections continue', async () => {
    const at = await begin(videoBytes.length);
    const answers = await Promise.all([patch(at, 0, videoBytes), patch(at, 0, videoBytes)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  test('can be cancelled, and is swept a day after its last byte', async () => {
    const given = await begin(videoBytes.length);
    await patch(given, 0, videoBytes.subarray(0, 5000));
    expect((await creator.fetch(given, { method: 'DELETE', headers: TUS })).status).toBe(204);
    expect((await creator.fetch(given, { method: 'HEAD', headers: TUS })).status).toBe(404);
    const left = await begin(videoBytes.length);
    await patch(left, 0, videoBytes.subarray(0, 5000));
    const half = join(site.ctx.settings.DATA_DIR, 'media/.incoming/half');
    await writeFile(half, 'of a process that was killed');
    await sweep();
    expect(await offsetOf(left)).toBe(5000);
    expect(await readFile(half, 'utf8')).toMatch(/killed/);
    now += 25 * 3600 * 1000;
    await sweep();
    expect((await creator.fetch(left, { method: 'HEAD', headers: TUS })).status).toBe(404);
    expect(await readdir(dirname(half))).toEqual([]);
    const names = await readdir(join(site.ctx.settings.DATA_DIR, 'media/uploads'), { recursive: true });
    expect(names.filter((name) => name.includes('/'))).toEqual([]);
  });
});

test('a video whose processing an admin cancels is rejected, with advice on what to do', async () => {
  const rev = 'a'.repeat(32);
  const id = await addVideo(site.ctx, {
    uploader_id: creator.id,
    status: 'PENDING',
    processing: 'PROCESSING',
    media_rev: rev,
    submitted_at: new Date(now - 11 * 60_000),
  });
  const submissionStatus = () => creator.call(submissions.get, { params: { id } });
  const job = await site.ctx.jobs.send(checkVideo, { videoId: id, rev }, { after: 3600 });
  await sweep();
  expect(await submissionStatus()).toMatchObject({ submissionStatus: { state: 'RECEIVED' } });
  const admin = await site.signUp('GLOBAL_ADMIN');
  await admin.fetch(`/api/admin/jobs/video-check/${job}/cancel`, { method: 'POST' });
  await sweep();
  expect(await submissionStatus()).toMatchObject({
    submissionStatus: { state: 'REJECTED', reason: expect.stringContaining('Please submit it again.') },
  });
});
