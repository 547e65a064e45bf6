import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#contract/settings/settings.ts';
import { videos } from '#contract/videos/videos.ts';
import { submissions, type Submission } from '#contract/submissions/submissions.ts';
import { makeVideo, makeTruncated } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, until, untilProcessed, upload } from '#server/testing/uploads.ts';
import { addVideo } from '#server/testing/videos.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { readFile } from 'node:fs/promises';
import { removeFiles } from '../files.jobs.ts';
import { checkVideo, encodeLadder, encodeVideo } from '../submissions.jobs.ts';
import { sqlColumn } from '#server/app/database/read-rows.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let short: string;
let long: string;
beforeAll(async () => {
  site = await startTestSite({}, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  short = await makeVideo(dir, 'short.mp4', { width: 320, height: 180, seconds: 1 });
  long = await makeVideo(dir, 'long.mp4', { width: 320, height: 180, seconds: 3 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function submit(fields: Record<string, string> = {}): Promise<number> {
  const { id } = await submitVideo(creator, short, fields);
  await untilProcessed(creator.fetch, id);
  return id;
}
async function replace(id: number, path: string, { fetch } = creator): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await readFile(path))], { type: 'video/mp4' }), 'new.mp4');
  return fetch(`/api/submissions/${id}/file`, { method: 'POST', body: form });
}
const post = (id: number, what: string, json: object = {}) =>
  admin.fetch(`/api/submissions/${id}/${what}`, { json });
const isEncoded = ({ newFile }: Submission) =>
  newFile?.processing === 'READY' || newFile?.processing === 'FAILED';
const shown = (id: number) => site.call(videos.get, { params: { id } });

test('a live video plays its old file until the new one is approved, and everything else stays', async () => {
  const id = await submit({ title: 'Harbour' });
  await post(id, 'approve');
  await site.visitor().fetch(`/api/videos/${id}/like`, { method: 'POST' });
  const before = await shown(id);
  expect(before).toMatchObject({ durationSec: 1, lllLikes: 1 });
  expect((await replace(id, long)).status).toBe(201);
  const waiting = await until(creator.fetch, id, isEncoded, 'the new video is encoded');
  expect(waiting).toMatchObject({ status: 'APPROVED', newFile: { status: 'PENDING', durationSec: 3 } });
  expect(await shown(id)).toEqual(before);
  // admins find it in the review list, and no one else sees it
  const queue = await admin.call(submissions.list, { query: { status: 'PENDING' } });
  expect(queue.map((each) => each.id)).toEqual([id]);
  expect(await creator.call(submissions.mine)).toHaveLength(1);
  const file = waiting.newFile?.sourceUrl ?? '';
  expect((await site.fetch(file)).status).toBe(200);
  expect((await site.fetch(file.replace(/\/signed\/[^/]+/, ''))).status).toBe(404);

  expect(await (await post(id, 'approve')).json()).toMatchObject({
    newFile: null,
    durationSec: 3,
    title: 'Harbour',
  });
  const after = await shown(id);
  expect(after).toMatchObject({ durationSec: 3, lllLikes: 1 });
  expect(after.sourceUrl).not.toBe(before.sourceUrl);
  expect((await site.fetch(after.sourceUrl ?? '')).status).toBe(200);
  // pages that are open play on
  expect((await site.fetch(before.sourceUrl ?? '')).status).toBe(200);
  expect((await post(id, 'approve')).status).toBe(409);
});

soakTest(
  'of two replacements in one day both former files stay for open pages, until theirs are removed',
  async () => {
    const id = await submit();
    await post(id, 'approve');
    const former: string[] = [];
    for (const path of [long, short]) {
      former.push((await shown(id)).sourceUrl ?? '');
      await replace(id, path);
      await until(creator.fetch, id, isEncoded, 'encoded');
      await post(id, 'approve');
    }
    const statuses = () => Promise.all(former.map(async (path) => (await site.fetch(path)).status));
    expect(await statuses()).toEqual([200, 200]);
    const prefix = former[0]?.split('/').slice(2, 5).join('/') ?? '';
    await removeFiles.run(
      site.ctx,
      { keys: [], prefixes: [prefix] },
      { id: 'x', signal: AbortSignal.timeout(10_000) },
    );
    expect(await statuses()).toEqual([404, 200]);
    expect(await formerOf(id)).toEqual([former[1]?.split('/')[4]]);
  },
);

