import type { Readable } from 'node:stream';

export interface Stored {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface StoredFacts {
  /** Bytes. */
  size: number;
  /** Quoted, strong, as HTTP wants it. */
  etag: string;
  modifiedAt: Date;
}

export interface Listed {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

export interface BucketCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface WriteOptions {
  /** Only this write reads the source's buffers: they are detached once stored. */
  ownsBuffers?: boolean;
}

/**
 * Files under keys like `videos/12/ab/video.mp4` (see keys.ts; any other key throws). A file is there whole or not
 * at all: writing again under a key replaces it in one step.
 */
export interface Storage {
  /** Streams a file in, hashing it on the way; memory stays flat. A failing source leaves nothing behind. */
  write(key: string, source: AsyncIterable<Buffer>, options?: WriteOptions): Promise<Stored>;
  /** Takes over a finished local file, which is removed from `path`. */
  moveIn(key: string, path: string): Promise<void>;
  /**
   * All of it or a range. Small pieces (1 MiB or less) come as a Buffer, of `into`'s memory where that is given and
   * the store can use it. Rejects with StorageMissing.
   */
  read(key: string, range?: ByteRange, into?: Buffer): Promise<Readable | Buffer>;
  stat(key: string): Promise<StoredFacts | null>;
  /** Removing what isn't there is no error. */
  remove(key: string): Promise<void>;
  /** Everything, or what is under `prefix/`, in no order; concurrent changes may be missing. */
  list(prefix?: string): AsyncIterable<Listed>;
  /** Everything under `prefix/`. */
  removePrefix(prefix: string): Promise<void>;
  /** A local file with the content, inside `dir` (no copy where none is needed); the caller removes `dir`. */
  localCopy(key: string, dir: string): Promise<string>;
  /** Bytes left, null where unknown. */
  freeBytes(): Promise<number | null>;
  /**
   * Removes what writers left half-done that died before `before` (a killed process; the power): temporary files,
   * multipart uploads of a bucket.
   */
  sweep(before: Date): Promise<void>;
  /** Throws with a sentence if files can't be written and read just now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** One that browsers read past this server. */
export interface PublicStorage extends Storage {
  /**
   * Copies `from` in `source`, to be served publicly with these headers; a server-side copy if both are on the same
   * service. Rejects with StorageMissing.
   */
  copyFrom(
    source: Storage,
    from: string,
    key: string,
    headers: { type: string; cache: string },
  ): Promise<void>;
}

export class StorageMissing extends Error {
  override name = 'StorageMissing';
}

/** A bucket's service is away, too slow, or refuses these credentials (503). */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** No room left (507). */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** What one `read` gives as a Buffer at most. */
export const SMALL_READ = 1 << 20;
