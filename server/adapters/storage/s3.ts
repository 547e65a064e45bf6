import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
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
  type ByteRange,
  type Storage,
  type Stored,
  type StoredFacts,
} from './storage.ts';

/** Parts of 8 MiB, four under way: at most 40 MiB of memory an upload. */
const PART_SIZE = 8 << 20;

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
  });
  const at = (key: string) => ({
    Bucket: bucket,
    Key: prefix ? `${prefix}/${checkKey(key)}` : checkKey(key),
  });

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
    if (flowing.status === 'rejected') throw flowing.reason;
    if (sent.status === 'rejected') throw sent.reason;
    return { size, sha256: hash.digest('hex') };
  }

  async function read(key: string, range?: ByteRange): Promise<Readable | Buffer> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const answer = await client.send(new GetObjectCommand({ ...at(key), Range })).catch((error: unknown) => {
      throw isMissing(error) ? new StorageMissing(key) : error;
    });
    const body = answer.Body as Readable;
    return (answer.ContentLength ?? Number.POSITIVE_INFINITY) <= SMALL_READ ? buffer(body) : body;
  }

  async function stat(key: string): Promise<StoredFacts | null> {
    try {
      const head = await client.send(new HeadObjectCommand(at(key)));
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

  async function remove(key: string): Promise<void> {
    await client.send(new DeleteObjectCommand(at(key)));
  }

  async function removePrefix(folder: string): Promise<void> {
    for (;;) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: `${at(folder).Key}/` }),
      );
      const Objects = Contents.flatMap(({ Key }) => (Key ? [{ Key }] : []));
      if (Objects.length === 0) return;
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    }
  }

  async function check(): Promise<void> {
    const key = `check-${randomBytes(6).toString('hex')}`;
    await write(key, Readable.from([Buffer.from('ok')]));
    await remove(key);
  }

  return {
    write,
    read,
    stat,
    remove,
    removePrefix,
    check,
    moveIn: async (key, path) => {
      await upload(key, createReadStream(path));
      await unlink(path);
    },
    localCopy: async (key, dir) => {
      const copy = join(dir, basename(key));
      await pipeline(await asStream(read(key)), createWriteStream(copy));
      return copy;
    },
    freeBytes: async () => null,
    sweep: async () => {},
    close: async () => client.destroy(),
  };
}

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
