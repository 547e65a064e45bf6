import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Submission } from '#contract/submissions/submissions.ts';
import { openMedia } from '#server/adapters/media/media.ts';
import type { Result } from './result.ts';
import type { Site } from './site.ts';
import { callMeanwhile, signIn } from './upload.bench.ts';

const run = promisify(execFile);
const ffmpeg = (...args: string[]) =>
  run('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args]);
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that this process's finished children took. */
function childSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** From the last byte of an upload to a file that plays. */
export async function uploadUntilPlayable(
  site: Site,
  token: string,
  file: string,
): Promise<{ id: number; seconds: number }> {
  const form = new FormData();
  form.append('title', 'Bench');
  form.append('category', 'Lifestyle');
  form.append('file', new Blob([new Uint8Array(await readFile(file))]), path.basename(file));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${site.url}/api/submissions/upload`, { method: 'POST', body: form, headers });
  const began = performance.now();
  const { id } = (await answer.json()) as Submission;
  for (;;) {
    const { processing, failureReason } = (await (
      await fetch(`${site.url}/api/submissions/${id}`, { headers })
    ).json()) as Submission;
    if (processing === 'FAILED') throw new Error(`processing failed: ${failureReason}`);
    if (processing === 'READY') return { id, seconds: (performance.now() - began) / 1000 };
    await delay(10);
  }
}

async function compareLadders(file: string, folder: string): Promise<Result> {
  const media = await openMedia();
  const info = await media.probe(file);
  await mkdir(path.join(folder, 'ours'));
  const start = childSeconds();
  await media.ladder(file, path.join(folder, 'ours'), info);
  const ours = childSeconds() - start;
  const heights = [
    [360, 900],
    [720, 3000],
    [1080, 5500],
  ] as const;
  const split = `[0:v]split=3${heights.map((_, i) => `[s${i}]`).join('')};${heights.map(([height], i) => `[s${i}]scale=-2:${height}[v${i}]`).join(';')}`;
  const outputs = heights.flatMap(([height, kbit], i) => [
    '-map',
    `[v${i}]`,
    '-map',
    '0:a',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-maxrate',
    `${kbit}k`,
    '-bufsize',
    `${kbit * 2}k`,
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    path.join(folder, `${height}.mp4`),
  ]);
  await ffmpeg('-i', file, '-filter_complex', split, ...outputs);
  const reference = childSeconds() - start - ours;
  return {
    name: 'ladder 1080+720+360',
    ours,
    reference,
    unit: 's CPU',
    against: 'one bare ffmpeg call',
    atMost: 1.1,
  };
}

/** The latency of calls while a 1080p ladder is encoded, from start to end. */
async function callsDuringLadder(site: Site, token: string, id: number): Promise<Result> {
  const headers = { authorization: `Bearer ${token}` };
  const calls = callMeanwhile(site);
  for (;;) {
    const answer = await fetch(`${site.url}/api/submissions/${id}`, { headers });
    if (((await answer.json()) as Submission).hlsUrl !== null) break;
    await delay(250);
  }
  return {
    name: 'calls while encoding, p99',
    ours: await calls.end(),
    reference: 100,
    unit: 'ms',
    against: 'the limit',
    atMost: 1,
  };
}

const testSource = (seconds: number, size: string) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=${size}:r=30:d=${seconds}`,
  '-f',
  'lavfi',
  '-i',
  `sine=440:d=${seconds}`,
];

/** H.264, as a phone videos it; a minute by default. */
export const makePhoneVideo = (path: string, seconds = 60) =>
  ffmpeg(
    ...testSource(seconds, '1920x1080'),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-b:v',
    '8M',
    '-c:a',
    'aac',
    path,
  );

/** 20 seconds of WebM, as a browser records it. */
const recordInBrowser = (path: string) =>
  ffmpeg(
    ...testSource(20, '1280x720'),
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-b:v',
    '2500k',
    '-c:a',
    'libopus',
    '-f',
    'webm',
    '-live',
    '1',
    path,
  );

/** How soon uploads play, and what their ladder costs. */
export async function benchProcessing(site: Site): Promise<Result[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lll-encode-'));
  const phone = path.join(folder, 'phone.mp4');
  const recording = path.join(folder, 'recording.webm');
  const short = path.join(folder, 'short.mp4');
  const limit = { unit: 's', against: 'the limit', atMost: 1 };
  try {
    await makePhoneVideo(phone);
    await recordInBrowser(recording);
    await ffmpeg('-i', phone, '-t', '10', '-c', 'copy', short);
    const token = await signIn(site);
    const { seconds: untilRecording } = await uploadUntilPlayable(site, token, recording);
    const { seconds: untilPhone, id } = await uploadUntilPlayable(site, token, phone);
    const calls = await callsDuringLadder(site, token, id);
    return [
      { name: '60 s 1080p H.264 plays after', ours: untilPhone, reference: 2, ...limit },
      { name: '20 s recording plays after', ours: untilRecording, reference: 5, ...limit },
      calls,
      await compareLadders(short, folder),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