test.each(takeSample([checkVideo, encodeVideo], 0))(
  'a failure of $name, which ran twice, leaves the video ready',
  async (step) => {
    const id = await submit();
    await step.onFailed?.(site.ctx, { videoId: id, rev: await revOf(id) });
    expect(await creator.call(submissions.get, { params: { id } })).toMatchObject({
      processing: 'READY',
    });
  },
);

/** The step completes after `meanwhile` ran between its first file and its update of the row. */
async function overtake(
  step: typeof encodeLadder,
  { id, rev }: { id: number; rev: string },
  meanwhile: () => Promise<unknown>,
) {
  const { storage } = site.ctx;
  const { moveIn } = storage;
  let done: Promise<unknown> | null = null;
  storage.moveIn = async (key, path) => {
    await moveIn.call(storage, key, path);
    if (key.includes(rev)) await (done ??= meanwhile());
  };
  const signal = new AbortController().signal;
  await step
    .run(site.ctx, { videoId: id, rev }, { id: step.name, signal })
    .finally(() => (storage.moveIn = moveIn));
  expect(done).not.toBeNull();
}
const formerOf = async (id: number) =>
  (
    await site.ctx.db
      .selectFrom('videos')
      .where('id', '=', id)
      .select('former_revs')
      .executeTakeFirstOrThrow()
  ).former_revs;
const revOf = async (id: number) =>
  (await site.ctx.db.selectFrom('videos').where('id', '=', id).select('media_rev').executeTakeFirstOrThrow())
    .media_rev ?? '';

