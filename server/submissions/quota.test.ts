import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, upload } from '#server/testing/uploads.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const HOUR = 3_600_000;
const NO_MORE_BYTES =
  /^You can upload 1 MB in 24 hours, and this video would exceed that\. Please try again in \d+ hours\.$/;
const NO_MORE_PENDING =
  'You have 3 videos waiting for review, which is the limit. Please wait until one is reviewed, or withdraw one.';

let now = Date.now();
let site: TestSite;
let admin: TestPerson;
let dir: string;
let videoFile: string;
beforeAll(async () => {
  site = await startTestSite(
    { RATE_LIMIT: 'off', ROLES: 'web', LIMITS: 'uploadsPerDay=1M,pendingSubmissions=3' },
    { clock: { now: () => now } },
  );
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoFile = await makeVideo(dir, 'clip.mp4', { width: 160, height: 120, seconds: 1 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const begin = ({ fetch }: TestPerson, kilobytes: number) =>
  fetch(RESUMABLE_PATH, {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(kilobytes * 1000),
      'upload-metadata': `title ${btoa('Much')},category ${btoa('Beauty')}`,
    },
  });
const abandon = async ({ fetch }: TestPerson, started: Response) =>
  fetch(started.headers.get('location') ?? '', { method: 'DELETE', headers: TUS });

test("limits a creator's bytes in 24 hours on either route, and returns those of uploads that came to nothing", async () => {
  const person = await site.signUp('CONTENT_CREATOR');
  const first = await begin(person, 900);
  expect(first.status).toBe(201);
  now += 3 * HOUR;
  const rejected = await begin(person, 200);
  expect([rejected.status, rejected.headers.get('retry-after'), await rejected.text()]).toEqual([
    429,
    String(21 * 3600),
    expect.stringMatching(NO_MORE_BYTES),
  ]);
  const whole = await upload(person.fetch, Buffer.concat([await readFile(videoFile), Buffer.alloc(200_000)]));
  expect([whole.status, await whole.text()]).toEqual([429, expect.stringMatching(NO_MORE_BYTES)]);
  // another person has bytes of their own
  expect((await begin(await site.signUp('CONTENT_CREATOR'), 200)).status).toBe(201);

  await abandon(person, first);
  const second = await begin(person, 900);
  expect(second.status).toBe(201);
  now += 25 * HOUR;
  expect((await begin(person, 900)).status).toBe(201);
});

test("limits a creator's bytes even when many uploads begin at once", async () => {
  const person = await site.signUp('CONTENT_CREATOR');
  const answers = await Promise.all(Array.from({ length: 6 }, () => begin(person, 500)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 429, 429, 429, 429,
  ]);
});

test('an upload counts with its final size', async () => {
  const person = await site.signUp('CONTENT_CREATOR');
  expect((await upload(person.fetch, videoFile)).status).toBe(201);
  const { size } = { size: (await readFile(videoFile)).length };
  const { reserved_bytes } = await site.ctx.db
    .selectFrom('uploads')
    .where('user_id', '=', person.id)
    .select('reserved_bytes')
    .executeTakeFirstOrThrow();
  expect(Number(reserved_bytes)).toBe(size);
});

test('limits the videos pending review, including uploads in progress', async () => {
  const person = await site.signUp('CONTENT_CREATOR');
  const ids: number[] = [];
  for (let n = 0; n < 2; n++) ids.push((await submitVideo(person, videoFile)).id);
  const started = await begin(person, 1);
  expect(started.status).toBe(201);
  const rejected = await upload(person.fetch, videoFile);
  expect([rejected.status, rejected.headers.get('retry-after'), await rejected.text()]).toEqual([
    429,
    '3600',
    NO_MORE_PENDING,
  ]);
  expect((await begin(person, 1)).status).toBe(429);
  await abandon(person, started);
  expect((await upload(person.fetch, videoFile)).status).toBe(201);
  expect((await upload(person.fetch, videoFile)).status).toBe(429);
  await admin.fetch(`/api/submissions/${ids[0]}/approve`, { method: 'POST' });
  expect((await upload(person.fetch, videoFile)).status).toBe(201);
});

test('preserves the minimum free space on a disk that others fill meanwhile', async () => {
  const roomy = await startTestSite({ RATE_LIMIT: 'off', ROLES: 'web', LIMITS: 'freeDisk=2G' });
  const person = await roomy.signUp('CONTENT_CREATOR');
  const GIB = 1024 ** 3;
  const free = [3 * GIB, 2 * GIB - 1];
  roomy.ctx.storage.freeBytes = async () => free.shift() ?? 0;
  const sent = await upload(person.fetch, Buffer.concat([await readFile(videoFile), Buffer.alloc(20 << 20)]));
  expect([sent.status, await sent.text()]).toEqual([
    507,
    "There's no space for more videos right now. Please try again later.",
  ]);
  expect(free).toEqual([]);
  roomy.ctx.storage.freeBytes = async () => 2 * GIB - 1;
  expect((await begin(person, 1)).status).toBe(507);
  expect(await roomy.call(siteApi.health)).toMatchObject({ storage: { ok: false } });
});
