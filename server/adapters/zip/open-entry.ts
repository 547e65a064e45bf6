import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Entry, openPromise } from 'yauzl';
import { z } from 'zod';
import { BrokenFile, FILES } from '../untrusted/faults.ts';

/** A file's location in its archive, from the archive's directory (APPNOTE 4.3.12); sizes in bytes. */
export const ZipEntry = z.object({
  offset: z.number(),
  packed: z.number(),
  size: z.number(),
  method: z.number(),
  flags: z.number(),
  crc: z.number(),
});
export type ZipEntry = z.infer<typeof ZipEntry>;

type Zip = Awaited<ReturnType<typeof openPromise>>;
export type OpenEntry = (entry: ZipEntry) => Promise<AsyncIterable<Buffer>>;

export const isLocked = ({ flags }: ZipEntry): boolean => (flags & 1) !== 0;

/**
 * Unpacks files that a parser found in this archive as streams within `work`, without listing it. Rejects with
 * BrokenFile.
 */
export async function withArchive<T>(path: string, work: (open: OpenEntry) => Promise<T>): Promise<T> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    return await work((entry) => openEntry(zip, entry));
  } finally {
    zip.close();
  }
}

/** A file, unpacked as it is read: fails with BrokenFile if its size or checksum differs. */
export async function openEntry(zip: Zip, entry: ZipEntry): Promise<AsyncGenerator<Buffer>> {
  if (isLocked(entry)) throw new BrokenFile(FILES.LOCKED());
  const { offset, packed, size, method, flags } = entry;
  const rawEntry = Object.assign(new Entry(), {
    relativeOffsetOfLocalHeader: offset,
    compressedSize: packed,
    uncompressedSize: size,
    compressionMethod: method,
    generalPurposeBitFlag: flags,
  });
  return check(await zip.openReadStreamPromise(rawEntry).catch(fail), entry);
}

function fail(cause?: unknown): never {
  throw new BrokenFile(FILES.DAMAGED(), { cause });
}

async function* check(stream: Readable, { size, crc }: ZipEntry): AsyncGenerator<Buffer> {
  let [sum, length] = [0, 0];
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > size) fail();
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    fail(error);
  }
  if (length !== size || sum !== crc) fail();
}
