import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from './open.ts';
import { StorageMissing, type Storage } from './storage.ts';
import { startBucket } from '#server/testing/s3.ts';

interface Opened {
  storage: Storage;
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

async function openOnDisk(dir: string): Promise<Opened> {
  const storage = await openStorage(`file:${dir}/media`);
  return {
    storage,
    leftovers: async () => [
      ...(await readdir(join(dir, 'media/.incoming'))),
      ...(await readdir(join(dir, 'media/videos/2'))).filter((name) => name !== 'x'),
    ],
    close: async () => {},
  };
}

async function openOnS3(): Promise<Opened> {
  const bucket = await startBucket();
  const storage = await openStorage(bucket.storageUrl('some/prefix'));
  // s3rver stores the parts of an upload in `._S3rver_uploads`: it can't abort one.
  const leftovers = async () =>
    (await readdir(join(bucket.dir, 'clips/some/prefix/videos/2'))).filter(
      (name) => !name.startsWith('x._S3rver_'),
    );
  return {
    storage,
    leftovers,
    close: async () => {
      await storage.close();
      await bucket.close();
    },
  };
}

describe.each([
  ['disk', openOnDisk],
  ['s3', openOnS3],
] as const)('storage on %s', (_name, open) => {
  let dir: string;
  let opened: Opened;
  let storage: Storage;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lll-storage-'));
    opened = await open(dir);
    storage = opened.storage;
  });
  afterAll(async () => {
    await opened.close();
    await rm(dir, { recursive: true, force: true });
  });
  const content = async (key: string, range?: { start: number; end: number }) => {
    const got = await storage.read(key, range);
    return Buffer.isBuffer(got) ? got : buffer(got);
  };

  it('returns what was written, with its size and hash', async () => {
    const data = randomBytes(9 << 20);
    const stored = await storage.write('videos/1/a/video.mp4', Readable.from(slices(data)));
    expect(stored).toEqual({ size: data.length, sha256: createHash('sha256').update(data).digest('hex') });
    expect((await content('videos/1/a/video.mp4')).equals(data)).toBe(true);
    expect((await content('videos/1/a/video.mp4', { start: 5, end: 9 })).equals(data.subarray(5, 10))).toBe(
      true,
    );
    const large = await content('videos/1/a/video.mp4', { start: 1, end: 3 << 20 });
    expect(large.equals(data.subarray(1, (3 << 20) + 1))).toBe(true);
    expect(await storage.stat('videos/1/a/video.mp4')).toMatchObject({
      size: data.length,
      etag: expect.stringMatching(/^".+"$/),
    });
  });

  it('leaves nothing behind when the source fails, and preserves the previous file', async () => {
    await storage.write('videos/2/x', Readable.from([Buffer.from('before')]));
    const broken = Readable.from(
      (async function* halves() {
        yield randomBytes(6 << 20);
        yield randomBytes(6 << 20);
        throw new Error('gone away');
      })(),
    );
    await expect(storage.write('videos/2/x', broken)).rejects.toThrow('gone away');
    expect((await content('videos/2/x')).toString()).toBe('before');
    expect(await opened.leftovers()).toEqual([]);
  });

  it('moves in a local file and returns a local copy', async () => {
    const path = join(dir, 'made.bin');
    await writeFile(path, 'made here');
    await storage.moveIn('videos/3/r/made.bin', path);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await mkdir(join(dir, 'work'), { recursive: true });
    const copy = await storage.localCopy('videos/3/r/made.bin', join(dir, 'work'));
    expect(await readFile(copy, 'utf8')).toBe('made here');
    await rm(copy);
    expect((await content('videos/3/r/made.bin')).toString()).toBe('made here');
  });

  it('removes one file, or all under a prefix without touching a neighbour', async () => {
    for (const key of ['videos/4/a/1', 'videos/4/b/2', 'videos/44/a/3'])
      await storage.write(key, Readable.from([Buffer.from(key)]));
    await storage.removePrefix('videos/4');
    expect(await storage.stat('videos/4/a/1')).toBeNull();
    expect(await storage.stat('videos/4/b/2')).toBeNull();
    expect(await storage.stat('videos/44/a/3')).not.toBeNull();
    await storage.remove('videos/44/a/3');
    await storage.remove('videos/44/a/3');
    expect(await storage.stat('videos/44/a/3')).toBeNull();
  });

  it('reports missing files', async () => {
    expect(await storage.stat('videos/9/none')).toBeNull();
    await expect(storage.read('videos/9/none')).rejects.toBeInstanceOf(StorageMissing);
    await expect(storage.localCopy('videos/9/none', dir)).rejects.toThrow();
  });

  it.each([
    '',
    '/',
    '../x',
    'a/../b',
    'a//b',
    '/etc/passwd',
    'a/.hidden',
    'a\\..\\b',
    'a/b\0',
    'ä',
    'a/..%2f',
    `a/${'b'.repeat(200)}`,
  ])('rejects the key %j', async (key) => {
    await expect((async () => storage.read(key))()).rejects.toThrow('not a storage key');
    await expect((async () => storage.write(key, Readable.from([Buffer.from('x')])))()).rejects.toThrow(
      'not a storage key',
    );
    await expect((async () => storage.removePrefix(key))()).rejects.toThrow('not a storage key');
  });

  it('checks itself', async () => {
    await storage.check();
    await storage.sweep(new Date());
    const free = await storage.freeBytes();
    expect(free === null || free > 0).toBe(true);
  });
});

describe('unfinished files of a killed process on a disk', () => {
  it('are swept once they are old, but not while they may still be written', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'lll-storage-'));
    const storage = await openStorage(`file:${dir}`);
    await storage.write('videos/1/x', Readable.from([Buffer.from('whole')]));
    for (const name of ['old', 'young']) await writeFile(join(dir, '.incoming', name), 'half');
    const day = 24 * 3_600_000;
    await utimes(join(dir, '.incoming/old'), new Date(), new Date(Date.now() - day));
    await utimes(join(dir, 'videos/1/x'), new Date(), new Date(Date.now() - day));
    await storage.sweep(new Date(Date.now() - day / 2));
    expect(await readdir(join(dir, '.incoming'))).toEqual(['young']);
    expect(await storage.stat('videos/1/x')).not.toBeNull();
    await storage.close();
    await rm(dir, { recursive: true, force: true });
  });
});

describe('openStorage', () => {
  it.each(['http://x', 'media', '', 'file:', 's3://'])('rejects %j with a message', async (url) => {
    await expect(openStorage(url)).rejects.toThrow('STORAGE_URL');
  });
});

function* slices(data: Buffer) {
  for (let at = 0; at < data.length; at += 65_536) yield data.subarray(at, at + 65_536);
}
