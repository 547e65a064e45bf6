import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { checkKey } from './keys.ts';
import { OpenFiles } from './open-files.ts';
import {
  SMALL_READ,
  StorageFull,
  StorageMissing,
  type ByteRange,
  type Listed,
  type Storage,
  type Stored,
  type StoredFacts,
  type WriteOptions,
} from './storage.ts';

/** Files under one folder. Writes go to `.incoming` on the same file system, are synced, then renamed into place. */
export async function openDisk(folder: string): Promise<Storage> {
  const root = resolve(folder);
  await makeFolder(join(root, INCOMING));
  return new DiskStorage(root);
}

const INCOMING = '.incoming';

class DiskStorage implements Storage {
  private readonly root: string;
  private readonly incoming: string;
  private readonly files = new OpenFiles();

  constructor(root: string) {
    this.root = root;
    this.incoming = join(root, INCOMING);
  }

  async write(key: string, source: AsyncIterable<Buffer>, options: WriteOptions = {}): Promise<Stored> {
    const target = this.pathOf(key);
    const path = this.temporaryPath();
    let stored: Stored;
    try {
      stored = await pour(source, path, options);
      await moveInto(path, target);
    } catch (error) {
      await rm(path, { force: true });
      throw asFull(error);
    }
    this.files.forget(target);
    return stored;
  }

  async moveIn(key: string, path: string): Promise<void> {
    const target = this.pathOf(key);
    await syncFile(path);
    try {
      await moveInto(path, target);
      this.files.forget(target);
    } catch (error) {
      if (!hasCode(error, 'EXDEV')) throw asFull(error);
      await this.write(key, createReadStream(path));
      await unlink(path);
    }
  }

  async read(key: string, range?: ByteRange, into?: Buffer): Promise<Readable | Buffer> {
    const path = this.pathOf(key);
    return this.files
      .use(path, async ({ handle, facts }) => {
        const start = range?.start ?? 0;
        const length = (range ? range.end + 1 : facts.size) - start;
        if (length > SMALL_READ)
          return createReadStream(path, { start, end: start + length - 1, highWaterMark: 512 << 10 });
        const memory = into && into.length >= length ? into : Buffer.allocUnsafe(length);
        const { buffer, bytesRead } = await handle.read(memory, 0, length, start);
        return buffer.subarray(0, bytesRead);
      })
      .catch(missing(key));
  }

  list(prefix?: string): AsyncIterable<Listed> {
    return prefix === undefined ? list(this.root, '') : list(this.pathOf(prefix), `${prefix}/`);
  }

  async stat(key: string): Promise<StoredFacts | null> {
    return this.files.use(this.pathOf(key), async ({ facts }) => facts).catch(isMissing);
  }

  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    await rm(path, { force: true });
    // afterwards: a concurrent reader would otherwise be served the old file as long as it is requested
    this.files.forget(path);
  }

  async removePrefix(prefix: string): Promise<void> {
    const path = this.pathOf(prefix);
    await rm(path, { recursive: true, force: true });
    this.files.forget(path);
  }

  async localCopy(key: string, dir: string): Promise<string> {
    const path = this.pathOf(key);
    const copy = join(dir, basename(path));
    await rm(copy, { force: true });
    await link(path, copy).catch(async (error: unknown) => {
      if (hasCode(error, 'ENOENT')) throw new StorageMissing(key);
      await copyFile(path, copy);
    });
    return copy;
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.root);
    return bavail * bsize;
  }

  async sweep(before: Date): Promise<void> {
    for (const name of await readdir(this.incoming)) {
      const path = join(this.incoming, name);
      const facts = await stat(path).catch(() => null);
      if (facts && facts.mtimeMs < before.getTime()) await rm(path, { force: true });
    }
  }

  async check(): Promise<void> {
    const path = this.temporaryPath();
    await (await open(path, 'wx')).close();
    await unlink(path);
  }

  async close(): Promise<void> {
    this.files.close();
  }

  private pathOf(key: string): string {
    return join(this.root, checkKey(key));
  }

  private temporaryPath(): string {
    return join(this.incoming, randomBytes(12).toString('hex'));
  }
}

async function* list(path: string, prefix: string): AsyncGenerator<Listed> {
  const folder = await opendir(path).catch(isMissing);
  if (!folder) return;
  for await (const entry of folder) {
    const key = prefix + entry.name;
    if (key === INCOMING) continue;
    if (entry.isDirectory()) yield* list(join(path, entry.name), `${key}/`);
    if (!entry.isFile()) continue;
    const facts = await stat(join(path, entry.name)).catch(isMissing);
    if (facts) yield { key, size: facts.size, modifiedAt: facts.mtime };
  }
}

/** Rename into place and make the rename itself last. */
async function moveInto(path: string, target: string): Promise<void> {
  await makeFolder(dirname(target));
  await rename(path, target);
  await syncFile(dirname(target));
}

/** A folder and those above it that are missing; each is on the disk once its parent is. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o750 });
  if (first === undefined) return;
  for (let createdDir = path; createdDir.length >= first.length; createdDir = dirname(createdDir))
    await syncFile(dirname(createdDir));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

const BATCH = 1 << 20;
const SYNC_EVERY = 32 << 20;

/**
 * Streams into a new file, hashing on the way; on disk when this resolves. Writes and syncs overlap with reading, so
 * that the final sync is short.
 */
async function pour(
  source: AsyncIterable<Buffer | string>,
  path: string,
  { ownsBuffers = false }: WriteOptions,
): Promise<Stored> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o640);
  try {
    let size = 0;
    let batch: Buffer[] = [];
    let waiting = 0;
    let writing: Promise<void> = Promise.resolve();
    let syncing: Promise<void> | null = null;
    let unsynced = 0;
    const flush = async () => {
      await writing;
      const written = batch;
      writing = writeAll(file, written).then(() => {
        if (ownsBuffers) for (const chunk of written) release(chunk);
      });
      // awaited at the latest before the next write; a failure must not count as unheard until then
      writing.catch(() => {});
      batch = [];
      unsynced += waiting;
      waiting = 0;
      if (unsynced < SYNC_EVERY || syncing) return;
      unsynced = 0;
      syncing = file.datasync().finally(() => (syncing = null));
      syncing.catch(() => {});
    };
    for await (const piece of source) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      hash.update(chunk);
      size += chunk.length;
      waiting += chunk.length;
      batch.push(chunk);
      if (waiting >= BATCH) await flush();
    }
    await flush();
    await writing;
    await file.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, batch: Buffer[]): Promise<void> {
  if (batch.length === 0) return;
  const { bytesWritten } = await file.writev(batch);
  // a disk that fills up takes a part and refuses the rest, with its reason
  const whole = batch.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < whole) await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
}

/**
 * Socket data is memory outside of the heap. V8 collects the whole heap for every 40 MB of it, pausing everything; a
 * transfer to length zero frees it at once. A slice of a larger buffer is shared and stays.
 */
function release({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
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

function isMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
  throw error;
}
