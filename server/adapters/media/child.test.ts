import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBinaries } from './binaries.ts';
import { ChildFailure, runChild, type Limits } from './child.ts';

let dir: string;
const binaries = await findBinaries({});
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-child-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const PLENTY: Limits = { seconds: 60, memoryMiB: 4096, fileMiB: 1024, nice: 0 };

/** Pictures without end, uncompressed. */
async function endless(limits: Partial<Limits>, filter = 'null', out = 'null -'): Promise<unknown> {
  const args =
    `-nostdin -v error -re -f lavfi -i testsrc2=s=640x480:r=30 -vf ${filter} -c:v rawvideo -f ${out}`.split(
      ' ',
    );
  return runChild(binaries, 'ffmpeg', args, { limits: { ...PLENTY, ...limits } }).then(
    () => 'ended well',
    (error: unknown) => error,
  );
}

it('ends a child that takes too long, and says that it was that', async () => {
  const failure = await endless({ seconds: 0.5 });
  expect(failure).toBeInstanceOf(ChildFailure);
  expect(failure).toMatchObject({ timedOut: true, message: expect.stringContaining('out of time') });
});

it.runIf(binaries.prlimit)('denies a child more memory than it may have', async () => {
  const failure = await endless({ memoryMiB: 700 }, 'scale=4096:4096,tile=10x10');
  expect(failure).toBeInstanceOf(ChildFailure);
  expect(failure).toMatchObject({
    timedOut: false,
    stderr: expect.stringContaining('Cannot allocate memory'),
  });
});

it.runIf(binaries.prlimit)('denies a child a larger file than it may write', async () => {
  const path = join(dir, 'large.raw');
  expect(await endless({ fileMiB: 1 }, 'null', `rawvideo file:${path}`)).toBeInstanceOf(ChildFailure);
  expect((await stat(path)).size).toBeLessThanOrEqual(1 << 20);
});
