import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  HDR_COLOURS,
  makeVideo,
  makeHdrVideo,
  makeHostileFiles,
  makePhoneVideo,
  makeRecording,
  makeTruncated,
} from '#server/testing/video-files.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { findBinaries } from './binaries.ts';
import { encodePlayable } from './encode.ts';
import { openMedia, type Media } from './media.ts';
import { MediaRejection } from './rejection.ts';

const run = promisify(execFile);
let dir: string;
let media: Media;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-media-'));
  media = await openMedia();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** The steps of every upload: inspected, then copied or encoded; returns facts about the result. */
async function makePlayable(path: string) {
  const info = await media.probe(path);
  const out = `${path}.playable.mp4`;
  await (info.copyable ? media.remux(path, out, info) : media.encodePlayable(path, out, info));
  return { info, out, result: await media.probe(out) };
}

/** A moment of a video as every player shows it, in pixels of `width` × `height`. */
async function shown(path: string, at: number, width = 32, height = 32): Promise<number[]> {
  const filter = `format=rgb24,scale=${width}:${height}:flags=area`;
  const args = `-frames:v 1 -vf ${filter} -f rawvideo -pix_fmt rgb24 -`.split(' ');
  const { stdout } = await run(
    (await findBinaries({})).ffmpeg,
    ['-v', 'error', '-ss', String(at), '-i', path, ...args],
    {
      encoding: 'buffer',
    },
  );
  return [...stdout];
}

/** Both show the same picture at that moment: upright, whole, in its colours. */
async function expectSamePicture(result: string, source: string, at: number): Promise<void> {
  const [ours, theirs] = await Promise.all([shown(result, at), shown(source, at)]);
  const apart = ours.reduce((sum, value, index) => sum + Math.abs(value - (theirs[index] ?? 0)), 0);
  expect(apart / ours.length, `${result} at ${at} s`).toBeLessThan(12);
}

describe('hostile files', () => {
  it('are rejected, each with its reason', async () => {
    const files = await makeHostileFiles(dir);
    expect(files.length).toBeGreaterThanOrEqual(15);
    for (const { name, path, reason } of files) {
      const rejection = await media.probe(path).then(
        () => `${name} was accepted`,
        (error: unknown) => error,
      );
      expect(rejection, name).toBeInstanceOf(MediaRejection);
      expect((rejection as Error).message, name).toMatch(reason);
    }
  });

  it('are rejected when copied if they are truncated after a complete index', async () => {
    const path = await makeTruncated(dir);
    const info = await media.probe(path);
    await expect(media.remux(path, join(dir, 'cut.mp4'), info)).rejects.toBeInstanceOf(MediaRejection);
  });

  soakTest('a picture of 225 million pixels is rejected', async () => {
    const bomb = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: '#f80' } })
      .png()
      .toBuffer();
    await expect(media.squareImage(bomb)).rejects.toThrow(/40 million/);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(media.squareImage(svg)).rejects.toThrow(/can't use this picture/);
    await expect(media.thumbnailSet(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), dir)).rejects.toThrow(
      /damaged/,
    );
  });
});

