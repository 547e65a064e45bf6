import { createHash } from 'node:crypto';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { isKey } from './keys.ts';
import { StorageMissing, type Storage } from './storage.ts';

/** So many files at once: a bucket answers late rather than slowly. */
const LANES = 4;
/** While the site writes there is always something new; what is left after so many rounds comes with the next call. */
const MAX_ROUNDS = 10;

export interface Moved {
  copied: number;
  bytes: number;
  /** Were there already, verified by an earlier call. */
  skipped: number;
  removed: number;
}

export interface MoveOptions {
  /** A file that records what was copied and verified, so that an interrupted call resumes. */
  journal: string;
  /** Delete at the source what is verified at the target. */
  remove: boolean;
  onProgress?: (totals: Moved) => void;
}

/**
 * Copies everything from one store to another, each file read back and compared by its hash. May be killed at any time
 * and called again; the site may run and write to `from`.
 */
export async function moveFiles(
  from: Storage,
  to: Storage,
  { journal, remove, onProgress = () => {} }: MoveOptions,
): Promise<Moved> {
  const verified = await readJournal(journal);
  const file = await open(journal, 'a', 0o600);
  const totals: Moved = { copied: 0, bytes: 0, skipped: 0, removed: 0 };
  try {
    // a kill may have left half a line
    await file.write('\n');
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = totals.copied;
      totals.skipped = 0;
      await forEachFile(from, async (key) => {
        if (verified.has(key) && (await to.stat(key))) totals.skipped += 1;
        else await copyOne(from, to, key, { verified, file, totals });
        onProgress(totals);
      });
      if (totals.copied === before) break;
    }
    if (remove)
      await forEachFile(from, async (key) => {
        if (!verified.has(key) || !(await to.stat(key))) return;
        await from.remove(key);
        totals.removed += 1;
      });
    return totals;
  } finally {
    await file.close();
  }
}

async function readJournal(journal: string): Promise<Set<string>> {
  const text = await readFile(journal, 'utf8').catch(() => '');
  return new Set([...text.matchAll(/^[0-9a-f]{64} (\S+)$/gm)].map(([, key = '']) => key));
}

async function copyOne(
  from: Storage,
  to: Storage,
  key: string,
  { verified, file, totals }: { verified: Set<string>; file: FileHandle; totals: Moved },
): Promise<void> {
  const source = await asStream(from, key);
  // deleted in the meantime
  if (source === null) return;
  const { size, sha256 } = await to.write(key, source);
  const written = await asStream(to, key);
  const hash = createHash('sha256');
  if (written) for await (const chunk of written) hash.update(chunk as Buffer);
  if (written === null || hash.digest('hex') !== sha256) {
    await to.remove(key);
    throw new Error(`${key} did not arrive as it was sent. Nothing is lost: call move-media again.`);
  }
  await file.write(`${sha256} ${key}\n`);
  verified.add(key);
  totals.copied += 1;
  totals.bytes += size;
}

async function asStream(storage: Storage, key: string): Promise<Readable | null> {
  try {
    const content = await storage.read(key);
    return Buffer.isBuffer(content) ? Readable.from([content]) : content;
  } catch (error) {
    if (error instanceof StorageMissing) return null;
    throw error;
  }
}

/** Some in parallel; the first failure ends it once those in flight have finished. */
async function forEachFile(storage: Storage, act: (key: string) => Promise<void>): Promise<void> {
  const files = storage.list()[Symbol.asyncIterator]();
  const lane = async () => {
    for (let next = await files.next(); !next.done; next = await files.next())
      if (isKey(next.value.key)) await act(next.value.key);
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const each of lanes) if (each.status === 'rejected') throw each.reason;
}
