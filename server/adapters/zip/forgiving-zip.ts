import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, validateFileName, type Entry } from 'yauzl';
import { BadZip } from './read-zip.ts';

export interface LeftOut {
  what: string;
  why: string;
}

export interface ForgivingZip {
  /** Regular files by their names, with their bytes as the archive says; no more than that ever come out. */
  files: Map<string, number>;
  /** Files that need a password. */
  encrypted: Set<string>;
  /** What is no file to read, and why. */
  leftOut: LeftOut[];
  /** A file of at most `max` bytes, whole. Rejects with BadZip. */
  read(name: string, max: number): Promise<Buffer>;
  /** A file, unpacked as it is read; fails with BadZip. */
  open(name: string): Promise<AsyncIterable<Buffer>>;
}

interface Limits {
  files: number;
  /** Of all files together, unpacked. */
  bytes: number;
}

type Zip = Awaited<ReturnType<typeof openPromise>>;

const damaged = (cause?: unknown) => new BadZip('This file is damaged, or not a ZIP file.', { cause });
/** Of a local header, without name and extra field. */
const HEADER_BYTES = 30;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const LINK = 0o120000;

/**
 * As readZip, for archives of others, which hold all sorts of things: what climbs out of its folder, links somewhere or is
 * no regular file is left out and named, the rest is offered. Files that lie over each other and more than `limits` reject
 * the whole with BadZip. Nothing is unpacked that isn't asked for.
 */
export async function readForgivingZip<T>(
  path: string,
  limits: Limits,
  work: (zip: ForgivingZip) => Promise<T>,
): Promise<T> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    const { entries, leftOut } = await listEntries(zip, limits);
    const open = async (name: string): Promise<AsyncGenerator<Buffer>> => {
      const entry = entries.get(name);
      if (!entry) throw new BadZip('This file is not in the archive.');
      if (entry.isEncrypted()) throw new BadZip('This file needs a password.');
      const stream = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
        throw new BadZip('This file is damaged.', { cause: error });
      });
      return check(stream, entry.crc32);
    };
    return await work({
      files: new Map([...entries].map(([name, entry]) => [name, entry.uncompressedSize])),
      encrypted: new Set([...entries].filter(([, entry]) => entry.isEncrypted()).map(([name]) => name)),
      leftOut,
      async read(name, max) {
        if ((entries.get(name)?.uncompressedSize ?? 0) > max) throw new BadZip('This file is too large.');
        return await buffer(await open(name));
      },
      open,
    });
  } finally {
    zip.close();
  }
}

async function listEntries(zip: Zip, limits: Limits) {
  if (zip.entryCount > limits.files) throw new BadZip('The archive holds too many files.');
  const entries = new Map<string, Entry>();
  const leftOut: LeftOut[] = [];
  const all: Entry[] = [];
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      all.push(entry);
      unpacked += entry.uncompressedSize;
      if (unpacked > limits.bytes) throw new BadZip('The archive says that it holds more than it can.');
      const name = getFileNameLowLevel(
        entry.generalPurposeBitFlag,
        entry.fileNameRaw,
        entry.extraFields,
        true,
      );
      const why = findFault(name, entry, entries);
      if (why !== null) leftOut.push({ what: name, why });
      else if (!name.endsWith('/')) entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof BadZip ? error : damaged(error);
  }
  requireApart(all, zip.fileSize);
  return { entries, leftOut };
}

/** Why an entry is left out; null: it is a file, or a folder. */
function findFault(name: string, entry: Entry, known: Map<string, Entry>): string | null {
  if (validateFileName(name) !== null || name.includes('\\') || name.includes('\0'))
    return 'Its name leads out of the archive.';
  // the upper half are the mode bits of Unix, where the archive was made there
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type === LINK) return 'It is a link.';
  if (type !== 0 && type !== REGULAR && !name.endsWith('/')) return 'It is no file.';
  return known.has(name) ? 'The archive holds it twice.' : null;
}

/** Each file has bytes of its own: what lies over another would come out as more than the archive holds. */
function requireApart(entries: Entry[], fileSize: number): void {
  const ordered = entries.toSorted(
    (one, two) => one.relativeOffsetOfLocalHeader - two.relativeOffsetOfLocalHeader,
  );
  for (const [at, entry] of ordered.entries()) {
    const end = entry.relativeOffsetOfLocalHeader + HEADER_BYTES + entry.compressedSize;
    if (end > (ordered[at + 1]?.relativeOffsetOfLocalHeader ?? fileSize))
      throw new BadZip('The files of this archive lie over each other, which no program writes.');
  }
}

/** Fails at its end where the bytes are not those that were packed: yauzl doesn't look. */
async function* check(stream: Readable, expected: number): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw new BadZip('This file is damaged.', { cause: error });
  }
  if (sum !== expected) throw new BadZip('This file is damaged.');
}