describe('playable', () => {
  it('copies H.264 and AAC into a fast-start MP4', async () => {
    const path = await makeVideo(dir, 'plain.mp4');
    const { info, out, result } = await makePlayable(path);
    expect(info).toMatchObject({
      copyable: true,
      audioCopyable: true,
      audioCodec: 'aac',
      width: 320,
      height: 180,
    });
    expect(result.durationSec).toBeCloseTo(2, 0);
    // where there is no ladder, its sound alone is encoded
    const gain = await media.gain(path, info);
    expect(gain).toBeGreaterThan(3);
    await media.remux(path, out, info, { gain });
    expect(await media.gain(out, result)).toBe(0);
    const bytes = await readFile(out);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it("rotates a phone's video upright and removes where it was recorded", async () => {
    const path = await makePhoneVideo(dir);
    expect((await readFile(path)).includes('48.8584')).toBe(true);
    const { info, out, result } = await makePlayable(path);
    expect(info).toMatchObject({ rotation: 90, width: 180, height: 320 });
    expect(result).toMatchObject({ width: 180, height: 320 });
    await expectSamePicture(out, path, 1.03);
    const poster = join(dir, 'phone.jpg');
    await media.poster(out, poster, 0.2, result);
    expect(await sharp(poster).metadata()).toMatchObject({ width: 180, height: 320 });
    const outDir = await newDir('phone');
    const ladder = await media.ladder(path, outDir, info);
    expect(ladder.renditions).toMatchObject([{ width: 180, height: 320 }]);
    for (const file of [out, ...(await readdir(outDir)).map((name) => join(outDir, name))]) {
      const bytes = await readFile(file);
      for (const trace of ['48.8584', 'ISO6709', 'Phone'])
        expect(bytes.includes(trace), `${trace} in ${file}`).toBe(false);
    }
  });

  soakTest('gives a browser recording its duration', async () => {
    const path = await makeRecording(dir, 'recording.webm', { width: 640, height: 480, seconds: 3 });
    const { info, out, result } = await makePlayable(path);
    await expectSamePicture(out, path, 2.03);
    expect(info).toMatchObject({ durationSec: expect.closeTo(3, 0), copyable: false, videoCodec: 'vp8' });
    expect(await media.gain(out, result)).toBe(0);
    expect(result).toMatchObject({ videoCodec: 'h264', audioCodec: 'aac', width: 480, height: 360 });
    expect(result.durationSec).toBeCloseTo(3, 0);
  });

  soakTest('accepts silent videos and odd dimensions', async () => {
    const silent = await makePlayable(await makeVideo(dir, 'silent.mp4', { sound: false }));
    expect(silent.result.audioCodec).toBeNull();
    const odd = await makePlayable(
      await makeVideo(dir, 'odd.mkv', { width: 321, height: 181 }, ['-pix_fmt', 'yuv444p']),
    );
    expect(odd.info.copyable).toBe(false);
    expect((odd.result.width % 2) + (odd.result.height % 2)).toBe(0);
    expect(Math.abs(odd.result.width - 321) + Math.abs(odd.result.height - 181)).toBeLessThanOrEqual(2);
    expect(odd.result.durationSec).toBeCloseTo(2, 0);
    await expectSamePicture(odd.out, join(dir, 'odd.mkv'), 1.03);
    const { videoCodec, width } = silent.result;
    expect({ videoCodec, width }).toEqual({ videoCodec: 'h264', width: 320 });
  });

  soakTest('accepts HEVC and variable frame rates', async () => {
    const hevc = await makePlayable(
      await makeVideo(dir, 'hevc.mp4', { seconds: 1 }, [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        'log-level=none',
        '-tag:v',
        'hvc1',
      ]),
    );
    expect(hevc.info.copyable).toBe(false);
    expect(hevc.result).toMatchObject({ videoCodec: 'h264', durationSec: expect.closeTo(1, 0) });
    await expectSamePicture(hevc.out, join(dir, 'hevc.mp4'), 0.5);
    const varied = await makePlayable(
      await makeVideo(dir, 'varied.webm', { seconds: 4 }, [
        '-vf',
        "select='not(mod(n,3))+lt(t,1)'",
        '-fps_mode',
        'vfr',
      ]),
    );
    expect(varied.result.durationSec).toBeCloseTo(4, 0);
    await expectSamePicture(varied.out, join(dir, 'varied.webm'), 3.19);
  });

  it.each(takeSample(['smpte2084', 'arib-std-b67'] as const, 1))(
    'converts HDR (%s) to standard colours',
    async (transfer) => {
      const path = await makeHdrVideo(dir, `${transfer}.mp4`, transfer);
      const { info, out, result } = await makePlayable(path);
      expect(info).toMatchObject({ hdr: true, copyable: false });
      // 8 bit, and declared as ordinary colours
      expect(result).toMatchObject({ hdr: false, copyable: true, durationSec: expect.closeTo(1, 0) });
      const poster = join(dir, `${transfer}.jpg`);
      await media.poster(path, poster, 0.2, info);
      const wanted = Buffer.from(HDR_COLOURS.join(''), 'hex');
      for (const picture of [out, poster]) {
        const row = await shown(picture, 0, 320, 64);
        for (const [patch, colour] of HDR_COLOURS.entries()) {
          for (const part of [0, 1, 2]) {
            const found = row[(32 * 320 + patch * 64 + 32) * 3 + part] ?? 0;
            const apart = Math.abs(found - (wanted[patch * 3 + part] ?? 0));
            expect(apart, `${picture}: ${colour}, part ${part} is ${found}`).toBeLessThan(32);
          }
        }
      }
    },
  );

  soakTest('leaves HDR to the browser, labelled as HDR, where ffmpeg can’t tone-map it', async () => {
    const path = await makeHdrVideo(dir, 'unmapped.mp4', 'arib-std-b67');
    const info = await media.probe(path);
    const out = join(dir, 'unmapped.out.mp4');
    await encodePlayable({ ...(await findBinaries({})), toneMaps: false }, path, out, info, 0, {});
    expect(await media.probe(out)).toMatchObject({ hdr: true, videoCodec: 'h264' });
  });

  it('copies the video and re-encodes the audio of H.264 with Opus', async () => {
    const { info, result } = await makePlayable(await makeVideo(dir, 'opus.mp4', {}, ['-c:a', 'libopus']));
    expect(info).toMatchObject({ copyable: true, audioCopyable: false });
    expect(result.audioCodec).toBe('aac');
  });
});

describe('ladder', () => {
  it('has the renditions that the source allows, at equal loudness, and reports progress', async () => {
    const path = await makeVideo(dir, 'hd.mp4', { width: 720, height: 1280, seconds: 2, rate: 12 }, [
      '-af',
      'volume=-20dB',
    ]);
    const info = await media.probe(path);
    const outDir = await newDir('hd');
    const seen: number[] = [];
    const ladder = await media.ladder(path, outDir, info, { onProgress: (done) => seen.push(done) });
    expect(ladder.renditions.map(({ width, height }) => [width, height])).toEqual([
      [360, 640],
      [720, 1280],
    ]);
    expect(seen.at(-1)).toBeGreaterThan(0.9);
    expect(await readFile(join(outDir, 'master.m3u8'), 'utf8')).toMatch(
      /RESOLUTION=360x640[^]*RESOLUTION=720x1280/,
    );
    for (const { file, playlist } of ladder.renditions) {
      expect((await media.probe(join(outDir, file))).durationSec).toBeCloseTo(2, 0);
      expect(await readFile(join(outDir, playlist), 'utf8')).toMatch(/#EXT-X-MAP[^]*#EXT-X-ENDLIST/);
    }
    // twice as loud as at first, and more: every rendition, and its MP4
    const missing: number[] = [];
    for (const { file, mp4, width, height } of ladder.renditions) {
      const whole = join(outDir, mp4);
      const result = await media.probe(whole);
      expect(result).toMatchObject({ width, height, durationSec: expect.closeTo(2, 0) });
      const bytes = await readFile(whole);
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      for (const made of [join(outDir, file), whole])
        missing.push(await media.gain(made, await media.probe(made)));
    }
    expect(missing).toHaveLength(4);
    expect(Math.max(...missing)).toBeLessThan(12);
    expect(Math.max(...missing) - Math.min(...missing)).toBeLessThan(0.2);
  });

  soakTest('never upscales', async () => {
    const path = await makeVideo(dir, 'small.mp4', { width: 200, height: 100 });
    const ladder = await media.ladder(path, await newDir('small'), await media.probe(path));
    expect(ladder.renditions).toMatchObject([{ width: 200, height: 100 }]);
  });

  it('stops when aborted', async () => {
    const short = await makeVideo(dir, 'short.mp4', { width: 1280, height: 720, seconds: 2, rate: 30 });
    const path = join(dir, 'stop.mp4');
    // the same ten times over: enough to do for the encoder, and made at once
    const args = ['-v', 'error', '-stream_loop', '9', '-i', short, '-c', 'copy', path];
    await run((await findBinaries({})).ffmpeg, args);
    const info = await media.probe(path);
    const stop = new AbortController();
    const work = media.ladder(path, await newDir('stop'), info, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('stopped')),
    });
    await expect(work).rejects.toThrow('stopped');
  });
});

describe('pictures', () => {
  it('creates thumbnails, a placeholder and a storyboard', async () => {
    const path = await makeVideo(dir, 'board.mp4', { width: 1280, height: 720, seconds: 12, rate: 1 });
    const info = await media.probe(path);
    const outDir = await newDir('board');
    await media.poster(path, join(outDir, 'poster.jpg'), 1.2, info);
    const { placeholder, files } = await media.thumbnailSet(join(outDir, 'poster.jpg'), outDir);
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(placeholder.length).toBeLessThan(700);
    expect(files).toHaveLength(13);
    expect(await sharp(join(outDir, 'thumb-640.avif')).metadata()).toMatchObject({ width: 640, height: 360 });
    await media.storyboard(path, outDir, info);
    const cues = (await readFile(join(outDir, 'storyboard.vtt'), 'utf8')).match(/-->/g);
    expect(cues).toHaveLength(12);
    expect(await sharp(join(outDir, 'storyboard.jpg')).metadata()).toMatchObject({
      width: 1600,
      height: 180,
    });
  });

  it('crops profile images to squares, upright and without metadata', async () => {
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#f80' } })
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
      .jpeg()
      .toBuffer();
    const images = await media.squareImage(photo);
    for (const { size, data } of images) {
      const facts = await sharp(data).metadata();
      expect(facts).toMatchObject({ format: 'webp', width: size, height: size });
      expect(facts.exif).toBeUndefined();
    }
  });

  it('rejects audio as a picture', async () => {
    const path = join(dir, 'x.jpg');
    await writeFile(path, 'ID3 not a picture');
    await expect(media.thumbnailSet(await readFile(path), dir)).rejects.toBeInstanceOf(MediaRejection);
  });
});

async function newDir(name: string): Promise<string> {
  const path = join(dir, `${name}.d`);
  await mkdir(path, { recursive: true });
  return path;
}
