import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
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
import { regionOf } from './bucket-address.ts';
import {
  SMALL_READ,
  StorageMissing,
  StorageUnavailable,
  type BucketCredentials,
  type ByteRange,
  type Listed,
  type PublicStorage,
  type Storage,
  type Stored,
  type StoredFacts,
} from './storage.ts';

/** Parts of 8 MiB, four in flight: at most 40 MiB of memory per upload. */
const PART_SIZE = 8 << 20;

/** How long the store may take to begin an answer, tries included; a check's, so that health answers soon. */
const ANSWER_MS = 10_000;
const CHECK_MS = 3_000;
/** A server-side copy: the store responds once all bytes are copied. */
const COPY_MS = 120_000;
/** One request that uploads a part; also the idle limit of a connection, as when a player is paused. */
const PART_MS = 30_000;
const IDLE_MS = 600_000;

/**
 * A bucket, or a prefix in one, of any S3-speaking service. `endpoint` is for services other than Amazon's (path-style
 * addresses then). Credentials: those given, else AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the SDK's other usual
 * sources.
 */
export async function openS3(url: URL, credentials?: BucketCredentials): Promise<PublicStorage> {
  const bucket = url.hostname;
  if (!bucket) throw new Error('STORAGE_URL names no bucket');
  const folder = url.pathname.replace(/^\/+|\/+$/g, '');
  const client = openClient(url.searchParams, credentials);
  return new S3Storage(client, {
    service: url.searchParams.get('endpoint') ?? '',
    bucket,
    prefix: folder && `${folder}/`,
  });
}

