import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDisk } from './disk.ts';
import type { WriteOptions } from './storage.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-owned-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const filled = (byte: number, length: number): Buffer => Buffer.alloc(length, byte);

async function write(chunks: Buffer[], options?: WriteOptions): Promise<Buffer> {
  const storage = await openDisk(dir);
  async function* source() {
    yield* chunks;
  }
  await storage.write('originals/a/source', source(), options);
  await storage.close();
  return await readFile(join(dir, 'originals/a/source'));
}

test('a write detaches the buffers it owns, but no part of a larger one', async () => {
  const larger = filled(3, 100_000);
  const chunks = [filled(1, 700_000), filled(2, 700_000), larger.subarray(10), filled(4, 10)];
  const whole = Buffer.concat(chunks);
  expect((await write(chunks, { ownsBuffers: true })).equals(whole)).toBe(true);
  expect(chunks.map(({ length }) => length)).toEqual([0, 0, 99_990, 0]);
  expect(larger.equals(filled(3, 100_000))).toBe(true);
  const buffer = filled(5, 100_000);
  await write([buffer]);
  expect(buffer).toHaveLength(100_000);
});
