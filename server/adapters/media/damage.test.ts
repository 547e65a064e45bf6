import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { damage, makeKinds, prepare } from '#server/testing/damage.ts';
import { SOAK, takeSample } from '#server/testing/soak.ts';
import { ChildFailure } from './child.ts';
import { isDamage } from './damage.ts';
import { openMedia } from './media.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-damage-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it.each([
  'Decoder (codec none) not found for input stream #0:1',
  '[aac @ 0x5] Input buffer exhausted before END element found',
  '[vp9 @ 0x5] Not all references are available',
  '[hevc @ 0x5] PPS id out of range: 61',
  '[aac @ 0x5] channel element 2.3 is not allocated',
  '[matroska,webm @ 0x5] Element at 0x1f4 ending at 0x2b01 exceeds containing master element ending at 0x2a00',
  '[aost#0:1/aac @ 0x5] Non-monotonic DTS; previous: 14672, current: 13560',
  '[aist#0:1/none @ 0x5] Decoding requested, but no decoder found for: none',
])('blames the file for: %s', (line) => {
  expect(isDamage(new ChildFailure('ffmpeg ended with 1', `${line}\nConversion failed!`, false))).toBe(true);
});

it.each([
  [
    'a full disk',
    'Error while decoding stream #0:0\nav_interleaved_write_frame(): No space left on device',
    false,
  ],
  ['too little memory', 'Error while decoding stream #0:0: Cannot allocate memory', false],
  ['too little time', 'Invalid data found when processing input', true],
  ['a missing program', 'ffmpeg: not found', false],
])('blames the server for %s', (_name, stderr, timedOut) => {
  expect(isDamage(new ChildFailure('ffmpeg ended', stderr, timedOut))).toBe(false);
});

it('never blames the server for a file with corrupted bytes', async () => {
  const media = await openMedia();
  const kinds = await makeKinds(dir);
  const blamed: (string | null)[] = [];
  for (const [at, path] of takeSample([...kinds.entries()], 3))
    for (const seed of SOAK ? [at + 1, at + 6] : [at + 1])
      blamed.push(await prepare(media, await damage(path, seed), dir));
  expect(blamed.filter(Boolean)).toEqual([]);
});