function openClient(options: URLSearchParams, credentials?: BucketCredentials): S3Client {
  const endpoint = options.get('endpoint') ?? undefined;
  return new S3Client({
    region: regionOf(options),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
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
}

class S3Storage implements PublicStorage {
  private readonly client: S3Client;
  /** Its endpoint; empty: Amazon's. */
  private readonly service: string;
  private readonly bucket: string;
  /** Before every key: empty, or with a slash at its end. */
  private readonly prefix: string;

  constructor(
    client: S3Client,
    { service, bucket, prefix }: { service: string; bucket: string; prefix: string },
  ) {
    this.client = client;
    this.service = service;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  async write(key: string, source: AsyncIterable<Buffer>): Promise<Stored> {
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
    const [flowing, sent] = await Promise.allSettled([pipeline(source, hashed), this.upload(key, hashed)]);
    // a store that refuses ends the source's stream, too: its rejection is the reason
    if (sent.status === 'rejected' && (flowing.status === 'fulfilled' || isCutShort(flowing.reason)))
      throw asUnavailable(sent.reason);
    if (flowing.status === 'rejected') throw flowing.reason;
    return { size, sha256: hash.digest('hex') };
  }

  async moveIn(key: string, path: string): Promise<void> {
    await this.upload(key, createReadStream(path)).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    await unlink(path);
  }

  async read(key: string, range?: ByteRange): Promise<Readable | Buffer> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ ...this.at(key), Range });
    const answer = await inTime((abortSignal) => this.client.send(command, { abortSignal })).catch(
      (error: unknown) => {
        throw isMissing(error) ? new StorageMissing(key) : error;
      },
    );
    const body = answer.Body as Readable;
    return (answer.ContentLength ?? Number.POSITIVE_INFINITY) <= SMALL_READ ? buffer(body) : body;
  }

  async copyFrom(
    source: Storage,
    from: string,
    key: string,
    { type: ContentType, cache: CacheControl }: { type: string; cache: string },
  ): Promise<void> {
    if (!(source instanceof S3Storage) || source.service !== this.service)
      return this.upload(key, await asStream(source.read(from)), { ContentType, CacheControl });
    const original = source.at(from);
    const command = new CopyObjectCommand({
      ...this.at(key),
      CopySource: `${original.Bucket}/${encodeURI(original.Key)}`,
      MetadataDirective: 'REPLACE',
      ContentType,
      CacheControl,
    });
    await inTime((abortSignal) => this.client.send(command, { abortSignal }), COPY_MS).catch(
      (error: unknown) => {
        throw isMissing(error) ? new StorageMissing(from) : error;
      },
    );
  }

  async localCopy(key: string, dir: string): Promise<string> {
    const copy = join(dir, basename(key));
    await pipeline(await asStream(this.read(key)), createWriteStream(copy));
    return copy;
  }

  async stat(key: string): Promise<StoredFacts | null> {
    const command = new HeadObjectCommand(this.at(key));
    try {
      const head = await inTime((abortSignal) => this.client.send(command, { abortSignal }));
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

  async *list(folder?: string): AsyncGenerator<Listed> {
    for await (const page of this.listPages(folder))
      for (const { Key, Size = 0, LastModified = new Date() } of page)
        if (Key) yield { key: Key.slice(this.prefix.length), size: Size, modifiedAt: LastModified };
  }

  async remove(key: string): Promise<void> {
    await this.delete(key, ANSWER_MS);
  }

  async removePrefix(folder: string): Promise<void> {
    for await (const page of this.listPages(folder)) {
      const Objects = page.flatMap(({ Key }) => (Key ? [{ Key }] : []));
      if (Objects.length === 0) return;
      const command = new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } });
      await inTime((abortSignal) => this.client.send(command, { abortSignal }));
    }
  }

  /** Parts of uploads whose process died: they use space and no listing shows them. */
  async sweep(before: Date): Promise<void> {
    for (let markers = {}; ;) {
      const command = new ListMultipartUploadsCommand({
        Bucket: this.bucket,
        Prefix: this.prefix,
        ...markers,
      });
      const page = await inTime((abortSignal) => this.client.send(command, { abortSignal })).catch(
        (error: unknown) => {
          if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501) return null;
          throw error;
        },
      );
      // a service that can't list them has to clean up on its own
      if (!page) return;
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Initiated && Initiated < before) await this.abortUpload(Key, UploadId);
      if (!page.IsTruncated) return;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  async check(): Promise<void> {
    const key = `check-${randomBytes(6).toString('hex')}`;
    const command = new PutObjectCommand({ ...this.at(key), Body: 'ok' });
    await inTime((abortSignal) => this.client.send(command, { abortSignal }), CHECK_MS);
    await this.delete(key, CHECK_MS);
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {
    this.client.destroy();
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + checkKey(key) };
  }

  private async upload(
    key: string,
    body: Readable,
    headers: { ContentType?: string; CacheControl?: string } = {},
  ): Promise<void> {
    const sending = new Upload({
      client: this.client,
      params: { ...this.at(key), ...headers, Body: body },
      partSize: PART_SIZE,
      queueSize: 4,
      leavePartsOnError: false,
    });
    await sending.done();
  }

  private async delete(key: string, milliseconds: number): Promise<void> {
    const command = new DeleteObjectCommand(this.at(key));
    await inTime((abortSignal) => this.client.send(command, { abortSignal }), milliseconds);
  }

  private async abortUpload(Key: string | undefined, UploadId: string | undefined): Promise<void> {
    const command = new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId });
    await inTime((abortSignal) => this.client.send(command, { abortSignal }));
  }

  private async *listPages(folder?: string) {
    const Prefix = folder === undefined ? this.prefix : `${this.at(folder).Key}/`;
    for (let ContinuationToken: string | undefined; ;) {
      const command = new ListObjectsV2Command({ Bucket: this.bucket, Prefix, ContinuationToken });
      const page = await inTime((abortSignal) => this.client.send(command, { abortSignal }));
      yield page.Contents ?? [];
      ContinuationToken = page.NextContinuationToken;
      if (!ContinuationToken) return;
    }
  }
}

/** A request to the store; streaming the response may take longer. */
async function inTime<T>(attempt: (signal: AbortSignal) => Promise<T>, milliseconds = ANSWER_MS): Promise<T> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // the client waits for the body it sends before it reports the abort
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${milliseconds} ms`));
      limit.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([attempt(limit.signal), late]);
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
