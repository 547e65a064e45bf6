import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkKey } from './keys.ts';
import {
  SMALL_READ,
  StorageFull,
  StorageMissing,
  type ByteRange,
  type Storage,
  type Stored,
  type StoredFacts,
} from './storage.ts';

/** Files under one folder. Writes go to `.incoming` on the same file system, are synced, then renamed into place. */
export async function openDisk(folder: string): Promise<Storage> {
  const root = resolve(folder);
  const incoming = join(root, '.incoming');
  await mkdir(incoming, { recursive: true, mode: 0o750 });
  const at = (key: string) => join(root, checkKey(key));
  const temporary = () => join(incoming, randomBytes(12).toString('hex'));

  async function write(key: string, source: Readable): Promise<Stored> {
    const target = at(key);
    const path = temporary();
    const hash = createHash('sha256');
    let size = 0;
    try {
      await pipeline(
        source,
        async function* hashed(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            size += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(path, { flags: 'wx', mode: 0o640, highWaterMark: 1 << 20, flush: true }),
      );
      await settle(path, target);
    } catch (error) {
      await rm(path, { force: true });
      throw asFull(error);
    }
    return { size, sha256: hash.digest('hex') };
  }

  async function moveIn(key: string, path: string): Promise<void> {
    const target = at(key);
    await syncFile(path);
    try {
      await settle(path, target);
    } catch (error) {
      if (!hasCode(error, 'EXDEV')) throw asFull(error);
      await write(key, createReadStream(path));
      await unlink(path);
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable | Buffer> {
    const file = await open(at(key)).catch(missing(key));
    return readFrom(file, range);
  }

  return {
    write,
    moveIn,
    read,
    stat: (key) => factsOf(at(key)),
    remove: (key) => rm(at(key), { force: true }),
    removePrefix: (prefix) => rm(at(prefix), { recursive: true, force: true }),
    localCopy: async (key, dir) => {
      const copy = join(dir, basename(at(key)));
      await rm(copy, { force: true });
      await link(at(key), copy).catch(async (error: unknown) => {
        if (hasCode(error, 'ENOENT')) throw new StorageMissing(key);
        await copyFile(at(key), copy);
      });
      return copy;
    },
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    check: async () => {
      const path = temporary();
      await (await open(path, 'wx')).close();
      await unlink(path);
    },
    close: async () => {},
  };
}

/** Rename into place and make the rename itself last. */
async function settle(path: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o750 });
  await rename(path, target);
  await syncFile(dirname(target));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

async function readFrom(file: FileHandle, range?: ByteRange): Promise<Readable | Buffer> {
  try {
    const start = range?.start ?? 0;
    const length = (range ? range.end + 1 : (await file.stat()).size) - start;
    if (length > SMALL_READ)
      return file.createReadStream({ start, end: start + length - 1, highWaterMark: 512 << 10 });
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
    await file.close();
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function factsOf(path: string): Promise<StoredFacts | null> {
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile()) return null;
  return {
    size: facts.size,
    etag: `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`,
    modifiedAt: facts.mtime,
  };
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function asFull(error: unknown): unknown {
  return hasCode(error, 'ENOSPC', 'EDQUOT') ? new StorageFull('The disk is full.', { cause: error }) : error;
}

function missing(key: string) {
  return (error: unknown): never => {
    throw hasCode(error, 'ENOENT', 'ENOTDIR') ? new StorageMissing(key) : error;
  };
}
