import { copyFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Submission } from '#contract/submissions.ts';
import { playlistSeconds } from '#server/adapters/media/playlists.ts';
import { RECORDINGS, makeClip } from '#server/testing/clips.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { until, upload } from '#server/testing/uploads.ts';
import { removeFiles } from './files.jobs.ts';
import { checkLadders, startCheckingLadders } from './ladders.jobs.ts';

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
    .select(['hls_key', 'mp4_key', 'mp4_lines', 'ladder_version'])
    .executeTakeFirstOrThrow();
  return { hlsKey: hls_key ?? '', mp4Key: mp4_key ?? '', ...rest };
}
const stored = (key: string) => join(site.ctx.settings.DATA_DIR, 'media', key);
const beside = (key: string, name: string) => key.replace(/[^/]+$/, name);

/** As the release before left it: one MP4, as it came or with 360 lines. */
async function takeBack(id: number, version: number): Promise<void> {
  const { mp4Key, mp4_lines } = await row(id);
  for (const lines of mp4_lines) await rm(stored(beside(mp4Key, `${lines}p.mp4`)));
  await site.ctx.db
    .updateTable('videos')
    .set({ ladder_version: version, mp4_lines: [], mp4_key: beside(mp4Key, 'video.mp4') })
    .where('id', '=', id)
    .execute();
}

const bringUp = () => checkLadders.run(site.ctx, {}, { id: 'x', signal: AbortSignal.timeout(60_000) });

test('what a former release ended with is brought to the present form, and only what is wrong is encoded again', async () => {
  const raw = await makeClip(dir, 'small.mp4', { width: 320, height: 180, seconds: 1 });
  const twoRungs = await makeClip(dir, 'right.mp4', { width: 640, height: 480, seconds: 1 });
  const [right = 0, small = 0, wrong = 0] = await submit(twoRungs, raw, RECORDINGS.webm);
  const fresh = await row(right);
  expect(fresh).toMatchObject({ ladder_version: 3, mp4_lines: [360, 480] });
  expect(fresh.mp4Key).toBe(beside(fresh.hlsKey, '480p.mp4'));
  for (const id of [wrong, right, small]) await takeBack(id, id === wrong ? 1 : 2);
  const before = await row(wrong);
  const playlist = await readFile(stored(beside(before.hlsKey, 'v0.m3u8')), 'utf8');
  await writeFile(
    stored(beside(before.hlsKey, 'v0.m3u8')),
    playlist.replaceAll(/#EXTINF:[\d.]+/g, '#EXTINF:0.045'),
  );
  const playable = await readFile(stored(before.mp4Key));
  const smallBefore = await row(small);
  await copyFile(raw, stored(smallBefore.mp4Key));
  const rung = await stat(stored(beside(fresh.hlsKey, 'v1.mp4')));

  // ends on the way; the others don't wait for it
  vi.spyOn(site.ctx.storage, 'moveIn').mockImplementationOnce(() => Promise.reject(new Error('full')));
  await expect(bringUp()).rejects.toThrow('full');
  vi.restoreAllMocks();
  expect([await row(right), await row(small)]).toMatchObject([
    { ladder_version: 2, mp4_lines: [] },
    { ladder_version: 3 },
  ]);

  await startCheckingLadders(site.ctx);
  await expect
    .poll(async () => [await row(wrong), await row(right), await row(small)], { timeout: 40_000 })
    .toMatchObject(Array.from({ length: 3 }, () => ({ ladder_version: 3 })));
  expect(await row(right)).toEqual(fresh);
  expect((await stat(stored(beside(fresh.hlsKey, 'v1.mp4')))).mtimeMs).toBe(rung.mtimeMs);
  for (const name of ['360p.mp4', '480p.mp4']) {
    const info = await site.ctx.media.probe(stored(beside(fresh.hlsKey, name)));
    expect([Math.min(info.width, info.height), info.durationSec]).toEqual([
      Number.parseInt(name),
      expect.closeTo(1, 0),
    ]);
  }
  const levelled = await row(small);
  expect(levelled).toMatchObject({ mp4Key: beside(smallBefore.mp4Key, '180p.mp4'), mp4_lines: [] });
  const info = await site.ctx.media.probe(stored(levelled.mp4Key));
  expect([
    await site.ctx.media.gain(raw, info),
    await site.ctx.media.gain(stored(levelled.mp4Key), info),
  ]).toEqual([expect.closeTo(5, -1), 0]);
  const again = await row(wrong);
  // caches keep a file for good: what changed has another name
  expect(again.hlsKey).not.toBe(before.hlsKey);
  expect(again.mp4Key).not.toBe(before.mp4Key);
  expect(playlistSeconds(await readFile(stored(beside(again.hlsKey, 'v0.m3u8')), 'utf8'))).toBeCloseTo(
    3.8,
    0,
  );
  expect(await readdir(stored(beside(again.hlsKey, '')))).toEqual(
    expect.arrayContaining(['v0.mp4', '360p.mp4']),
  );
  // pages that are open play on, for a day
  expect((await readFile(stored(before.mp4Key))).equals(playable)).toBe(true);
  const waiting = await site.ctx.jobs.boss.findJobs<{ keys: string[] }>(removeFiles.name, {});
  const removed = waiting.filter(({ startAfter }) => startAfter.getTime() > Date.now() + 23 * 3600 * 1000);
  expect(removed.flatMap(({ data }) => data.keys)).toEqual(
    expect.arrayContaining([before.mp4Key, beside(fresh.mp4Key, 'video.mp4'), smallBefore.mp4Key]),
  );

  await startCheckingLadders(site.ctx);
  expect(await site.ctx.jobs.boss.findJobs('video-ladders-check', {})).toHaveLength(1);
});
