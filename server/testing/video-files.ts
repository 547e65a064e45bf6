import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBinaries } from '#server/adapters/media/binaries.ts';

/** Test videos, generated with ffmpeg. All are short and small. */

const run = promisify(execFile);
const binaries = findBinaries({});

export interface VideoShape {
  width?: number;
  height?: number;
  seconds?: number;
  rate?: number;
  sound?: boolean;
}

/** H.264 and AAC in a plain MP4 unless `output` overrides it. Returns the path. */
export async function makeVideo(
  dir: string,
  name: string,
  shape: VideoShape = {},
  output: string[] = [],
): Promise<string> {
  const { width = 320, height = 180, seconds = 2, rate = 15, sound = true } = shape;
  const path = join(dir, name);
  const { ffmpeg } = await binaries;
  const codecs = name.endsWith('.webm')
    ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', ...(sound ? ['-c:a', 'libopus'] : [])]
    : ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...(sound ? ['-c:a', 'aac'] : [])];
  await run(ffmpeg, [
    '-hide_banner',
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${width}x${height}:r=${rate}:d=${seconds}`,
    ...(sound ? ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`] : []),
    ...codecs,
    ...output,
    path,
  ]);
  return path;
}

/** A second of video in a file of at least this many megabytes: most of it is space that MP4 leaves free. */
export async function makeLargeVideo(dir: string, name: string, megabytes: number): Promise<Buffer> {
  const videoFile = await readFile(await makeVideo(dir, name, { seconds: 1 }));
  const box = Buffer.alloc(8 + (megabytes << 20), 1);
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  return Buffer.concat([videoFile, box]);
}

/** A browser's recording: VP8 and Opus, written live, so without a duration. */
export async function makeRecording(
  dir: string,
  name = 'recording.webm',
  shape: VideoShape = {},
): Promise<string> {
  return makeVideo(dir, name, shape, ['-f', 'webm', '-live', '1']);
}

/** Recordings of an animated canvas by Chromium's MediaRecorder: pictures 30 to 160 ms apart, 3.8 s. */
export const RECORDINGS = {
  webm: fileURLToPath(new URL('recordings/irregular.webm', import.meta.url)),
  mp4: fileURLToPath(new URL('recordings/irregular.mp4', import.meta.url)),
};

/**
 * A black picture and a voice (flite's `slt`, from Debian) that speaks `text` between `from` and `to`, in
 * seconds.
 */
export const SPOKEN = {
  path: fileURLToPath(new URL('recordings/spoken.mp4', import.meta.url)),
  from: 1,
  to: 6,
  text: 'Good morning and welcome to the beach. The weather is warm and the water is very clear today.',
};

/** Chords and a beat, without vocals. */
export async function makeMusic(dir: string, name = 'music.mp4', seconds = 12): Promise<string> {
  const path = join(dir, name);
  const { ffmpeg } = await binaries;
  const chord = [220, 277.18, 329.63, 440]
    .map((pitch) => `0.12*sin(2*PI*t*${pitch}*(1+0.12*floor(mod(t\\,4))))`)
    .join('+');
  const beat = '0.4*(random(0)-0.5)*exp(-30*mod(t\\,0.5))';
  await run(ffmpeg, [
    ...'-v error -y -f lavfi -i'.split(' '),
    `color=black:s=320x180:r=5:d=${seconds}`,
    ...'-f lavfi -i'.split(' '),
    `aevalsrc=${chord}+${beat}:s=44100:d=${seconds}`,
    ...'-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest'.split(' '),
    path,
  ]);
  return path;
}

/** As phones record in changing light: a variable rate of about 25 frames a second. */
export async function makeUnevenVideo(dir: string, name: string, seconds: number): Promise<string> {
  const uneven = "setpts='(N+0.45*sin(N*2.3))/25/TB'";
  return makeVideo(dir, name, { width: 480, height: 400, seconds, rate: 25 }, [
    '-vf',
    `settb=1/90000,${uneven}`,
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:90000',
    '-video_track_timescale',
    '90000',
  ]);
}

/** As camcorders save: two fields in a picture, half a picture apart, of something that moves. */
export async function makeInterlacedVideo(dir: string, name = 'interlaced.mp4'): Promise<string> {
  const path = join(dir, name);
  const { ffmpeg } = await binaries;
  const moving = 'color=black:s=640x480:r=50:d=1[b];color=white:s=60x480:r=50:d=1[w];[b][w]overlay=x=n*10';
  const args = '-c:v libx264 -preset ultrafast -flags +ilme+ildct -x264-params tff=1 -pix_fmt yuv420p';
  const graph = `${moving},format=yuv420p,tinterlace=mode=interleave_top`;
  await run(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', graph, ...args.split(' '), path]);
  return path;
}

/** As a phone in portrait records it: landscape pixels with a rotation, and the location. */
export async function makePhoneVideo(
  dir: string,
  name = 'phone.mov',
  shape: VideoShape = {},
): Promise<string> {
  const flat = await makeVideo(dir, `flat-${name}`, shape);
  const path = join(dir, name);
  const { ffmpeg } = await binaries;
  const turn = await quarterTurn(ffmpeg);
  await run(ffmpeg, [
    '-hide_banner',
    '-v',
    'error',
    '-y',
    ...turn.input,
    '-i',
    flat,
    '-c',
    'copy',
    ...turn.output,
    '-metadata',
    'location=+48.8584+002.2945/',
    '-metadata',
    'com.apple.quicktime.location.ISO6709=+48.8584+002.2945/',
    '-metadata',
    'com.apple.quicktime.make=Phone',
    '-movflags',
    'use_metadata_tags',
    path,
  ]);
  return path;
}

/** The rotation argument: since ffmpeg 6.0 an option of the input, before a tag of the output. */
async function quarterTurn(ffmpeg: string): Promise<{ input: string[]; output: string[] }> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-h', 'full'], { maxBuffer: 1 << 24 });
  return /^-display_rotation\b/m.test(stdout)
    ? { input: ['-display_rotation:v:0', '90'], output: [] }
    : { input: [], output: ['-metadata:s:v:0', 'rotate=90'] };
}

