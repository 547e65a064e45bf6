import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { SMALL_READ, StorageMissing, type Storage } from '#server/adapters/storage/storage.ts';

/** By extension; other files are never served from the store. */
export const MEDIA_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  gif: 'image/gif',
  zip: 'application/zip',
};

export interface SendOptions {
  storage: Pick<Storage, 'read' | 'stat'>;
  key: string;
  /**
   * Who may cache it: `public` forever (its address changes with its content), `changing` for a while,
   * `private` only the viewer's browser, for a while.
   */
  cache: 'public' | 'changing' | 'private';
  /** The name under which the browser saves it, instead of showing it. */
  saveAs?: string | undefined;
  /** A proxy's internal location: it sends the file itself (X-Accel-Redirect), and answers what depends on the content. */
  accel?: string | undefined;
}

type Part = { start: number; end: number } | 'all' | 'unsatisfiable';

/** A file never changes under its name, but may be taken away: caches that many share ask again after five minutes. */
export const MEDIA_CACHE = {
  public: 'public, max-age=31536000, s-maxage=300, immutable',
  changing: 'public, max-age=300',
  private: 'private, max-age=600',
};

/**
 * Answer with a stored file (RFC 9110): single ranges, If-Range, If-None-Match, HEAD. False, with nothing sent, when
 * there is no such file. Small parts leave in one read and one write.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SendOptions,
): Promise<boolean> {
  const { storage, key, cache, accel, saveAs } = options;
  const type = MEDIA_TYPES[key.slice(key.lastIndexOf('.') + 1)];
  const facts = type ? await storage.stat(key) : null;
  if (!type || !facts) return false;
  if (saveAs) reply.header('content-disposition', `attachment; filename="${saveAs}"`);
  if (accel) return handOver(reply, { type, cache, location: accel + key });
  const lastModified = new Date(Math.floor(facts.modifiedAt.getTime() / 1000) * 1000);
  reply.headers({
    'accept-ranges': 'bytes',
    etag: facts.etag,
    'last-modified': lastModified.toUTCString(),
    'x-content-type-options': 'nosniff',
    'cache-control': MEDIA_CACHE[cache],
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (isNotModified(request.headers, facts.etag, lastModified)) {
    await reply.code(304).send();
    return true;
  }
  reply.header('content-type', type);
  if (request.method === 'HEAD') {
    // A stream, because Fastify's own HEAD routes overwrite the length of anything else.
    await reply.code(200).header('content-length', facts.size).send(Readable.from([]));
    return true;
  }
  const requestedRange = rangeStillHolds(request.headers['if-range'], facts.etag, lastModified)
    ? request.headers.range
    : undefined;
  const part = parseRange(requestedRange, facts.size);
  if (part === 'unsatisfiable') {
    await reply
      .code(416)
      .removeHeader('content-type')
      .header('content-range', `bytes */${facts.size}`)
      .send();
    return true;
  }
  const range = part === 'all' ? { start: 0, end: facts.size - 1 } : part;
  if (part !== 'all')
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${facts.size}`);
  const length = facts.size === 0 ? 0 : range.end - range.start + 1;
  const memory =
    length > POOLED_FROM && length <= SMALL_READ
      ? (pool.pop() ?? Buffer.allocUnsafeSlow(SMALL_READ))
      : undefined;
  const content = length === 0 ? Buffer.alloc(0) : await readPart(storage, key, range, memory);
  if (memory) release(memory, reply);
  if (content === null) {
    reply.code(200).removeHeader('content-range');
    return false;
  }
  reply.header('content-length', length);
  await reply.send(content);
  return true;
}

/**
 * The headers that nginx takes from this response; it sets the others itself (deploy/nginx.conf,
 * deploy/nginx-cluster.conf).
 */
async function handOver(
  reply: FastifyReply,
  { type, cache, location }: { type: string; cache: SendOptions['cache']; location: string },
): Promise<true> {
  await reply
    .code(200)
    .headers({ 'content-type': type, 'cache-control': MEDIA_CACHE[cache], 'x-accel-redirect': location })
    .send(Buffer.alloc(0));
  return true;
}

/** Null where the file went away since it was looked up. */
function readPart(
  storage: SendOptions['storage'],
  key: string,
  range: { start: number; end: number },
  memory: Buffer | undefined,
) {
  return storage.read(key, range, memory).catch((error: unknown) => {
    if (error instanceof StorageMissing) return null;
    throw error;
  });
}

const POOLED_FROM = 64 << 10;
const MAX_POOL = 32;
const pool: Buffer[] = [];

/**
 * Returns a buffer to the pool once it was sent: a fresh one costs three times the rest of a request. Only
 * call it when nothing is being read into the buffer.
 */
function release(memory: Buffer, { raw }: FastifyReply): void {
  const recycle = () => {
    if (pool.length < MAX_POOL) pool.push(memory);
  };
  if (raw.closed) recycle();
  else raw.once('close', recycle);
}

/**
 * A single range as requested; multiple ranges, other units and malformed ones get the whole file, as RFC
 * 9110 §14.2 allows.
 */
export function parseRange(header: string | undefined, size: number): Part {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'all';
  if (from === '') {
    const last = Number(to);
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
}

type Headers = FastifyRequest['headers'];

function isNotModified(headers: Headers, etag: string, lastModified: Date): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined)
    return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
  const since = headers['if-modified-since'];
  return since !== undefined && Date.parse(since) >= lastModified.getTime();
}

function rangeStillHolds(ifRange: string | string[] | undefined, etag: string, lastModified: Date): boolean {
  if (ifRange === undefined) return true;
  const known = String(ifRange).trim();
  return known.startsWith('"')
    ? known === etag
    : !known.startsWith('W/') && Date.parse(known) === lastModified.getTime();
}
