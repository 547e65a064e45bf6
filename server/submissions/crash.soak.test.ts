import { chmod, mkdtemp, readFile, readdir, readlink, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { Submission } from '#contract/submissions/submissions.ts';
import { makeLargeVideo, makeRecording } from '#server/testing/video-files.ts';
import { killAll, spawnSite, type SiteProcess } from '#server/testing/process.ts';
import type { Fetch } from '#server/testing/site.ts';
import { until, upload } from '#server/testing/uploads.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';

let dir: string;
let token = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'lll-crash-'));
  await chmod(dir, 0o755);
});
afterAll(async () => {
  await killAll();
  await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function start(): Promise<SiteProcess> {
  const site = await spawnSite({
    env: {
      DATA_DIR: path.join(dir, 'data'),
      ADMIN_USERNAME: 'boss',
      ADMIN_EMAIL: 'boss@example.org',
      ADMIN_PASSWORD: 'correct horse battery',
    },
  });
  await site.ready();
  return site;
}

const fetchFrom =
  (site: SiteProcess): Fetch =>
  (at, { json, ...init } = {}) =>
    fetch(site.url + at, {
      ...init,
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(init.headers as Record<string, string> | undefined),
      },
    });

async function signIn(site: SiteProcess): Promise<void> {
  const answer = await fetchFrom(site)('/api/auth/login', {
    json: { username: 'boss', password: 'correct horse battery' },
  });
  ({ token } = await bodyOf(answer, WithToken));
}

/** Processes that work on a file below our folder, other than node and the database. */
async function encoders(): Promise<number> {
  let found = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (program.includes('ffmpeg') && line.includes(dir)) found++;
  }
  return found;
}

describe('kill -9', () => {
  test('during an upload: it resumes and sends only the rest', async () => {
    const videoFile = await makeLargeVideo(dir, 'large.mp4', 24);
    const first = await start();
    await signIn(first);
    const tus = { 'tus-resumable': '1.0.0' };
    const created = await fetchFrom(first)(RESUMABLE_PATH, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(videoFile.length),
        'upload-metadata': `title ${btoa('Kept')},category ${btoa('Beauty')}`,
      },
    });
    const at = created.headers.get('location') ?? '';
    const offsetAt = async (site: SiteProcess) =>
      Number((await fetchFrom(site)(at, { method: 'HEAD', headers: tus })).headers.get('upload-offset'));
    const sending = httpRequest(first.url + at, {
      method: 'PATCH',
      headers: {
        ...tus,
        authorization: `Bearer ${token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': 0,
        'content-length': videoFile.length,
      },
    });
    sending.on('error', () => {});
    sending.write(videoFile.subarray(0, 20 << 20));
    // two pieces
    await expect.poll(() => offsetAt(first)).toBeGreaterThanOrEqual(16 << 20);
    await first.end('SIGKILL');
    sending.destroy();

    const second = await start();
    const offset = await offsetAt(second);
    expect(offset).toBeGreaterThanOrEqual(16 << 20);
    const done = await fetchFrom(second)(at, {
      method: 'PATCH',
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: new Uint8Array(videoFile.subarray(offset)),
    });
    expect(done.status).toBe(204);
    const ready = await until(
      fetchFrom(second),
      Number(done.headers.get('submission-id')),
      ({ processing }) => processing === 'READY',
      'playable',
    );
    expect(ready.durationSec).toBeCloseTo(1, 0);
    expect(await second.end()).toBe(0);
  });

  test('during encoding: the next start finishes it', { timeout: 240_000 }, async () => {
    const recording = await makeRecording(dir, 'recording.webm', {
      width: 854,
      height: 480,
      seconds: 12,
      rate: 30,
    });
    const first = await start();
    await signIn(first);
    const { id } = await bodyOf(upload(fetchFrom(first), recording), Submission);
    await until(
      fetchFrom(first),
      id,
      ({ submissionStatus }) => submissionStatus.state === 'ENCODING',
      'encoding',
    );
    expect(await encoders()).toBeGreaterThan(0);
    await first.end('SIGKILL');
    await expect.poll(encoders, { message: 'the encoder dies with its server' }).toBe(0);

    const second = await start();
    const ready = await until(
      fetchFrom(second),
      id,
      ({ processing }) => processing === 'READY' || processing === 'FAILED',
      'playable',
      180,
    );
    expect(ready).toMatchObject({ processing: 'READY', durationSec: expect.closeTo(12, 0) as number });
    await second.end('SIGKILL');
  });
});
