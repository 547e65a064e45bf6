import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsBrotli } from '#server/app/http/negotiate.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Twice what the cache keeps of pages (response-cache.ts): who has got a page finds its data when it has changed since. */
const MAX_ENTRIES = 1000;

/**
 * What the scripts take pages over with, by its hash, in brotli. It is fetched after a page has been seen: inside of it,
 * it would come before the first paint (docs/decisions/081).
 */
export class PageData {
  readonly #kept = new Map<string, Buffer>();

  /** Its hash: the same in every process that has the same data. */
  async keep(data: object): Promise<string> {
    const text = JSON.stringify(data);
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const bytes =
      this.#kept.get(hash) ?? (await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
    this.#put(hash, bytes);
    return hash;
  }

  find(hash: string): Buffer | null {
    const bytes = this.#kept.get(hash);
    if (bytes) this.#put(hash, bytes);
    return bytes ?? null;
  }

  /** The last asked for goes last. */
  #put(hash: string, bytes: Buffer): void {
    this.#kept.delete(hash);
    this.#kept.set(hash, bytes);
    if (this.#kept.size > MAX_ENTRIES) this.#kept.delete(this.#kept.keys().next().value ?? '');
  }
}

const DAY = 86_400;

/** `isExact`: what was asked for; else what the page holds now, for who has it from another process. */
export async function sendPageData(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  isExact: boolean,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8').headers({
    'cache-control': isExact ? `private, max-age=${DAY}, immutable` : 'no-store',
    vary: 'Accept-Encoding',
    'x-robots-tag': 'noindex',
  });
  if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(await decompress(bytes));
  return reply.header('content-encoding', 'br').send(bytes);
}
