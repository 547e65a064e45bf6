import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Trx } from '../database/database.ts';

const compress = promisify(brotliCompress);

/** What answers are made from: who changes it drops its tag. 'counts': the likes, views and comments of videos. */
export type CacheTag =
  | 'videos'
  | 'counts'
  | 'comments'
  | 'community'
  | 'creators'
  | 'products'
  | 'settings'
  | 'playlists'
  // by the database itself, see 0015_search.sql
  | 'search';

/** One answer, ready to be sent again and again. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
  headers: Record<string, string>;
  /** Whose answer differs from this one, by `Caller.knownPerson`; null: more than are listed here. */
  exceptions?: ReadonlySet<string> | null;
  /** The body in brotli; made on the first request that accepts it. */
  brotli: Promise<Buffer> | null;
}

export interface StoredResponse extends CachedResponse {
  /** Still what the cache would give: neither dropped nor too old. */
  isFresh(): boolean;
  /** Addresses that it was sent for; they go with it. */
  addresses: Set<string>;
}

/** What was sent for an address once, to be sent again as it is. */
export interface Sent {
  answer: StoredResponse;
  status: number;
  body: Buffer;
  /** Names and values in turn, as writeHead takes them. */
  headers: string[];
  measure: ((seconds: number) => void) | undefined;
}

/** What an answer is made of. */
export type ResponseParts = Pick<CachedResponse, 'headers' | 'exceptions'> & {
  body: string;
  /** Kept no longer than that: it stands in for something better. */
  maxSeconds?: number;
  /** For whoever asked while it was made, and nobody after. */
  isKept?: false;
};

export interface ResponseCache {
  /**
   * The answer kept under `key`, else what `make` gives, kept unless one of `tags` was dropped meanwhile. `make` may add to
   * them, before it reads what they stand for: a page learns only on its way what it is made of.
   */
  get(key: string, tags: CacheTag[], make: () => Promise<ResponseParts>): Promise<StoredResponse>;
  keepSent(address: string, sent: Sent): void;
  findSent(address: string): Sent | undefined;
  /** At most 64 MiB, whatever is asked for: answers, pages and addresses together. */
  readonly bytes: number;
  /** Forgets every answer that carries the tag, here at once and in the other processes within a moment. */
  drop(tag: CacheTag): void;
  /**
   * Tells the other processes in the very commit of a change, so that what was taken away is gone there as soon as it is
   * gone at all; here `dropLocal` has to follow.
   */
  publishDrop(trx: Trx, tags: CacheTag[]): Promise<void>;
  /** In this process alone. Other processes name tags, too; those of a newer release may mean nothing here. */
  dropLocal(...tags: string[]): void;
  clear(): void;
}

interface Entry {
  answer: Promise<StoredResponse>;
  tags: CacheTag[];
  until: number;
  made: StoredResponse | null;
}

interface CacheOptions {
  maxBytes?: number;
  seconds?: number;
  now?: () => number;
  publish?: (tag: string) => void;
  publishIn?: (trx: Trx, tags: string[]) => Promise<void>;
  /** Whether drops of other processes are heard; while they aren't every answer is made anew. */
  isLive?: () => boolean;
}

/**
 * Answers that are the same for everybody, as bytes: 25,000 requests/s instead of 9,000. What was asked for last stays,
 * for at most `seconds`, in at most `maxBytes`.
 */
export function createResponseCache({
  maxBytes = 64 << 20,
  seconds = 30,
  now = Date.now,
  publish = () => {},
  publishIn = async () => {},
  isLive = () => true,
}: CacheOptions = {}): ResponseCache {
  const entries = createStore(maxBytes, seconds);

  const dropLocal = (...dropped: string[]) => {
    // a copy: what is deleted on the way must not change what is walked
    for (const [key, entry] of Array.from(entries))
      if ('tags' in entry && entry.tags.some((tag) => dropped.includes(tag))) entries.delete(key);
  };

  return {
    get: createGet(entries, { seconds, now, isLive }),
    keepSent(address, sent) {
      if (!sent.answer.isFresh()) return;
      sent.answer.addresses.add(address);
      entries.set(address, sent);
    },
    findSent: (address) => entries.get(address) as Sent | undefined,
    get bytes() {
      return entries.calculatedSize;
    },
    drop(tag) {
      dropLocal(tag);
      publish(tag);
    },
    publishDrop: publishIn,
    dropLocal,
    clear() {
      entries.clear();
    },
  };
}

/** Answers from the store, or makes the answer once for all who ask meanwhile. */
function createGet(
  entries: LRUCache<string, Entry | Sent>,
  { seconds, now, isLive }: Required<Pick<CacheOptions, 'seconds' | 'now' | 'isLive'>>,
): ResponseCache['get'] {
  return async (key, tags, make) => {
    const found = entries.get(key) as Entry | undefined;
    // whoever asks while it is being made shares it in any case: an ailing database is asked once at a time
    if (found && found.until > now() && (isLive() || !found.made)) return found.answer;
    const isFresh = () => isLive() && entries.peek(key) === entry && entry.until > now();
    const answer = make().then((parts) => {
      entry.until = Math.min(entry.until, now() + (parts.maxSeconds ?? Infinity) * 1000);
      entry.made = toAnswer(parts, isFresh);
      // by its size now
      if (entries.peek(key) === entry && entries.delete(key) && parts.isKept !== false)
        entries.set(key, entry);
      return entry.made;
    });
    const entry: Entry = { answer, tags, until: now() + seconds * 1000, made: null };
    // kept at once, so that a hundred requests for a cold key make the answer once; a drop meanwhile removes it
    entries.set(key, entry);
    try {
      return await answer;
    } catch (error) {
      if (entries.peek(key) === entry) entries.delete(key);
      throw error;
    }
  };
}

function createStore(maxBytes: number, seconds: number): LRUCache<string, Entry | Sent> {
  const entries = new LRUCache<string, Entry | Sent>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    // what nobody asks for again goes when its time is over
    ttl: seconds * 1000,
    ttlAutopurge: true,
    disposeAfter: (gone) => {
      if ('made' in gone) for (const address of gone.made?.addresses ?? []) entries.delete(address);
    },
  });
  return entries;
}

/** An answer's body is held in brotli, too; what an address was sent is its answer's, but for the headers. */
function bytesOf(value: Entry | Sent, key: string): number {
  const own = 500 + 2 * key.length;
  if ('made' in value) return own + 2 * (value.made?.body.length ?? 0);
  return own + value.headers.reduce((sum, text) => sum + text.length, 0);
}

function toAnswer(
  { body, headers, exceptions = NOBODY }: ResponseParts,
  isFresh: () => boolean,
): StoredResponse {
  const bytes = Buffer.from(body);
  return {
    body: bytes,
    headers,
    exceptions,
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    brotli: null,
    isFresh,
    addresses: new Set(),
  };
}

const NOBODY: ReadonlySet<string> = new Set();

/** Whether it is the same for everybody, whoever asks. */
export const isForEverybody = ({ exceptions }: CachedResponse): boolean => exceptions?.size === 0;

/** The brotli form of an answer, compressed once; at 10 of 11 it takes seven times as long and is a fourteenth smaller. */
export function inBrotli(answer: CachedResponse, quality = 5): Promise<Buffer> {
  answer.brotli ??= compress(answer.body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length,
    },
  });
  return answer.brotli;
}
