import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#contract/settings/settings.ts';
import { submissions, type Submission } from '#contract/submissions/submissions.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, runJobStep, until, untilProcessed } from '#server/testing/uploads.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { removeFiles } from '../files.jobs.ts';
import { encodeLadder } from '../submissions.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let videoFile: string;
beforeAll(async () => {
  site = await startTestSite({}, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoFile = await makeVideo(dir, 'clip.mp4', { width: 160, height: 90, seconds: 1 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function picture(background: string): Promise<Blob> {
  const image = sharp({ create: { width: 320, height: 180, channels: 3, background } });
  return new Blob([new Uint8Array(await image.jpeg().toBuffer())], { type: 'image/jpeg' });
}
async function put({ fetch }: TestPerson, id: number, background: string) {
  const form = new FormData();
  form.append('thumbnail', await picture(background), 't.jpg');
  return fetch(`/api/submissions/${id}/thumbnail`, { method: 'PUT', body: form });
}
async function submit(): Promise<Submission> {
  return untilProcessed(
    creator.fetch,
    (await submitVideo(creator, videoFile, { thumbnail: await picture('#f00') })).id,
  );
}
const colourOf = async ({ thumbnail }: Submission) => {
  const { dominant } = await sharp(
    Buffer.from(await (await site.fetch(thumbnail ?? '')).arrayBuffer()),
  ).stats();
  return dominant.b > 200 ? 'blue' : 'red';
};
const filesIn = async (folder: string) =>
  (await readdir(join(site.ctx.settings.DATA_DIR, 'media', folder), { recursive: true })).filter((name) =>
    name.includes('thumb'),
  );

/** What of a video waits for its time in the queue is removed now. */
async function removeNow(id: number): Promise<number> {
  const client = new pg.Client(site.connection);
  await client.connect();
  const { rows } = await client.query<{ data: { keys: string[]; prefixes: string[] } }>(
    `delete from pgboss.job where name = 'video-files-remove' and state = 'created' and start_after > now() and data::text like $1 returning data`,
    [`%videos/${id}/%`],
  );
  await client.end();
  for (const { data } of rows)
    await removeFiles.run(site.ctx, data, { id: 'x', signal: AbortSignal.timeout(10_000) });
  return rows.length;
}

test('a new thumbnail replaces the first, whose files are removed', async () => {
  const submission = await submit();
  expect(await colourOf(submission)).toBe('red');
  const before = await filesIn(`videos/${submission.id}`);
  const originals = (await filesIn('originals')).length;
  expect((await put(creator, submission.id, '#00f')).status).toBe(200);
  const changed = await until(
    creator.fetch,
    submission.id,
    ({ thumbnail }) => thumbnail !== submission.thumbnail,
    'another thumbnail',
  );
  expect(await colourOf(changed)).toBe('blue');
  // an open page may still show the first one
  expect(await colourOf(submission)).toBe('red');
  await expect.poll(() => removeNow(submission.id)).toBe(1);
  expect(await colourOf(changed)).toBe('blue');
  expect(await filesIn(`videos/${submission.id}`)).toHaveLength(before.length);
  expect((await site.fetch(submission.thumbnail ?? '')).status).toBe(404);
  await expect.poll(async () => (await filesIn('originals')).length, { timeout: 10_000 }).toBe(originals);
});

test('a new focal point recreates the crops, under new names', async () => {
  for (const thumbnail of takeSample([await picture('#f00'), undefined], 1)) {
    const { id } = await submitVideo(creator, videoFile, thumbnail ? { thumbnail } : {});
    const submission = await untilProcessed(creator.fetch, id);
    const cropOf = (it: Submission) => (it.thumbnail ?? '').replace('640.jpg', '320-4x5.webp');
    expect((await site.fetch(cropOf(submission))).status).toBe(200);
    const json = { focus: { x: 0, y: 1 } };
    expect((await creator.fetch(`/api/submissions/${id}`, { method: 'PATCH', json })).status).toBe(200);
    const changed = await until(
      creator.fetch,
      id,
      (it) => it.thumbnail !== submission.thumbnail,
      'other crops',
    );
    expect(changed.focus).toEqual(json.focus);
    expect((await site.fetch(cropOf(changed))).status).toBe(200);
  }
});

/** Whether what creators change of what others see waits for an admin. */
async function setEditReview(editReview: boolean): Promise<void> {
  const path = '/api/admin/settings/community';
  const { version } = await admin.call(settings.readCommunity);
  expect((await admin.fetch(path, { method: 'PUT', json: { version, editReview } })).status).toBe(200);
}

test('an approved video retains its thumbnail until an admin has seen the new one, if the owner requires that', async () => {
  await setEditReview(true);
  const submission = await submit();
  await admin.fetch(`/api/submissions/${submission.id}/approve`, { method: 'POST' });
  const other = await site.signUp('CONTENT_CREATOR');
  expect((await put(other, submission.id, '#00f')).status).toBe(404);
  const originals = (await filesIn('originals')).length;
  const read = () => creator.call(submissions.get, { params: { id: submission.id } });
  const review = (move: string) => admin.fetch(`/api/submissions/${submission.id}/${move}`, { json: {} });
  // a second one takes the place of the first
  for (const _ of [1, 2]) expect((await put(creator, submission.id, '#00f')).status).toBe(200);
  const now = await read();
  expect(await colourOf(now)).toBe('red');
  expect(await colourOf({ ...now, thumbnail: now.pendingChange?.thumbnail ?? '' })).toBe('blue');
  const queue = await admin.call(submissions.list, { query: { status: 'PENDING' } });
  expect(queue.map(({ id }) => id)).toContain(submission.id);
  expect((await review('reject')).status).toBe(200);
  expect(await read()).toMatchObject({ thumbnail: now.thumbnail, pendingChange: null, status: 'APPROVED' });
  await expect.poll(async () => (await filesIn('originals')).length, { timeout: 10_000 }).toBe(originals);

  await put(creator, submission.id, '#00f');
  expect((await review('approve')).status).toBe(200);
  const changed = await until(
    creator.fetch,
    submission.id,
    (it) => it.thumbnail !== now.thumbnail,
    'changed',
  );
  expect(await colourOf(changed)).toBe('blue');
  expect(changed.pendingChange).toBeNull();
  await expect.poll(async () => (await filesIn('originals')).length, { timeout: 10_000 }).toBe(originals);

  // an admin's own needs no review
  expect((await put(admin, submission.id, '#f00')).status).toBe(200);
  await until(creator.fetch, submission.id, (it) => it.thumbnail !== changed.thumbnail, 'changed again');
  const logged = await site.ctx.db
    .selectFrom('audit_log')
    .where('action', '=', 'submission.thumbnail')
    .select(['actor_name', 'subject_id'])
    .execute();
  expect(logged).toEqual([{ actor_name: admin.username, subject_id: String(submission.id) }]);
});

soakTest('one of five pictures out of the video becomes the thumbnail', async () => {
  const submission = await submit();
  await runJobStep(site.ctx, encodeLadder, submission.id);
  const { candidates } = await creator.call(submissions.get, { params: { id: submission.id } });
  expect(candidates).toHaveLength(5);
  for (const url of candidates)
    expect((await site.fetch(url)).headers.get('content-type')).toBe('image/jpeg');
  const choose = (at: string, fetch = creator.fetch) => {
    const form = new FormData();
    form.append('candidate', at);
    return fetch(`/api/submissions/${submission.id}/thumbnail`, { method: 'PUT', body: form });
  };
  expect((await choose('6')).status).toBe(404);
  expect((await choose('no')).status).toBe(404);
  expect((await choose('3')).status).toBe(200);
  const changed = await until(
    creator.fetch,
    submission.id,
    (it) => it.thumbnail !== submission.thumbnail,
    'chosen',
  );
  // a frame of the video, not the image sent with it
  expect((await site.fetch(changed.thumbnail ?? '')).status).toBe(200);
  // inaccessible to anyone who can't see the video
  expect((await site.fetch(candidates[0]?.replace(/\/signed\/[^/]+/, '') ?? '')).status).toBe(404);
});

/** The next set of thumbnails is generated, and saved after `meanwhile` ran. */
function overtakeNext(meanwhile: () => Promise<unknown>): Promise<void> {
  const { media } = site.ctx;
  const { thumbnailSet } = media;
  return new Promise((resolve, reject) => {
    media.thumbnailSet = async (...of) => {
      media.thumbnailSet = thumbnailSet;
      const thumbnails = await thumbnailSet(...of);
      await meanwhile().then(() => resolve(), reject);
      return thumbnails;
    };
  });
}
const current = (id: number) => creator.call(submissions.get, { params: { id } });

soakTest('a thumbnail that comes while the first rendition is made is the one that is shown', async () => {
  let id = 0;
  const overtaken = overtakeNext(async () => {
    await expect.poll(() => id).toBeGreaterThan(0);
    expect((await put(creator, id, '#00f')).status).toBe(200);
  });
  id = (await submitVideo(creator, videoFile, { thumbnail: await picture('#f00') })).id;
  await overtaken;
  await untilProcessed(creator.fetch, id);
  await expect.poll(async () => colourOf(await current(id)), { timeout: 20_000 }).toBe('blue');
});

soakTest(
  'of two thumbnails that are made at once the later one stays, and the other leaves no files',
  async () => {
    const submission = await submit();
    const before = await filesIn(`videos/${submission.id}`);
    const overtaken = overtakeNext(async () => {
      await put(creator, submission.id, '#f00');
      await until(
        creator.fetch,
        submission.id,
        (it) => it.thumbnail !== submission.thumbnail,
        'the later one',
      );
    });
    await put(creator, submission.id, '#00f');
    await overtaken;
    const later = await current(submission.id);
    const atWork = async () => {
      const { rows } =
        await sql`select from pgboss.job where name in ('video-thumbnails', 'video-files-remove')
      and state < 'completed' and start_after <= now()`.execute(site.ctx.db);
      return rows.length;
    };
    await expect.poll(atWork, { timeout: 20_000 }).toBe(0);
    expect(await current(submission.id)).toMatchObject({ thumbnail: later.thumbnail });
    expect(await removeNow(submission.id)).toBe(2);
    expect(await filesIn(`videos/${submission.id}`)).toHaveLength(before.length);
  },
);

soakTest('a creator changes the thumbnail of an approved one at once', async () => {
  await setEditReview(false);
  const submission = await submit();
  await admin.fetch(`/api/submissions/${submission.id}/approve`, { method: 'POST' });
  const answer = await put(creator, submission.id, '#00f');
  expect([answer.status, await answer.json()]).toMatchObject([200, { editedAt: expect.any(String) }]);
});

soakTest('what was approved while the picture came in keeps the one that was reviewed', async () => {
  await setEditReview(true);
  const submission = await submit();
  const write = site.ctx.storage.write.bind(site.ctx.storage);
  site.ctx.storage.write = async (key, source) => {
    const stored = await write(key, source);
    await admin.fetch(`/api/submissions/${submission.id}/approve`, { method: 'POST' });
    return stored;
  };
  const late = await put(creator, submission.id, '#00f');
  site.ctx.storage.write = write;
  expect([late.status, await late.json()]).toMatchObject([
    200,
    { pendingChange: { thumbnail: expect.any(String) } },
  ]);
  await admin.fetch(`/api/admin/videos/${submission.id}/soft-delete`, { json: { reason: 'x' } });
  expect((await put(creator, submission.id, '#00f')).status).toBe(409);
});
