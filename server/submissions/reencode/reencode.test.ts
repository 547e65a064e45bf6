import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { videoSettings, type VideoSettings } from '#contract/settings/video-settings.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { videos } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, until } from '#server/testing/uploads.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { removeFiles } from '../files.jobs.ts';
import { planReencode, reencodeVideo } from './reencode.jobs.ts';
import { mayGoOn } from './reencode.store.ts';
import { soakTest } from '#server/testing/soak.ts';

let site: TestSite;
let creator: TestPerson;
let admin: TestPerson;
let dir: string;
let path: string;
let first: number;
let second: number;
let ladder: TestSite['ctx']['media']['ladder'];
beforeAll(async () => {
  site = await startTestSite({}, { without: [planReencode] });
  ({ ladder } = site.ctx.media);
  creator = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  dir = await mkdtemp(join(tmpdir(), 'lll-idle-'));
  path = await makeVideo(dir, 'video.mp4', { width: 640, height: 480, seconds: 1, rate: 10 });
  [first, second] = [await addLive(), await addLive()];
});
afterEach(async () => {
  site.ctx.media.ladder = ladder;
  await site.ctx.db.deleteFrom('video_days').execute();
  await expect.poll(() => mayGoOn(site.ctx.db, ''), { timeout: 60_000 }).toBe(true);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const show = (id: number) => site.call(videos.get, { params: { id } });
const status = async (address: string | null) => (await site.fetch(address ?? '')).status;

/** A live video with its ladder. */
async function addLive(id?: number): Promise<number> {
  id ??= (await submitVideo(creator, path)).id;
  await until(creator.fetch, id, ({ hlsUrl }) => hlsUrl !== null, 'in several sizes');
  await admin.fetch(`/api/submissions/${id}/approve`, { json: {} });
  return id;
}

/** Seen so often yesterday. */
const watch = (id: number, views = 100) =>
  sql`insert into video_days values (${id}, current_date - 1, ${views})`.execute(site.ctx.db);

const save = async (change: Partial<VideoSettings>) => {
  const { version } = await admin.call(videoSettings.read);
  await admin.call(videoSettings.change, { body: { version, ...change } });
};

const latestJob = () =>
  site.ctx.db
    .selectFrom(
      sql<{ id: string; state: string; videoId: number }>`(
      select id, state::text, (data->>'videoId')::int as "videoId" from pgboss.job
      where name = ${reencodeVideo.name} order by created_on desc limit 1)`.as('job'),
    )
    .selectAll()
    .executeTakeFirst();

/** The video that the planner chooses; undefined: none. */
async function plan(): Promise<number | undefined> {
  const before = await latestJob();
  await planReencode.run(site.ctx, {}, { id: 'x', signal: AbortSignal.timeout(10_000) });
  const after = await latestJob();
  return after?.id === before?.id ? undefined : after?.videoId;
}
async function untilEnded(state = 'completed') {
  await expect.poll(async () => (await latestJob())?.state, { timeout: 60_000 }).toBe(state);
}

/** The next idle encode begins with `meanwhile`, and goes on as soon as it is to stop. */
function interrupt(meanwhile: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    site.ctx.media.ladder = async (source, outDir, info, options) => {
      if (options?.encoder !== 'slow') return ladder(source, outDir, info, options);
      await meanwhile();
      await expect.poll(() => options.signal?.aborted, { timeout: 30_000 }).toBe(true);
      resolve();
      return ladder(source, outDir, info, options);
    };
  });
}

test('plans only live uploads with a stored original and several sizes, if enabled and there is space', async () => {
  await watch(first);
  const set = (change: object) =>
    site.ctx.db.updateTable('videos').set(change).where('id', '=', first).execute();
  const row = await site.ctx.db
    .selectFrom('videos')
    .where('id', '=', first)
    .select(['original_key', 'hls_key'])
    .executeTakeFirstOrThrow();
  for (const change of [{ original_key: null }, { hls_key: null }, { archived_at: new Date() }]) {
    await set(change);
    expect(await plan()).toBeUndefined();
    await set({ ...row, archived_at: null });
  }
  await save({ reencodeWhenIdle: false });
  expect(await plan()).toBeUndefined();
  await save({ reencodeWhenIdle: true, popularAfterViews: 101 });
  expect(await plan()).toBeUndefined();
  await save({ popularAfterViews: 100 });
  const freeBytes = site.ctx.storage.freeBytes.bind(site.ctx.storage);
  site.ctx.storage.freeBytes = async () => site.ctx.settings.LIMITS.freeDisk;
  expect(await plan()).toBeUndefined();
  site.ctx.storage.freeBytes = freeBytes;
});

test('discards a result that is no smaller, and does not try again', async () => {
  await watch(first);
  const before = await show(first);
  site.ctx.media.ladder = async (source, outDir, ...rest) => {
    const made = await ladder(source, outDir, ...rest);
    await truncate(join(outDir, 'v0.mp4'), 10_000_000);
    return made;
  };
  expect(await plan()).toBe(first);
  await untilEnded();
  expect(await show(first)).toEqual(before);
  expect(await plan()).toBeUndefined();
  await site.ctx.db.deleteFrom('reencodes').execute();
});