const STEPS = [
  ['ladder', encodeLadder],
  ['first rendition that runs twice', encodeVideo],
] as const;
test.each(takeSample(STEPS, 0))(
  'a %s overtaken by a replacement leaves the old file for open pages for a day',
  async (_, step) => {
    const id = await submit();
    await post(id, 'approve');
    const [before, rev] = [await shown(id), await revOf(id)];
    const at = { processing: 'PROCESSING' } as const;
    // its process lost the job to another, which has finished by now
    if (step === encodeVideo) await site.ctx.db.updateTable('videos').set(at).where('id', '=', id).execute();
    await overtake(step, { id, rev }, async () => {
      if (step === encodeVideo)
        await site.ctx.db.updateTable('videos').set({ processing: 'READY' }).where('id', '=', id).execute();
      await replace(id, long);
      await until(creator.fetch, id, isEncoded, 'encoded');
      await post(id, 'approve');
    });
    expect(await revOf(id)).not.toBe(rev);
    const file = await site.fetch(before.sourceUrl ?? '');
    expect([file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    const waits = await sqlColumn(z.coerce.number())`
    select extract(epoch from start_after - now()) / 3600 as hours from pgboss.job
    where name = 'video-files-remove' and data::text like ${`%videos/${id}/${rev}%`} and state = 'created'`.execute(
      site.ctx.db,
    );
    expect(waits.length).toBeGreaterThan(0);
    for (const hours of waits) expect(Math.ceil(hours)).toBe(24);
    expect(await creator.call(submissions.get, { params: { id } })).toMatchObject({ durationSec: 3 });
  },
);

soakTest('a ladder of a video that was deleted meanwhile leaves nothing', async () => {
  const id = await submit();
  await overtake(encodeLadder, { id, rev: await revOf(id) }, () =>
    creator.fetch(`/api/submissions/${id}`, { method: 'DELETE' }),
  );
  const files: string[] = [];
  for await (const { key } of site.ctx.storage.list(`videos/${id}`)) files.push(key);
  expect(files).toEqual([]);
});

soakTest('a rejected video leaves the old one, with the reason', async () => {
  const id = await submit();
  await post(id, 'approve');
  await replace(id, long);
  await until(creator.fetch, id, isEncoded, 'encoded');
  expect(await (await post(id, 'reject', { reason: 'Too dark' })).json()).toMatchObject({
    status: 'APPROVED',
    newFile: { status: 'REJECTED', rejectReason: 'Too dark' },
  });
  expect(await shown(id)).toMatchObject({ durationSec: 1 });
  expect((await creator.fetch(`/api/submissions/${id}/file`, { method: 'DELETE' })).status).toBe(204);
  expect(await creator.call(submissions.get, { params: { id } })).toMatchObject({ newFile: null });
});

test('a broken video leaves the old one and gives the reason; a file that is no video is rejected at once', async () => {
  const id = await submit();
  await post(id, 'approve');
  expect((await replace(id, await makeTruncated(dir))).status).toBe(201);
  expect(await until(creator.fetch, id, isEncoded, 'given up')).toMatchObject({
    processing: 'READY',
    newFile: { processing: 'FAILED', failureReason: expect.stringMatching(/./) },
  });
  expect(await shown(id)).toMatchObject({ durationSec: 1 });
  expect((await replace(id, import.meta.filename)).status).toBe(415);
  expect((await replace(id, long, await site.signUp('CONTENT_CREATOR'))).status).toBe(404);
});

soakTest('no one reviews the video of what no one else sees; made public it is reviewed', async () => {
  const id = await submit();
  await post(id, 'approve');
  await creator.fetch(`/api/submissions/${id}`, { method: 'PATCH', json: { visibility: 'PRIVATE' } });
  await replace(id, long);
  expect(await until(creator.fetch, id, ({ durationSec }) => durationSec === 3, 'replaced')).toMatchObject({
    status: 'PENDING',
    newFile: null,
    submissionStatus: { state: 'PRIVATE' },
  });
  await creator.fetch(`/api/submissions/${id}`, { method: 'PATCH', json: { visibility: 'PUBLIC' } });
  expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
  await post(id, 'approve');
  const now = await shown(id);
  expect(now).toMatchObject({ durationSec: 3 });
  // no one but its creator saw the previous one
  expect(await formerOf(id)).toEqual([]);
});

soakTest('a resumable upload names the video that it replaces', async () => {
  const id = await submit();
  const bytes = await readFile(long);
  const created = await creator.fetch('/api/submissions/resumable', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `replaces ${Buffer.from(String(id)).toString('base64')}`,
    },
  });
  expect(created.status).toBe(201);
  await creator.fetch(created.headers.get('location') ?? '', {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  // it was never approved, so the new file needs no separate review
  await until(creator.fetch, id, ({ durationSec }) => durationSec === 3, 'replaced');
});

test('an upload sets its visibility, release time and comments, in one part or in several', async () => {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  const release = { visibility: 'MEMBERS', publishAt, comments: 'HELD' };
  expect(await submitVideo(creator, short, release)).toMatchObject(release);
  const bytes = await readFile(short);
  const metadata = Object.entries({ title: 'In several', category: 'Lifestyle', ...release })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const created = await creator.fetch('/api/submissions/resumable', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': metadata,
    },
  });
  const sent = await creator.fetch(created.headers.get('location') ?? '', {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  const id = Number(sent.headers.get('submission-id'));
  expect(await creator.call(submissions.get, { params: { id } })).toMatchObject(release);
  for (const [name, value] of [
    ['visibility', 'SECRET'],
    ['publishAt', 'soon'],
    ['comments', 'MAYBE'],
  ] as const)
    expect((await upload(creator.fetch, short, { [name]: value })).status, name).toBe(400);
});

test('text changes of a live video wait for an admin if the owner requires that', async () => {
  const id = await addVideo(site.ctx, { title: 'As it was', uploader_id: creator.id });
  const path = '/api/admin/settings/community';
  const { version } = await admin.call(settings.readCommunity);
  await admin.fetch(path, { method: 'PUT', json: { version, editReview: true } });
  const change = (json: object) => creator.fetch(`/api/submissions/${id}`, { method: 'PATCH', json });
  const title = async () => (await site.call(videos.get, { params: { id } })).title;
  expect(await (await change({ title: 'Better', comments: 'HELD' })).json()).toMatchObject({
    title: 'As it was',
    comments: 'HELD',
    pendingChange: { title: 'Better' },
  });
  await post(id, 'reject', { reason: 'No' });
  expect(await creator.call(submissions.get, { params: { id } })).toMatchObject({
    status: 'APPROVED',
    pendingChange: null,
  });
  await change({ title: 'Better', description: 'Of the pier' });
  expect(await title()).toBe('As it was');
  expect(await (await post(id, 'approve')).json()).toMatchObject({
    title: 'Better',
    description: 'Of the pier',
    pendingChange: null,
  });
  expect(await title()).toBe('Better');
});
