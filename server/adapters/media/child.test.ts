import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVideo } from '#server/testing/video-files.ts';
import { findBinaries } from './binaries.ts';
import { ChildFailure, runChild, type RateLimits } from './child.ts';
import { inNamespaces, type ChildFiles } from './isolation.ts';

let dir: string;
const binaries = await findBinaries({});
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-child-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const PLENTY: RateLimits = { seconds: 60, memoryMiB: 4096, fileMiB: 1024, nice: 0 };

/** Pictures without end, uncompressed. */
async function endless(limits: Partial<RateLimits>, filter = 'null', out = 'null -'): Promise<unknown> {
  const args =
    `-nostdin -v error -re -f lavfi -i testsrc2=s=640x480:r=30 -vf ${filter} -c:v rawvideo -f ${out}`.split(
      ' ',
    );
  return runChild(binaries, 'ffmpeg', args, {
    limits: { ...PLENTY, ...limits },
    files: { writes: dir },
  }).then(
    () => 'ended well',
    (error: unknown) => error,
  );
}

it('ends a child that takes too long and reports the timeout', async () => {
  const failure = await endless({ seconds: 0.5 });
  expect(failure).toBeInstanceOf(ChildFailure);
  expect(failure).toMatchObject({ timedOut: true, message: expect.stringContaining('out of time') });
});

it.runIf(binaries.prlimit)('denies a child more memory than its limit', async () => {
  const failure = await endless({ memoryMiB: 700 }, 'scale=4096:4096,tile=10x10');
  expect(failure).toBeInstanceOf(ChildFailure);
  expect(failure).toMatchObject({
    timedOut: false,
    stderr: expect.stringContaining('Cannot allocate memory'),
  });
});

it.runIf(binaries.prlimit)('denies a child a file larger than its limit', async () => {
  const path = join(dir, 'large.raw');
  expect(await endless({ fileMiB: 1 }, 'null', `rawvideo file:${path}`)).toBeInstanceOf(ChildFailure);
  expect((await stat(path)).size).toBeLessThanOrEqual(1 << 20);
});

/** Connections that reach this machine while the child tries to open an address here. */
async function knock(isolation = binaries.isolation): Promise<number> {
  let knocks = 0;
  const server = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const args = ['-nostdin', '-v', 'error', '-i', `http://127.0.0.1:${port}/clip.mp4`, '-f', 'null', '-'];
  await runChild({ ...binaries, isolation }, 'ffmpeg', args, { limits: PLENTY, files: {} }).catch(() => {});
  server.close();
  return knocks;
}

it.runIf(binaries.isolation.name !== 'none')('gives a child no network access', async () => {
  expect(await knock()).toBe(0);
});

const unshares =
  spawnSync('unshare', ['--user', '--map-current-user', '--net', '--ipc', 'true']).status === 0;
it.runIf(unshares)('gives a child no network access even without bubblewrap', async () => {
  expect(await knock(inNamespaces('unshare'))).toBe(0);
});

it.runIf(binaries.isolation.name === 'bwrap')(
  'shows a child only its own files and never lets it change its input',
  async () => {
    const upload = await makeVideo(dir, 'upload.mp4', { seconds: 0.2 });
    const other = await makeVideo(dir, 'other.mp4', { seconds: 0.2 });
    const size = (await stat(upload)).size;
    const copy = async (from: string, to: string, files: ChildFiles) =>
      runChild(
        binaries,
        'ffmpeg',
        ['-nostdin', '-v', 'error', '-y', '-i', from, '-c', 'copy', '-f', 'mp4', to],
        { limits: PLENTY, files },
      ).then(
        () => 'done',
        (error: ChildFailure) => error.stderr,
      );
    expect(await copy(upload, join(dir, 'copy.mp4'), { reads: [upload], writes: dir })).toBe('done');
    expect(await copy(other, '/dev/null', { reads: [upload] })).toContain('No such file');
    expect(await copy('/etc/passwd', '/dev/null', { reads: [upload] })).toContain('No such file');
    expect(await copy(join(dir, 'copy.mp4'), upload, { reads: [upload], writes: dir })).toMatch(
      /Read-only|denied/,
    );
    expect((await stat(upload)).size).toBe(size);
  },
);
