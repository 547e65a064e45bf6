import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { reportBar } from '#server/testing/soak.ts';
import { BrokenFile } from './faults.ts';
import { parseUntrusted } from './parse-untrusted.ts';

const MAX_STALL_MS = 200;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-stall-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const holes = `[${Array<string>(190_000).fill('{"1000":0}').join(',')}]`;
const lists = (count: number, ending: string, content: string): [string, string][] =>
  numbers(count).map((at) => [`${at}.${ending}`, content]);
const video = (at: number) => ({
  name: `Video ${at}`,
  description: '“” <"> '.repeat(700),
  archiveFiles: { videoFile: `${at}.mp4` },
});

/** What is largest and nastiest of what the limits allow. */
const ARCHIVES: Record<string, () => [name: string, content: string][]> = {
  'objects with holes': () => [
    ['data.json', holes],
    ['a.json', holes],
    ['a.mp4', ''],
  ],
  'tables of quotes': () => lists(20, 'csv', '"a'.repeat(1 << 20)),
  'nested lists': () => lists(200, 'json', '['.repeat(2 << 20)),
  'videos times paths': () => [
    ...numbers(700).map((at): [string, string] => [`${'long/'.repeat(100)}${at}.mp4`, '']),
    ...lists(20, 'json', JSON.stringify(numbers(4_550).map((at) => ({ ...video(at), description: '' })))),
  ],
  'endless names': () => numbers(5_000).map((at) => [`${'ü'.repeat(29_000)}${at}.mp4`, '']),
  'as many files as may be': () => numbers(20_000).map((at) => [`${'a/'.repeat(400)}${at}`, 'text']),
  'the largest result': () => [
    ...[0, 500].map((from): [string, string] => [
      `${from}.json`,
      JSON.stringify(numbers(500).map((at) => video(from + at))),
    ]),
    ...numbers(1_000).map((at): [string, string] => [`${at}.mp4`, '']),
  ],
};

test.each(Object.entries(ARCHIVES))('%s stall nobody', { timeout: 600_000 }, async (name, make) => {
  const path = join(folder, `${name}.zip`);
  const zip = new ZipFile();
  for (const [file, content] of make()) zip.addBuffer(Buffer.from(content), file);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  await pause(1000);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const parser of ['videoArchive', 'exportArchive'] as const)
    await parseUntrusted(parser, { path }, { member: 1, waits: true }).catch((error: unknown) => {
      if (!(error instanceof BrokenFile)) throw error;
    });
  await pause(100);
  delay.disable();
  const stall = delay.max / 1e6;
  reportBar(`the longest stall by ${name}, ms`, Math.round(stall), MAX_STALL_MS);
  expect(stall).toBeLessThan(MAX_STALL_MS);
});
