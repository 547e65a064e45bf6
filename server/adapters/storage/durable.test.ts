import { mkdir, mkdtemp, open, readlink, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openStorage } from './open.ts';

let dir: string;
const synced: string[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-durable-'));
  const any = await open(dir);
  const files = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const { sync } = files;
  vi.spyOn(files, 'sync').mockImplementation(async function recordSync(this: FileHandle) {
    synced.push((await readlink(`/proc/self/fd/${this.fd}`)).slice(dir.length));
    await sync.call(this);
  });
});
afterEach(() => void synced.splice(0));
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(dir, { recursive: true, force: true });
});

// a folder's entry is in its parent: without its sync a power cut takes the folder and all that was acknowledged in it
test.runIf(process.platform === 'linux')('syncs new folders and all their parents to disk', async () => {
  const storage = await openStorage(`file:${dir}/site/media`);
  expect(synced).toEqual(expect.arrayContaining(['', '/site', '/site/media']));
  synced.splice(0);

  await storage.write('videos/7/abc/video.mp4', Readable.from([Buffer.from('x')]));
  const above = ['/site/media', '/site/media/videos', '/site/media/videos/7', '/site/media/videos/7/abc'];
  expect(synced).toEqual(expect.arrayContaining(above));
  synced.splice(0);

  await mkdir(join(dir, 'work'));
  await writeFile(join(dir, 'work/made'), 'x');
  await storage.moveIn('videos/8/abc/video.mp4', join(dir, 'work/made'));
  expect(synced).toEqual(
    expect.arrayContaining(['/site/media/videos', '/site/media/videos/8', '/site/media/videos/8/abc']),
  );
  // an existing folder is not synced again
  expect(synced).not.toContain('/site/media');
  await storage.close();
});
