import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { checkKey } from './keys.ts';
import {
  SMALL_READ,
  StorageMissing,
  StorageUnavailable,
  type ByteRange,
  type Listed,
  type Storage,
  type Stored,
  type StoredFacts,
} from './storage.ts';

/** Parts of 8 MiB, four under way: at most 40 MiB of memory an upload. */
const PART_SIZE = 8 << 20;

/** How long the store may take to begin an answer, tries included; a check's, so that health answers soon. */
const ANSWER_MS = 10_000;
const CHECK_MS = 3_000;
/** One request with a part in it; and a connection on which nothing moves, as long as a paused player leaves it so. */
const PART_MS = 30_000;
const IDLE_MS = 600_000;

/**
 * A bucket, or a prefix in one, of any S3-speaking service. `endpoint` is for services other than Amazon's (path-style
 * addresses then). Credentials: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the SDK's other usual sources.
 */
export async function openS3(url: URL): Promise<Storage> {
  const bucket = url.hostname;
  if (!bucket) throw new Error('STORAGE_URL names no bucket');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Services other than Amazon's often don't know the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: PART_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
    },
  });
  const at = (key: string) => ({
    Bucket: bucket,
    Key: prefix ? `${prefix}/${checkKey(key)}` : checkKey(key),
  });
  /** What `at` made of a key, back. */
  const keyOf = (Key: string) => (prefix ? Key.slice(prefix.length + 1) : Key);

  async function upload(key: string, body: Readable): Promise<void> {
    const sending = new Upload({
      client,
      params: { ...at(key), Body: body },
      partSize: PART_SIZE,
      queueSize: 4,
      leavePartsOnError: false,
    });
    await sending.done();
  }

  async function write(key: string, source: AsyncIterable<Buffer>): Promise<Stored> {
    checkKey(key);
    const hash = createHash('sha256');
    let size = 0;
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    const [flowing, sent] = await Promise.allSettled([pipeline(source, hashed), upload(key, hashed)]);
    // a store that refuses ends the source's stream, too: its refusal is the reason
    if (sent.status === 'rejected' && (flowing.status === 'fulfilled' || isCutShort(flowing.reason)))
      throw asUnavailable(sent.reason);
    if (flowing.status === 'rejected') throw flowing.reason;
    return { size, sha256: hash.digest('hex') };
  }

  async function read(key: string, range?: ByteRange): Promise<Readable | Buffer> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ ...at(key), Range });
    const answer = await inTime((abortSignal) => client.send(command, { abortSignal })).catch(
      (error: unknown) => {
        throw isMissing(error) ? new StorageMissing(key) : error;
      },
    );
    const body = answer.Body as Readable;
    return (answer.ContentLength ?? Number.POSITIVE_INFINITY) <= SMALL_READ ? buffer(body) : body;
  }

  async function stat(key: string): Promise<StoredFacts | null> {
    try {
      const head = await inTime((abortSignal) =>
        client.send(new HeadObjectCommand(at(key)), { abortSignal }),
      );
      return {
        size: head.ContentLength ?? 0,
        etag: head.ETag ?? `"${head.ContentLength}"`,
        modifiedAt: head.LastModified ?? new Date(0),
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function remove(key: string, milliseconds?: number): Promise<void> {
    await inTime(
      (abortSignal) => client.send(new DeleteObjectCommand(at(key)), { abortSignal }),
      milliseconds,
    );
  }

  async function* listPages(folder: string) {
    const Prefix = `${at(folder).Key}/`;
    for (let ContinuationToken: string | undefined; ;) {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken });
      const page = await inTime((abortSignal) => client.send(command, { abortSignal }));
      yield page.Contents ?? [];
      ContinuationToken = page.NextContinuationToken;
      if (!ContinuationToken) return;
    }
  }

  async function* list(folder: string): AsyncGenerator<Listed> {
    for await (const page of listPages(folder))
      for (const { Key, LastModified } of page)
        if (Key) yield { key: keyOf(Key), modifiedAt: LastModified ?? new Date() };
  }

  async function removePrefix(folder: string): Promise<void> {
    for await (const page of listPages(folder)) {
      const Objects = page.flatMap(({ Key }) => (Key ? [{ Key }] : []));
      if (Objects.length === 0) return;
      await inTime((abortSignal) =>
        client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }), {
          abortSignal,
        }),
      );
    }
  }

  /** Parts of uploads whose process died: they cost room and no listing shows them. */
  async function sweep(before: Date): Promise<void> {
    const Prefix = prefix ? `${prefix}/` : '';
    for (let markers = {}; ;) {
      const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix, ...markers });
      const page = await inTime((abortSignal) => client.send(command, { abortSignal })).catch(
        (error: unknown) => {
          if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501) return null;
          throw error;
        },
      );
      // a service that can't list them has to clear them away by itself
      if (!page) return;
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Initiated && Initiated < before)
          await inTime((abortSignal) =>
            client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), { abortSignal }),
          );
      if (!page.IsTruncated) return;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  async function check(): Promise<void> {
    const key = `check-${randomBytes(6).toString('hex')}`;
    await inTime(
      (abortSignal) => client.send(new PutObjectCommand({ ...at(key), Body: 'ok' }), { abortSignal }),
      CHECK_MS,
    );
    await remove(key, CHECK_MS);
  }

  return {
    write,
    read,
    stat,
    list,
    remove: async (key) => remove(key),
    removePrefix,
    check,
    moveIn: async (key, path) => {
      await upload(key, createReadStream(path)).catch((error: unknown) => {
        throw asUnavailable(error);
      });
      await unlink(path);
    },
    localCopy: async (key, dir) => {
      const copy = join(dir, basename(key));
      await pipeline(await asStream(read(key)), createWriteStream(copy));
      return copy;
    },
    freeBytes: async () => null,
    sweep,
    close: async () => client.destroy(),
  };
}

/** Asks the store; what it answers with may then take its time. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, milliseconds = ANSWER_MS): Promise<T> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // the client itself waits for the body it sends before it tells that it was aborted
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${milliseconds} ms`));
      limit.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([ask(limit.signal), late]);
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/** No answer, or one that is the store's fault or its settings'; a missing file stays what it is. */
function asUnavailable(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 500;
    if (
      status === 501 ||
      (status < 500 && ![401, 403, 408, 429].includes(status) && error.name !== 'NoSuchBucket')
    )
      return error;
  }
  return new StorageUnavailable('The file storage cannot be reached.', { cause: error });
}

const isCutShort = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

async function asStream(reading: Promise<Readable | Buffer>): Promise<Readable> {
  const content = await reading;
  return Buffer.isBuffer(content) ? Readable.from([content]) : content;
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.name === 'NoSuchKey' || error.name === 'NotFound' || error.$metadata.httpStatusCode === 404)
  );
}
