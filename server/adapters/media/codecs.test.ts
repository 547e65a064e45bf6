import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVideo } from '#server/testing/video-files.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { findBinaries } from './binaries.ts';
import { openMedia, type Media } from './media.ts';
import { PARTS } from './parts.ts';

let dir: string;
let media: Media;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-codecs-'));
  media = await openMedia();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const SHAPE = { width: 64, height: 64, seconds: 0.4, sound: false };

const REJECTED: [codec: string, output: string[]][] = [
  ['flv1', ['-c:v', 'flv']],
  ['snow', ['-c:v', 'snow', '-strict', '-2']],
  ['cinepak', ['-c:v', 'cinepak', '-pix_fmt', 'rgb24']],
];

it.each(takeSample(REJECTED, 1))('%s is rejected with a message and never decoded', async (codec, output) => {
  const path = await makeVideo(dir, `${codec}.mkv`, SHAPE, output);
  await expect(media.probe(path)).rejects.toThrow(
    `This video is in a format that isn't supported here (${codec}). Please save it as MP4 and try again.`,
  );
  // should the probe ever be talked round
  const info = await media.probe(await makeVideo(dir, 'plain.mp4', SHAPE));
  await expect(media.encodePlayable(path, join(dir, 'out.mp4'), info)).rejects.toThrow();
  await expect(media.poster(path, join(dir, 'out.jpg'), 0, info)).rejects.toThrow();
});

soakTest('a video in a codec that is allowed only for covers is rejected too', async () => {
  const path = await makeVideo(dir, 'png.mov', SHAPE, ['-c:v', 'png']);
  await expect(media.probe(path)).rejects.toThrow(/in a format that isn't supported here \(png\)/);
});

it('audio in an unsupported format is rejected too', async () => {
  const path = await makeVideo(dir, 'adpcm.mkv', { seconds: 0.4 }, ['-c:a', 'adpcm_ima_wav']);
  await expect(media.probe(path)).rejects.toThrow(/in a format that isn't supported here \(adpcm_ima_wav\)/);
});

const TAKEN: [name: string, output: string[]][] = [
  ['mjpeg.mov', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le']],
  ['mpeg4.mp4', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
  ['prores.mov', ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-c:a', 'alac']],
  ['vp9.webm', ['-c:v', 'libvpx-vp9', '-c:a', 'libvorbis']],
  ['av1.mp4', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-c:a', 'flac', '-strict', '-2']],
];

it.each(takeSample(TAKEN, 2))('%s still plays', async (name, output) => {
  const path = await makeVideo(dir, name, { width: 160, height: 90, seconds: 0.4 }, output);
  const info = await media.probe(path);
  const out = join(dir, `${name}.mp4`);
  await media.encodePlayable(path, out, info);
  expect(await media.probe(out)).toMatchObject({ videoCodec: 'h264', audioCodec: 'aac' });
});

it('accepts a video with additional tracks, which are never opened', async () => {
  const captions = join(dir, 'captions.srt');
  const cover = join(dir, 'cover.png');
  await writeFile(captions, '1\n00:00:00,000 --> 00:00:00,300\nHello\n');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f80' } }).toFile(cover);
  const plain = await makeVideo(dir, 'plain.mov', { seconds: 0.4 });
  const path = join(dir, 'tracks.mp4');
  const { ffmpeg } = await findBinaries({});
  const inputs = [plain, captions, cover].flatMap((input) => ['-i', input]);
  const args =
    '-map 0 -map 1 -map 2 -c copy -c:s mov_text -disposition:v:1 attached_pic -timecode 01:00:00:00';
  await promisify(execFile)(ffmpeg, ['-v', 'error', ...inputs, ...args.split(' '), path]);
  const info = await media.probe(path);
  await media.encodePlayable(path, join(dir, 'tracks.out.mp4'), info);
  await media.poster(path, join(dir, 'tracks.jpg'), 0, info);
});

it("uses no filter that is missing from the image's build of ffmpeg", async () => {
  const { ffmpeg } = await findBinaries({});
  const { stdout } = await promisify(execFile)(ffmpeg, ['-hide_banner', '-filters'], { maxBuffer: 1 << 22 });
  const known = [...stdout.matchAll(/^ \S+ +(\w+) +\S+->\S+/gm)].map(([, name = '']) => name);
  const sources = await Promise.all(
    ['arguments', 'colours', 'encode', 'stills', 'loudness'].map((name) =>
      readFile(join(import.meta.dirname, `${name}.ts`), 'utf8'),
    ),
  );
  // as ffmpeg reads them: at the beginning of a chain, behind a comma or a label
  const options = known.filter((name) => new RegExp(`[\`',\\]}]${name}=`).test(sources.join('\n')));
  expect(options).toEqual(
    expect.arrayContaining(['scale', 'zscale', 'bwdif', 'volume', 'ebur128', 'split', 'tpad']),
  );
  expect(options.filter((name) => !PARTS.filter.includes(name))).toEqual([]);
});
