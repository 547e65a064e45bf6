import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Submission } from '#contract/submissions.ts';
import { playlistSeconds } from '#server/adapters/media/playlists.ts';
import { RECORDINGS, makeClip } from '#server/testing/clips.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { until, upload } from '#server/testing/uploads.ts';
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

async function submit(path: string): Promise<{ id: number; hlsKey: string; mp4Key: string }> {
  const { id } = (await (await upload(creator.fetch, path)).json()) as Submission;
  await until(creator.fetch, id, ({ hlsUrl }) => hlsUrl !== null, 'has a ladder');
  return { id, ...(await keysOf(id)) };
}

const row = (id: number) =>
  site.ctx.db
    .selectFrom('videos')
    .where('id', '=', id)
    .select(['hls_key', 'mp4_key', 'storyboard_key', 'ladder_version'])
    .executeTakeFirstOrThrow();
const keysOf = async (id: number) => {
  const { hls_key, mp4_key } = await row(id);
  return { hlsKey: hls_key ?? '', mp4Key: mp4_key ?? '' };
};
const stored = (key: string) => join(site.ctx.settings.DATA_DIR, 'media', key);
const playlistOf = (hlsKey: string) => stored(hlsKey.replace('master.m3u8', 'v0.m3u8'));

test('ladders of a former release with wrong times are made again beside the old ones, the others are let be', async () => {
  const wrong = await submit(RECORDINGS.webm);
  const right = await submit(await makeClip(dir, 'right.mp4', { width: 480, height: 400, seconds: 1 }));
  expect([await row(wrong.id), await row(right.id)]).toMatchObject([
    { ladder_version: 2 },
    { ladder_version: 2 },
  ]);
  const before = await readFile(playlistOf(wrong.hlsKey), 'utf8');
  await writeFile(playlistOf(wrong.hlsKey), before.replaceAll(/#EXTINF:[\d.]+/g, '#EXTINF:0.045'));
  await site.ctx.db.updateTable('videos').set({ ladder_version: 1 }).execute();
  const playable = await readFile(stored(wrong.mp4Key));

  await startCheckingLadders(site.ctx);
  await expect
    .poll(async () => [await row(wrong.id), await row(right.id)], { timeout: 40_000 })
    .toMatchObject([{ ladder_version: 2 }, { ladder_version: 2 }]);
  expect((await keysOf(right.id)).hlsKey).toBe(right.hlsKey);
  const again = await keysOf(wrong.id);
  // caches keep a file for good: what changed has another name
  expect(again.hlsKey).not.toBe(wrong.hlsKey);
  expect(again.mp4Key).not.toBe(wrong.mp4Key);
  expect(playlistSeconds(await readFile(playlistOf(again.hlsKey), 'utf8'))).toBeCloseTo(3.8, 0);
  expect(await readdir(stored(again.hlsKey.replace('/master.m3u8', '')))).toContain('v0.mp4');
  // pages that are open play on
  expect((await readFile(stored(wrong.mp4Key))).equals(playable)).toBe(true);

  await startCheckingLadders(site.ctx);
  expect(await site.ctx.jobs.boss.findJobs('video-ladders-check', {})).toHaveLength(1);
});
