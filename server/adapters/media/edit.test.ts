import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Edit } from '#contract/submissions/edit.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { findBinaries } from './binaries.ts';
import { applyEdit } from './edit.ts';
import { openMedia } from './media.ts';

const run = promisify(execFile);
const media = openMedia();
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-edit-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const RATE = 25;
const SECONDS = 4;
const WHOLE: Edit = { start: 0, end: SECONDS, crop: null, rotate: 0, mute: false };
/** A beep lasts for a tenth of a second. */
const BEEP = 1.3;

async function ffmpeg(...args: string[]): Promise<Buffer> {
  const { ffmpeg: program } = await findBinaries({});
  const options = { encoding: 'buffer', maxBuffer: 1 << 28 } as const;
  return (await run(program, ['-hide_banner', '-v', 'error', '-y', ...args], options)).stdout;
}

/** Each picture is as bright as its number, its left half black; key frames are seconds apart. */
async function makeNumbered(name: string, rate = `fps=${RATE}`, output: string[] = []): Promise<string> {
  const path = join(dir, name);
  const picture = `nullsrc=s=64x40:r=${RATE}:d=${SECONDS},format=yuv420p,geq=lum='if(lt(X,32),16,30+2*N)':cb=128:cr=128,scale=640:400:flags=neighbor,${rate}`;
  const sound = `aevalsrc='if(between(t,${BEEP},${BEEP + 0.1}),sin(2*PI*1000*t),0)':s=48000:d=${SECONDS}`;
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-i',
    sound,
    '-crf',
    '10',
    '-g',
    '60',
    ...output,
    path,
  );
  return path;
}

/** How bright each picture of a file is. */
async function lightsOf(path: string): Promise<number[]> {
  const look = ['-vf', 'crop=2:2:iw-16:ih/2,extractplanes=y', '-fps_mode', 'passthrough'];
  const bytes = await ffmpeg('-i', path, ...look, '-f', 'rawvideo', '-');
  return [...bytes].filter((_, at) => at % 4 === 0);
}

/** The numbers of the pictures in a file, by those of the whole video. */
async function picturesOf(path: string, whole: number[]): Promise<number[]> {
  const distances = (light: number) => whole.map((each) => Math.abs(each - light));
  return (await lightsOf(path)).map((light) => distances(light).indexOf(Math.min(...distances(light))));
}

/** When its beep begins, by the times of its samples: AAC begins before the picture. */
async function beepOf(path: string): Promise<number> {
  const inTime = ['-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', '48000'];
  const bytes = await ffmpeg('-copyts', '-i', path, ...inTime, '-f', 's16le', '-');
  for (let at = 0; at < bytes.length / 2; at += 1)
    if (Math.abs(bytes.readInt16LE(at * 2)) > 1500) return at / 48_000;
  return Number.NaN;
}

async function encode(path: string, edit: Edit, name: string) {
  const { probe, encodePlayable, ladder } = await media;
  const original = await probe(path);
  const info = applyEdit(original, edit);
  await encodePlayable(path, join(dir, `${name}-whole.mp4`), original);
  const whole = await lightsOf(join(dir, `${name}-whole.mp4`));
  const mp4 = join(dir, `${name}.mp4`);
  await encodePlayable(path, mp4, info);
  const folder = join(dir, name);
  await mkdir(folder);
  const { renditions } = await ladder(path, folder, info);
  const last = renditions.at(-1);
  return { info, whole, mp4, hls: join(folder, last?.playlist ?? ''), large: join(folder, last?.mp4 ?? '') };
}

describe('a cut', () => {
  const SOURCES: [string, string[], number, number][] = [
    ['between.mp4', [], 1.113, 2.347],
    ['even.mp4', [], 0.52, 2.6],
    ['late.mkv', ['-output_ts_offset', '3'], 0.52, 2.6],
    ['recorded.webm', ['-c:v', 'libvpx', '-b:v', '4M', '-c:a', 'libopus', '-cues_to_front', '0'], 0.52, 2.6],
  ];
  test.each(takeSample(SOURCES, 1))(
    'of %s is accurate to the frame, and its sound to 20 ms, as MP4 and as HLS',
    async (name, output, start, end) => {
      const path = await makeNumbered(name, undefined, output);
      const made = await encode(path, { ...WHOLE, start, end }, `cut-${name}`);
      for (const file of [made.mp4, made.large, made.hls]) {
        const pictures = await picturesOf(file, made.whole);
        expect(Math.abs((pictures[0] ?? 0) / RATE - start)).toBeLessThanOrEqual(1 / RATE);
        expect(Math.abs(((pictures.at(-1) ?? 0) + 1) / RATE - end)).toBeLessThanOrEqual(1 / RATE);
        expect(Math.abs(pictures.length / RATE - (end - start))).toBeLessThanOrEqual(1 / RATE);
        expect(Math.abs((await beepOf(file)) - (BEEP - start))).toBeLessThanOrEqual(0.02);
      }
    },
  );

  soakTest('of a recording with long-lasting frames begins with the frame shown at that time', async () => {
    // pictures 0, 50 and 99, the second one shown from 2 s on
    const path = await makeNumbered('still.mp4', `select='eq(n,0)+eq(n,50)+eq(n,99)'`, ['-fps_mode', 'vfr']);
    const { probe, encodePlayable, poster } = await media;
    const info = applyEdit(await probe(path), { ...WHOLE, start: 1, end: 1.9 });
    await encodePlayable(path, join(dir, 'still-cut.mp4'), info);
    for (const light of await lightsOf(join(dir, 'still-cut.mp4'))) expect(light).toBeLessThan(40);
    await poster(path, join(dir, 'still.jpg'), 0.5, info);
    const [light = 255] = await ffmpeg(
      '-i',
      join(dir, 'still.jpg'),
      '-vf',
      'crop=2:2:iw-16:ih/2,extractplanes=y',
      '-f',
      'rawvideo',
      '-',
    );
    expect(light).toBeLessThan(40);
  });
});

describe('an edit', () => {
  const light = (path: string, x: string, y: string) =>
    ffmpeg('-i', path, '-frames:v', '1', '-vf', `crop=2:2:${x}:${y},extractplanes=y`, '-f', 'rawvideo', '-');

  test('rotates, then crops, and removes the sound', async () => {
    const path = await makeNumbered('turned.mp4');
    // clockwise, the black left half comes to the top
    const edit: Edit = {
      start: 2,
      end: 3,
      crop: { x: 0, y: 0.25, width: 1, height: 0.5 },
      rotate: 90,
      mute: true,
    };
    const { info, large } = await encode(path, edit, 'turn');
    expect([info.width, info.height, info.soundIndex]).toEqual([400, 320, null]);
    expect((await (await media).probe(large)).soundIndex).toBeNull();
    expect((await light(large, '8', '8'))[0]).toBeLessThan(24);
    expect((await light(large, '8', 'ih-16'))[0]).toBeGreaterThan(100);
  });

  test.each<[string, Partial<Edit>]>([
    ['beyond the end', { end: 4.3 }],
    ['of less than 64 pixels', { crop: { x: 0, y: 0, width: 0.09, height: 1 } }],
  ])('%s is rejected', async (_, wrong) => {
    const path = await makeVideo(dir, 'wrong.mp4', { width: 640, height: 400, seconds: SECONDS });
    const info = await (await media).probe(path);
    expect(() => applyEdit(info, { ...WHOLE, ...wrong })).toThrow(/past the end|too little/);
    expect(applyEdit(info, null)).toBe(info);
  });
});
