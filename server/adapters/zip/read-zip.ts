import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { keep, withValues } from '#contract/text/said.ts';
import { openPromise, type Entry } from 'yauzl';

/** A file that is no archive, is damaged, or was made to do harm: `message` is a sentence for who sent it. */
export class BadZip extends Error {
  override name = 'BadZip';
}

interface OpenZip {
  names: string[];
  /** Bytes of one of its files as it says; no more than that ever come out. Null: it holds none of this name. */
  sizeOf(name: string): number | null;
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

const NO_FILE = keep('The archive holds no file {0}.');
const TOO_LARGE = keep('{0} is too large.');
const damaged = (cause?: unknown) => new BadZip('This file is damaged, or not a ZIP file.', { cause });

/**
 * Lets `work` read an archive on disk. Nothing is unpacked that isn't asked for, and nothing is written. Names that
 * climb out of a folder, files that lie over each other and more than `limits` reject with BadZip.
 */
export async function readZip<T>(
  path: string,
  limits: Limits,
  work: (zip: OpenZip) => Promise<T>,
): Promise<T> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    const entries = await listEntries(zip, limits);
    const open = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw new BadZip(withValues(NO_FILE, name));
      return await zip.openReadStreamPromise(entry).catch((error: unknown) => {
        throw damaged(error);
      });
    };
    return await work({
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? null,
      async read(name, max) {
        if ((entries.get(name)?.uncompressedSize ?? 0) > max) throw new BadZip(withValues(TOO_LARGE, name));
        return await buffer(explain(await open(name)));
      },
      open: async (name) => explain(await open(name)),
    });
  } finally {
    zip.close();
  }
}

type Zip = Awaited<ReturnType<typeof openPromise>>;

async function listEntries(zip: Zip, limits: Limits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.files) throw new BadZip('The archive holds too many files.');
  const entries = new Map<string, Entry>();
  let packed = 0;
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      if (packed > zip.fileSize || unpacked > limits.bytes)
        throw new BadZip('The archive says that it holds more than it can.');
      if (entries.has(entry.fileName)) throw new BadZip('The archive holds a file twice.');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof BadZip ? error : damaged(error);
  }
  return entries;
}

async function* explain(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw damaged(error);
  }
}
