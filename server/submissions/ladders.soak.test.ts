import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Submission } from '#contract/submissions.ts';
import { makeClip } from '#server/testing/clips.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { until, upload } from '#server/testing/uploads.ts';
import { removeFiles } from './files.jobs.ts';
import { startCheckingLadders } from './ladders.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let dir: string;
beforeAll(async () => {
  site = await startTestSite();
  creator = await site.signUp('CONTENT_CREATOR');
  dir = await mkdtemp(join(tmpdir(), 'lll-ladders-'));
  return () => rm(dir, { recursive: true, force: true });
});

async function submit(...paths: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const path of paths) ids.push(((await (await upload(creator.fetch, path)).json()) as Submission).id);
  for (const id of ids)
    await until(creator.fetch, id, ({ storyboard }) => storyboard !== null, 'has all of its files');
  return ids;
}

async function row(id: number) {
  const { hls_key, mp4_key, ...rest } = await site.ctx.db
    .selectFrom('videos')
    .where('id', '=', id)
    .select(['hls_key', 'mp4_key', 'mp4_lines', 'ladder_version', 'poster_key'])
    .executeTakeFirstOrThrow();
  return { hlsKey: hls_key ?? '', mp4Key: mp4_key ?? '', ...rest };
}
const stored = (key: string) => join(site.ctx.settings.DATA_DIR, 'media', key);
const beside = (key: string, name: string) => key.replace(/[^/]+$/, name);

/** As a former release left it: what played was one MP4 in its first folder. */
const takeBack = (id: number) =>
  site.ctx.db.updateTable('videos').set({ ladder_version: 3 }).where('id', '=', id).execute();

test('what a former release ended with is made again from its original, under names that were never there', async () => {
  const small = await makeClip(dir, 'small.mp4', { width: 320, height: 180, seconds: 1 });
  const large = await makeClip(dir, 'large.mp4', { width: 640, height: 480, seconds: 1 });
  const ids = await submit(large, small);
  const before = await Promise.all(ids.map(row));
  expect(before).toMatchObject([
    { ladder_version: 4, mp4_lines: [360, 480] },
    { ladder_version: 4, mp4_lines: [] },
  ]);
  const [former = '', formerSmall = ''] = await Promise.all(
    before.map(({ mp4Key }) => readFile(stored(mp4Key), 'base64')),
  );
  for (const id of ids) await takeBack(id);

  await startCheckingLadders(site.ctx);
  await expect
    .poll(async () => (await Promise.all(ids.map(row))).map((one) => one.ladder_version), { timeout: 90_000 })
    .toEqual([4, 4]);
  const [again, levelled] = await Promise.all(ids.map(row));
  expect(again).toMatchObject({ mp4_lines: [360, 480], mp4Key: beside(again?.hlsKey ?? '', '480p.mp4') });
  expect(again?.hlsKey).toMatch(/\/ladder-4\/master\.m3u8$/);
  expect(levelled).toMatchObject({ hlsKey: '', mp4_lines: [] });
  expect(levelled?.mp4Key).toMatch(/\/ladder-4\/180p\.mp4$/);
  for (const made of [again, levelled]) {
    expect(made?.poster_key).toMatch(/\/ladder-4\/thumb-640\.jpg$/);
    expect((await stat(stored(made?.poster_key ?? ''))).size).toBeGreaterThan(500);
  }
  expect(await readdir(stored(beside(again?.hlsKey ?? '', '')))).toEqual(
    expect.arrayContaining(['v0.mp4', 'v1.mp4', '360p.mp4', '480p.mp4', 'storyboard.jpg']),
  );
  const info = await site.ctx.media.probe(stored(levelled?.mp4Key ?? ''));
  expect(await site.ctx.media.gain(stored(levelled?.mp4Key ?? ''), info)).toBe(0);
  // pages that are open play on, for a day
  expect(await readFile(stored(before[0]?.mp4Key ?? ''), 'base64')).toBe(former);
  expect(await readFile(stored(before[1]?.mp4Key ?? ''), 'base64')).toBe(formerSmall);
  const waiting = await site.ctx.jobs.boss.findJobs<{ keys: string[] }>(removeFiles.name, {});
  const removed = waiting.filter(({ startAfter }) => startAfter.getTime() > Date.now() + 23 * 3600 * 1000);
  expect(removed.flatMap(({ data }) => data.keys)).toEqual(
    expect.arrayContaining(before.map(({ mp4Key }) => mp4Key)),
  );

  await startCheckingLadders(site.ctx);
  expect(await site.ctx.jobs.boss.findJobs('video-ladders-check', {})).toHaveLength(1);
});
