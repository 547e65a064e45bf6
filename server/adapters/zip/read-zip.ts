import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { getFileNameLowLevel, openPromise, validateFileName, type Entry } from 'yauzl';
import type { StoredMessage } from '#contract/text/message.ts';
import { lineFromOutside } from '#contract/text/text.ts';
import { BrokenFile, FILES, type LeftOut } from '../untrusted/faults.ts';
import { openEntry, type ZipEntry } from './open-entry.ts';

export interface ReadZip {
  /** Regular files by their names. */
  files: Map<string, ZipEntry>;
  /** What is no file to read, and why. */
  leftOut: LeftOut[];
  /** A file of at most `max` bytes, whole. Rejects with BrokenFile. */
  read(name: string, max: number): Promise<Buffer>;
  /** About its first `length` bytes, or all there are. Rejects with BrokenFile. */
  readHead(name: string, length: number): Promise<Buffer>;
}

interface Limits {
  files: number;
  /** Of all files together, unpacked. */
  bytes: number;
}

const damaged = (cause?: unknown) => new BrokenFile(FILES.NO_ZIP(), { cause });
/** Of a local header, without name and extra field. */
const HEADER_BYTES = 30;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const LINK = 0o120000;
/** Bytes; no file system takes more than 255 for each part of a path. */
const MAX_NAME = 1000;
const SHOWN_OF_NAME = 200;
const NAME_IS_UTF8 = 0x800;
const UNICODE_PATH = 0x7075;

/**
 * Lists an archive of a stranger's, within the process of a parser: what climbs out of its folder, links somewhere, is no
 * regular file or larger than all may be is left out and named, the rest is offered. Files that lie over each other and
 * more files than `limits` reject the whole with BrokenFile. Nothing is unpacked that isn't asked for.
 */
export async function readZip<T>(
  path: string,
  limits: Limits,
  work: (zip: ReadZip) => Promise<T>,
): Promise<T> {
  // a file that declares 5 GB fails by itself
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await openPromise(path, options).catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    const { files, leftOut } = await listEntries(zip, limits);
    const open = async (name: string): Promise<AsyncGenerator<Buffer>> => {
      const entry = files.get(name);
      if (!entry) throw new BrokenFile(FILES.MISSING());
      return await openEntry(zip, entry);
    };
    return await work({
      files,
      leftOut,
      async read(name, max) {
        if ((files.get(name)?.size ?? 0) > max) throw new BrokenFile(FILES.FILE_TOO_LARGE());
        return await buffer(await open(name));
      },
      async readHead(name, length) {
        let head = Buffer.alloc(0);
        for await (const chunk of await open(name)) {
          head = Buffer.concat([head, chunk]);
          if (head.length >= length) break;
        }
        return head.subarray(0, length);
      },
    });
  } finally {
    zip.close();
  }
}

async function listEntries(zip: Awaited<ReturnType<typeof openPromise>>, limits: Limits) {
  if (zip.entryCount > limits.files) throw new BrokenFile(FILES.TOO_MANY_FILES());
  const files = new Map<string, ZipEntry>();
  const leftOut: LeftOut[] = [];
  const all: ZipEntry[] = [];
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      const fits = entry.compressedSize <= zip.fileSize && unpacked + entry.uncompressedSize <= limits.bytes;
      const why = findFault(name, entry, files) ?? (fits ? null : FILES.TOO_LARGE());
      if (why !== null) leftOut.push({ what: lineFromOutside(name, SHOWN_OF_NAME) ?? '?', why: why.stored });
      if (!fits) continue;
      unpacked += entry.uncompressedSize;
      const file = {
        offset: entry.relativeOffsetOfLocalHeader,
        packed: entry.compressedSize,
        size: entry.uncompressedSize,
        method: entry.compressionMethod,
        flags: entry.generalPurposeBitFlag,
        crc: entry.crc32,
      };
      all.push(file);
      if (why === null && !name.endsWith('/')) files.set(name, file);
    }
  } catch (error) {
    throw damaged(error);
  }
  requireApart(all, zip.fileSize);
  return { files, leftOut };
}

/** Programs write UTF-8 without marking it. Of a name that is too long only its beginning. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  if (fileNameRaw.length > MAX_NAME) return fileNameRaw.toString('utf8', 0, MAX_NAME);
  const isMarked = extraFields.some(({ id }) => id === UNICODE_PATH);
  const flags = !isMarked && isUtf8(fileNameRaw) ? NAME_IS_UTF8 : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
}

/** Why an entry is left out; null: it is a file, or a folder. */
function findFault(name: string, entry: Entry, known: Map<string, ZipEntry>): StoredMessage | null {
  if (entry.fileNameRaw.length > MAX_NAME) return FILES.NAME_TOO_LONG();
  if (validateFileName(name) !== null || name.includes('\\') || name.includes('\0'))
    return FILES.NAME_LEADS_OUT();
  // the upper half are the mode bits of Unix, where the archive was made there
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type === LINK) return FILES.LINK();
  if (type !== 0 && type !== REGULAR && !name.endsWith('/')) return FILES.NO_FILE();
  return known.has(name) ? FILES.TWICE() : null;
}

/** Files must not overlap: overlapping ones would unpack to more than the archive's size. */
function requireApart(entries: ZipEntry[], fileSize: number): void {
  const ordered = entries.toSorted((one, two) => one.offset - two.offset);
  for (const [at, { offset, packed }] of ordered.entries())
    if (offset + HEADER_BYTES + packed > (ordered[at + 1]?.offset ?? fileSize))
      throw new BrokenFile(FILES.OVERLAP());
}