/** As a phone saves HDR: HEVC, 10 bit, wide colours. Side by side white, mid grey, red, blue and skin, all as bright as paper. */
export async function makeHdrVideo(
  dir: string,
  name: string,
  transfer: 'smpte2084' | 'arib-std-b67',
): Promise<string> {
  const path = join(dir, name);
  const { ffmpeg } = await binaries;
  const colours = HDR_COLOURS.map((colour, at) => `color=0x${colour}:s=64x72:r=10:d=1[c${at}]`);
  const graph =
    `${colours.join(';')};${colours.map((_, at) => `[c${at}]`).join('')}hstack=${colours.length},format=gbrp,` +
    `zscale=tin=bt709:pin=bt709:min=gbr:rin=full:t=${transfer}:p=bt2020:m=bt2020nc:r=limited:npl=203,format=yuv420p10le`;
  const tags = `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
  const args =
    `-c:v libx265 -preset ultrafast -x265-params log-level=none:crf=12:${tags} ` +
    `-color_primaries bt2020 -color_trc ${transfer} -colorspace bt2020nc -tag:v hvc1`;
  await run(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', graph, ...args.split(' '), path]);
  return path;
}

export const HDR_COLOURS = ['ffffff', '808080', 'ff0000', '0000ff', 'd0a080'];

/** Files that are no honest video, under a video's name. */
export async function makeHostileFiles(
  dir: string,
): Promise<{ name: string; path: string; reason: RegExp }[]> {
  const videoFile = await makeVideo(dir, 'whole.mp4', { seconds: 3 }, ['-movflags', '+faststart']);
  const late = await makeVideo(dir, 'late.mp4', { seconds: 2 });
  const whole = await readFile(videoFile);
  const bytes: [name: string, content: string | Buffer, reason: RegExp][] = [
    [
      'playlist.mp4',
      '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
      /playlist/,
    ],
    ['concat.mp4', 'ffconcat version 1.0\nfile /etc/passwd\n', /playlist/],
    ['dash.mp4', '<?xml version="1.0"?><MPD><BaseURL>file:///etc/</BaseURL></MPD>', /playlist/],
    ['script.mp4', '#!/bin/sh\nrm -rf /\n', /script/],
    ['php.mp4', '<?php system($_GET["x"]); ?>', /script/],
    ['archive.mp4', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]), /ZIP/],
    ['page.mp4', '<!DOCTYPE html><html><script>alert(1)</script></html>', /web page/],
    [
      'drawing.mp4',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      /SVG/,
    ],
    ['document.mp4', '%PDF-1.7\n%âãÏÓ\n', /PDF/],
    ['program.mp4', Buffer.concat([Buffer.from('\x7FELF', 'latin1'), randomBytes(300)]), /program/],
    [
      'picture.mp4',
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), randomBytes(300)]),
      /picture/,
    ],
    ['noise.mp4', Buffer.concat([Buffer.from([1, 2, 3, 4]), randomBytes(5000)]), /read this file as a video/],
    ['empty.mp4', '', /empty/],
    ['short.mp4', 'ab', /read this file as a video/],
    ['text.mp4', 'Just a letter to you.', /read this file as a video/],
    [
      'box-then-noise.mp4',
      Buffer.concat([whole.subarray(0, 40), randomBytes(20_000)]),
      /can't read|incomplete|format/,
    ],
    [
      'webm-then-noise.webm',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), randomBytes(20_000)]),
      /can't read|incomplete/,
    ],
    ['no-index.mp4', (await readFile(late)).subarray(0, 20_000), /incomplete/],
  ];
  const files = await Promise.all(
    bytes.map(async ([name, content, reason]) => {
      const path = join(dir, `hostile-${name}`);
      await writeFile(path, content);
      return { name, path, reason };
    }),
  );
  return [
    ...files,
    { name: 'sound only', path: await makeSoundOnly(dir), reason: /only sound/ },
    {
      name: 'longer than 10 minutes',
      path: await makeVideo(dir, 'long.mp4', { width: 32, height: 32, seconds: 640, rate: 1, sound: false }),
      reason: /10 minutes/,
    },
    {
      name: 'wider than 4096',
      path: await makeVideo(dir, 'wide.mp4', { width: 4098, height: 64, seconds: 1, rate: 1, sound: false }),
      reason: /4096/,
    },
    {
      name: 'speck',
      path: await makeVideo(dir, 'speck.mp4', { width: 8, height: 8, seconds: 1, sound: false }),
      reason: /too small/,
    },
  ];
}

async function makeSoundOnly(dir: string): Promise<string> {
  const path = join(dir, 'sound.mp4');
  const { ffmpeg } = await binaries;
  await run(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=440:d=1', '-c:a', 'aac', path]);
  return path;
}

/** A file whose index describes more data than it has. */
export async function makeTruncated(dir: string, name = 'truncated.mp4'): Promise<string> {
  const whole = await readFile(
    await makeVideo(dir, `whole-${name}`, { seconds: 6, rate: 30 }, ['-movflags', '+faststart']),
  );
  const path = join(dir, name);
  await writeFile(path, whole.subarray(0, Math.floor(whole.length / 2)));
  return path;
}
