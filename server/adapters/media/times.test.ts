import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVideo, makeInterlacedVideo, makeUnevenVideo, RECORDINGS } from '#server/testing/video-files.ts';
import { durationOf, readPlaylist } from '#server/testing/playlists.ts';
import { takeSample } from '#server/testing/soak.ts';
import { findBinaries } from './binaries.ts';
import { openMedia, type Media } from './media.ts';

const run = promisify(execFile);
let dir: string;
let media: Media;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-times-'));
  media = await openMedia();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const VIDEOS: [what: string, make: () => Promise<string> | string, frameRate: string][] = [
  ["a camera's recording (WebM)", () => RECORDINGS.webm, '30.000'],
  ["a camera's recording (MP4)", () => RECORDINGS.mp4, '30.000'],
  ['a phone with uneven times', () => makeUnevenVideo(dir, 'uneven.mp4', 5), '30.000'],
  ['0.2 seconds', () => makeVideo(dir, 'short.mp4', { width: 640, height: 480, seconds: 0.2 }), '15.000'],
  [
    'slow motion',
    () => makeVideo(dir, 'slow.mp4', { width: 480, height: 400, seconds: 1, rate: 120 }),
    '60.000',
  ],
  [
    'television',
    () => makeVideo(dir, 'ntsc.mp4', { width: 480, height: 400, seconds: 1 }, ['-r', '30000/1001']),
    '29.970',
  ],
  ['interlaced', () => makeInterlacedVideo(dir), '25.000'],
];

it.each(takeSample(VIDEOS, 1))(
  'the playlists of %s match their segments, and the video is as long as its source',
  async (what, make, frameRate) => {
    const path = await make();
    const info = await media.probe(path);
    const folder = join(dir, what.replaceAll(/\W/g, '-'));
    await mkdir(folder);
    const { renditions } = await media.ladder(path, folder, info);
    const duration = await durationOf(path);
    for (const { playlist } of renditions) {
      const { segments, declaredSeconds, targetSeconds } = await readPlaylist(folder, playlist);
      for (const { declaredSeconds: declared, paddingSeconds } of segments) {
        expect(Math.abs(declared - paddingSeconds)).toBeLessThan(0.02);
        expect(targetSeconds).toBeGreaterThanOrEqual(Math.round(declared));
      }
      expect(targetSeconds).toBeGreaterThan(0);
      // the last picture's own length is anybody's guess
      expect(Math.abs(declaredSeconds - duration), `${declaredSeconds} s of ${duration} s`).toBeLessThan(
        0.15,
      );
    }
    const master = await readFile(join(folder, 'master.m3u8'), 'utf8');
    const variants = master.split('\n').filter((line) => line.startsWith('#EXT-X-STREAM-INF'));
    expect(variants).toHaveLength(renditions.length);
    for (const variant of variants) expect(variant).toMatch(new RegExp(`,FRAME-RATE=${frameRate}(,|$)`));
  },
);

/** How far a line of one picture is from the mean of its neighbours, over all pixels. */
async function combing(path: string): Promise<number> {
  const args = '-frames:v 1 -f rawvideo -pix_fmt gray -s 640x480 -sws_flags neighbor -'.split(' ');
  const { ffmpeg } = await findBinaries({});
  const { stdout } = await run(ffmpeg, ['-v', 'error', '-ss', '0.5', '-i', path, ...args], {
    encoding: 'buffer',
    maxBuffer: 1 << 22,
  });
  let sum = 0;
  for (let at = 640; at < stdout.length - 640; at += 1)
    sum += Math.abs(2 * (stdout[at] ?? 0) - (stdout[at - 640] ?? 0) - (stdout[at + 640] ?? 0));
  return sum;
}

it('also deinterlaces the file for playback without HLS, and never treats an interlaced source as copyable', async () => {
  const path = await makeInterlacedVideo(dir, 'fields.mp4');
  const info = await media.probe(path);
  expect(info).toMatchObject({ videoCodec: 'h264', interlaced: true, copyable: false });
  const out = join(dir, 'whole.mp4');
  await media.encodePlayable(path, out, info);
  expect(await media.probe(out)).toMatchObject({ interlaced: false, copyable: true });
  // a moving edge shows as a comb, lines apart from their neighbours, where two fields were taken for one picture
  expect(await combing(out)).toBeLessThan((await combing(path)) / 3);
});