soakTest('an admin cancels it for good, and can retry it', async () => {
  await watch(first);
  const before = await show(first);
  const act = async (what: 'cancel' | 'retry') => {
    const job = await latestJob();
    const params = { queue: reencodeVideo.name, id: job?.id ?? '' };
    await admin.call(what === 'cancel' ? adminApi.cancelJob : adminApi.retryJob, { params });
  };
  const stopped = interrupt(() => act('cancel'));
  expect(await plan()).toBe(first);
  await stopped;
  await untilEnded('cancelled');
  expect(await show(first)).toEqual(before);
  expect(await plan()).toBeUndefined();
  site.ctx.media.ladder = ladder;
  await act('retry');
  await untilEnded();
  expect((await show(first)).hlsUrl).not.toBe(before.hlsUrl);
});

test('an upload stops it and it restarts later; open pages play the former files for a day', async () => {
  await watch(second, 101);
  const before = await show(second);
  let uploaded = 0;
  const stopped = interrupt(async () => ({ id: uploaded } = await submitVideo(creator, path)));
  expect(await plan()).toBe(second);
  await stopped;
  await untilEnded();
  expect(await show(second)).toEqual(before);
  site.ctx.media.ladder = ladder;
  await watch(await addLive(uploaded));

  // the most watched first
  expect(await plan()).toBe(second);
  await untilEnded();
  const after = await show(second);
  expect(after.hlsUrl).not.toBe(before.hlsUrl);
  expect(after).toEqual({ ...before, hlsUrl: after.hlsUrl, sourceUrl: after.sourceUrl });
  for (const { hlsUrl, sourceUrl } of [before, after])
    expect([await status(hlsUrl), await status(sourceUrl)]).toEqual([200, 200]);
  const saved = await site.fetch(`${after.sourceUrl}?download`);
  expect(saved.headers.get('content-disposition')).toContain(`video-${second}.mp4`);
  expect((await admin.call(adminApi.overview)).bytesSaved).toBeGreaterThan(0);

  const { rows } = await sql<{ data: Parameters<typeof removeFiles.run>[1] }>`
    select data from pgboss.job where name = ${removeFiles.name} and state = 'created'
      and start_after between now() + interval '23 hours' and now() + interval '25 hours'
      and data::text like ${`%videos/${second}/%v0.mp4%`}`.execute(site.ctx.db);
  expect(rows).toHaveLength(1);
  await removeFiles.run(site.ctx, rows[0]!.data, { id: 'x', signal: AbortSignal.timeout(10_000) });
  expect([await status(before.hlsUrl), await status(before.sourceUrl)]).toEqual([404, 404]);
  for (const address of [after.hlsUrl, after.sourceUrl, after.thumbnail, after.storyboard])
    expect(await status(address)).toBe(200);
});

soakTest('a file that is replaced meanwhile wins', async () => {
  const id = Number((await creator.call(submissions.mine))[0]?.id);
  await watch(id);
  const other = await makeVideo(dir, 'other.mp4', { seconds: 2 });
  site.ctx.media.ladder = async (source, outDir, info, options) => {
    const made = await ladder(source, outDir, info, options);
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await readFile(other))], { type: 'video/mp4' }), 'new.mp4');
    await creator.fetch(`/api/submissions/${id}/file`, { method: 'POST', body });
    await until(creator.fetch, id, ({ newFile }) => newFile?.processing === 'READY', 'encoded');
    await admin.fetch(`/api/submissions/${id}/approve`, { json: {} });
    return made;
  };
  expect(await plan()).toBe(id);
  await untilEnded();
  expect(await show(id)).toMatchObject({ durationSec: 2 });
  for await (const { key } of site.ctx.storage.list(`videos/${id}`)) expect(key).not.toContain('/slow/');
});

test('AV1 is stored beside H.264 if the owner wants it and ffmpeg supports it', async () => {
  const { encodesAv1 } = site.ctx.media;
  await watch(second);
  expect(await plan()).toBeUndefined();
  await save({ av1: true });
  site.ctx.media.encodesAv1 = false;
  expect(await plan()).toBeUndefined();
  site.ctx.media.encodesAv1 = encodesAv1;
  if (!encodesAv1) return;
  const before = await show(second);
  expect(await plan()).toBe(second);
  await untilEnded();
  const after = await show(second);
  expect(after).toEqual({ ...before, hlsUrl: before.hlsUrl?.replace('master.m3u8', 'av1.m3u8') });
  const main = await (await site.fetch(after.hlsUrl ?? '')).text();
  const variants = [...main.matchAll(/CODECS="(\w+).*\n(.+)/g)].map(([, codec, file]) => [codec, file]);
  expect(variants).toEqual([
    ['avc1', 'v0.m3u8'],
    ['avc1', 'v1.m3u8'],
    ['av01', 'a0.m3u8'],
    ['av01', 'a1.m3u8'],
  ]);
  for (const [, file] of variants)
    expect(await status((after.hlsUrl ?? '').replace('av1.m3u8', file!))).toBe(200);
  expect(await status(before.hlsUrl)).toBe(200);
  expect(await plan()).toBeUndefined();
});
