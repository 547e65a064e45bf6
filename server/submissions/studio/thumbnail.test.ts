import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Submission } from '#contract/submissions.ts';
import { makeClip } from '#server/testing/clips.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { until, untilProcessed, upload } from '#server/testing/uploads.ts';
import { removeFiles } from '../files.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let clip: string;
beforeAll(async () => {
  site = await startTestSite();
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  clip = await makeClip(dir, 'clip.mp4', { width: 640, height: 360, seconds: 1 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function picture(background: string): Promise<Blob> {
  const image = sharp({ create: { width: 800, height: 450, channels: 3, background } });
  return new Blob([new Uint8Array(await image.jpeg().toBuffer())], { type: 'image/jpeg' });
}
async function put({ fetch }: TestPerson, id: number, background: string) {
  const form = new FormData();
  form.append('thumbnail', await picture(background), 't.jpg');
  return fetch(`/api/submissions/${id}/thumbnail`, { method: 'PUT', body: form });
}
async function submit(): Promise<Submission> {
  const answer = await upload(creator.fetch, clip, { thumbnail: await picture('#f00') });
  return untilProcessed(creator.fetch, ((await answer.json()) as Submission).id);
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

/** What of a clip waits for its time in the queue is removed now. */
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

test('another thumbnail takes the place of the first, whose files go', async () => {
  const made = await submit();
  expect(await colourOf(made)).toBe('red');
  const before = await filesIn(`videos/${made.id}`);
  const originals = (await filesIn('originals')).length;
  expect((await put(creator, made.id, '#00f')).status).toBe(200);
  const changed = await until(
    creator.fetch,
    made.id,
    ({ thumbnail }) => thumbnail !== made.thumbnail,
    'another thumbnail',
  );
  expect(await colourOf(changed)).toBe('blue');
  // an open page may still show the first one
  expect(await colourOf(made)).toBe('red');
  await expect.poll(() => removeNow(made.id)).toBe(1);
  expect(await colourOf(changed)).toBe('blue');
  expect(await filesIn(`videos/${made.id}`)).toHaveLength(before.length);
  expect((await site.fetch(made.thumbnail ?? '')).status).toBe(404);
  await expect.poll(async () => (await filesIn('originals')).length, { timeout: 10_000 }).toBe(originals);
});

/** Whether what creators change of what others see waits for an admin. */
async function setEditReview(editReview: boolean): Promise<void> {
  const path = '/api/admin/settings/community';
  const { version } = (await (await admin.fetch(path)).json()) as { version: number };
  expect((await admin.fetch(path, { method: 'PUT', json: { version, editReview } })).status).toBe(200);
}

test('what was approved keeps its thumbnail unless an admin changes it, where the owner wants that', async () => {
  await setEditReview(true);
  const made = await submit();
  const originals = (await filesIn('originals')).length;
  await admin.fetch(`/api/submissions/${made.id}/approve`, { method: 'POST' });
  const rejected = await put(creator, made.id, '#00f');
  expect([rejected.status, await rejected.json()]).toEqual([
    409,
    {
      code: 'WRONG_STATE',
      error: 'This video is approved. Ask an administrator to unapprove it before you change its thumbnail.',
    },
  ]);
  const other = await site.signUp('CONTENT_CREATOR');
  expect((await put(other, made.id, '#00f')).status).toBe(404);
  const now = (await (await creator.fetch(`/api/submissions/${made.id}`)).json()) as Submission;
  expect(await colourOf(now)).toBe('red');
  expect(await filesIn('originals')).toHaveLength(originals);

  expect((await put(admin, made.id, '#00f')).status).toBe(200);
  const changed = await until(creator.fetch, made.id, (it) => it.thumbnail !== now.thumbnail, 'changed');
  expect(await colourOf(changed)).toBe('blue');
  const logged = await site.ctx.db
    .selectFrom('audit_log')
    .where('action', '=', 'submission.thumbnail')
    .select(['actor_name', 'subject_id'])
    .execute();
  expect(logged).toEqual([{ actor_name: admin.username, subject_id: String(made.id) }]);
});

test('a creator changes the thumbnail of an approved one at once', async () => {
  await setEditReview(false);
  const made = await submit();
  await admin.fetch(`/api/submissions/${made.id}/approve`, { method: 'POST' });
  const answer = await put(creator, made.id, '#00f');
  expect([answer.status, await answer.json()]).toMatchObject([200, { editedAt: expect.any(String) }]);
});

test('what was approved while the picture came in keeps the one that was reviewed', async () => {
  await setEditReview(true);
  const made = await submit();
  const originals = (await filesIn('originals')).length;
  const write = site.ctx.storage.write.bind(site.ctx.storage);
  site.ctx.storage.write = async (key, source) => {
    const stored = await write(key, source);
    await admin.fetch(`/api/submissions/${made.id}/approve`, { method: 'POST' });
    return stored;
  };
  const late = await put(creator, made.id, '#00f');
  site.ctx.storage.write = write;
  expect(late.status).toBe(409);
  expect(await filesIn('originals')).toHaveLength(originals);
  await admin.fetch(`/api/admin/videos/${made.id}/soft-delete`, { json: { reason: 'x' } });
  expect((await put(creator, made.id, '#00f')).status).toBe(409);
});
