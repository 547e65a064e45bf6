import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { afterCommit, type Trx } from '#server/app/database/database.ts';

const compress = promisify(brotliCompress);

/** The data a response is built from; a change drops its tag. 'counts': likes, views and comments. */
export type CacheTag =
  | 'videos'
  | 'counts'
  | 'comments'
  | 'community'
  | 'creators'
  | 'products'
  | 'settings'
  | 'discounts'
  | 'playlists'
  // by the database itself, see 0015_search.sql
  | 'search';

/** One response, ready to be sent again and again. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
  headers: Record<string, string>;
  /** The brotli-compressed body, built on the first request that accepts it. */
  brotli: Promise<Buffer> | null;
}

export interface StoredResponse extends CachedResponse {
  /**
   * Whether a caller who last wrote at `after` may get it. Stale ones are served during a rebuild: at most
   * once a second, up to 5 s late.
   */
  canSend(after?: number): boolean;
  /** Addresses that it was sent for; they go with it. */
  addresses: Set<string>;
}

/** A response already sent for an address, ready to be sent unchanged. */
export interface Sent {
  answer: StoredResponse;
  status: number;
  body: Buffer;
  /** Names and values in turn, as writeHead takes them. */
  headers: string[];
}

/** The parts of a response. */
export interface ResponseParts {
  body: string;
  headers: Record<string, string>;
  /** Maximum lifetime in the cache, for a fallback response. */
  maxSeconds?: number;
  /** Shared only with the requests that waited for it, then discarded. */
  isCached?: false;
}

/** Builds a response. It may add to `tags`, before reading that data, once it knows what it shows. */
type Make = (tags: Set<CacheTag>) => Promise<ResponseParts>;

export interface ResponseCache {
  /**
   * The cached response, or the result of `make`. `after`: the caller's last write in ms, before which
   * nothing stale is served to them.
   */
  get(key: string, tags: readonly CacheTag[], make: Make, after?: number): Promise<StoredResponse>;
  cacheSent(address: string, sent: Sent): void;
  findSent(address: string): Sent | undefined;
  /** At most 64 MiB in total: responses, pages and addresses. */
  readonly bytes: number;
  /** For what hides, deletes or corrects: forgets each response with one of the tags, in all processes as `trx` commits. */
  dropIn(trx: Trx, ...tags: CacheTag[]): Promise<void>;
  /** As `dropIn`, outside a transaction: immediate here, within a moment in other processes. */
  drop(...tags: CacheTag[]): void;
  /** For counts and additions: a first change drops, further ones within a second only make responses stale. */
  refreshIn(trx: Trx, ...tags: CacheTag[]): Promise<void>;
  refresh(...tags: CacheTag[]): void;
  /** What another process dropped or refreshed; it may name tags of a newer release. */
  dropLocal(...tags: string[]): void;
  refreshLocal(...tags: string[]): void;
  clear(): void;
}

interface Making {
  startedAt: number;
  /** When the first change came that it may have missed. */
  staleSince: number | null;
  tags: Set<CacheTag>;
  promise: Promise<StoredResponse>;
}

interface Entry {
  /** Null while the first one is being built. */
  response: StoredResponse | null;
  startedAt: number;
  staleSince: number | null;
  tags: Set<CacheTag>;
  until: number;
  making: Making | null;
  remake(): void;
}

interface CacheOptions {
  maxBytes?: number;
  seconds?: number;
  /** Minimum time between two refreshes of the same tag. */
  refreshMs?: number;
  now?: () => number;
  publish?: (topic: CacheTopic, tag: string) => void;
  publishIn?: (trx: Trx, topic: CacheTopic, tags: string[]) => Promise<void>;
  /** Whether invalidations from other processes arrive; while they don't, every response is rebuilt. */
  isLive?: () => boolean;
}

export type CacheTopic = 'cache' | 'cache-refresh';

/** A stale response is sent at most so long. */
const MAX_STALE_MS = 5_000;

/** An LRU cache of shared responses as bytes, for at most `seconds`, in at most `maxBytes`. */
export function createResponseCache({
  maxBytes = 64 << 20,
  seconds = 30,
  refreshMs = 1_000,
  now = Date.now,
  publish = () => {},
  publishIn = async () => {},
  isLive = () => true,
}: CacheOptions = {}): ResponseCache {
  const store = createStore(maxBytes, seconds);
  const entries = new Entries(store, { seconds, refreshMs, now, isLive });
  const dropLocal = (...tags: string[]) => entries.drop(tags);
  const refreshLocal = (...tags: string[]) => entries.refresh(tags);
  return {
    get: (key, tags, make, after) => entries.get(key, tags, make, after),
    cacheSent(address, sent) {
      if (!sent.answer.canSend()) return;
      sent.answer.addresses.add(address);
      store.set(address, sent);
    },
    findSent: (address) => store.get(address) as Sent | undefined,
    get bytes() {
      return store.calculatedSize;
    },
    async dropIn(trx, ...tags) {
      await publishIn(trx, 'cache', tags);
      afterCommit(trx, () => dropLocal(...tags));
    },
    drop(...tags) {
      dropLocal(...tags);
      for (const tag of tags) publish('cache', tag);
    },
    async refreshIn(trx, ...tags) {
      await publishIn(trx, 'cache-refresh', tags);
      afterCommit(trx, () => refreshLocal(...tags));
    },
    refresh(...tags) {
      refreshLocal(...tags);
      for (const tag of tags) publish('cache-refresh', tag);
    },
    dropLocal,
    refreshLocal,
    clear() {
      store.clear();
    },
  };
}

type Store = LRUCache<string, Entry | Sent>;
type EntryOptions = Required<Pick<CacheOptions, 'seconds' | 'refreshMs' | 'now' | 'isLive'>>;

/** Responses by key, built on demand and rebuilt when stale. */
class Entries {
  private readonly store: Store;
  private readonly options: EntryOptions;
  private readonly refreshedAt = new Map<string, number>();

  constructor(store: Store, options: EntryOptions) {
    this.store = store;
    this.options = options;
  }

  /** See ResponseCache. */
  async get(key: string, tags: readonly CacheTag[], make: Make, after = 0): Promise<StoredResponse> {
    const found = this.find(key);
    if (found?.response && this.canSend(found, after)) return found.response;
    if (found?.making && (found.making.staleSince === null || found.making.startedAt > after))
      return found.making.promise;
    // one that began before the caller wrote
    if (found?.making) await found.making.promise.catch(() => {});
    const entry = this.find(key) ?? this.open(key, tags, make);
    return (entry.making ?? this.begin(key, entry, tags, make)).promise;
  }

  drop(tags: string[]): void {
    for (const [key] of this.tagged(tags)) this.store.delete(key);
  }

  refresh(tags: string[]): void {
    const now = this.options.now();
    for (const tag of tags) {
      const isFirst = now - (this.refreshedAt.get(tag) ?? -Infinity) >= this.options.refreshMs;
      this.refreshedAt.set(tag, now);
      if (isFirst) this.drop([tag]);
      else for (const [, entry] of this.tagged([tag])) markStale(entry, now);
    }
  }

  private find(key: string): Entry | undefined {
    return this.store.get(key) as Entry | undefined;
  }

  /** A copy: entries may be deleted while it is walked. */
  private tagged(tags: string[]): [string, Entry][] {
    return Array.from(this.store).filter((pair): pair is [string, Entry] => {
      const [, entry] = pair;
      return 'tags' in entry && tags.some((tag) => hasTag(entry, tag));
    });
  }

  /** Whether an entry's response may be served; triggers a rebuild of a stale one. */
  private canSend(entry: Entry, after: number): boolean {
    const { now, isLive, refreshMs } = this.options;
    if (!isLive() || entry.until <= now()) return false;
    if (entry.staleSince === null) return true;
    if (entry.startedAt <= after || now() - entry.staleSince > MAX_STALE_MS) return false;
    if (!entry.making && now() - entry.startedAt >= refreshMs) entry.remake();
    return true;
  }

  private open(key: string, tags: readonly CacheTag[], make: Make): Entry {
    const { begin } = this;
    const entry: Entry = {
      response: null,
      startedAt: 0,
      staleSince: null,
      tags: new Set(tags),
      until: 0,
      making: null,
      // the next callers get the error
      remake() {
        begin(key, this, tags, make).promise.catch(() => {});
      },
    };
    // stored immediately, so that a hundred requests for a cold key build it once
    this.store.set(key, entry);
    return entry;
  }

  private readonly begin = (key: string, entry: Entry, baseTags: readonly CacheTag[], make: Make): Making => {
    const tags = new Set(baseTags);
    const making: Making = {
      startedAt: this.options.now(),
      staleSince: null,
      tags,
      promise: make(tags).then(
        (parts) => this.finish(key, entry, making, parts),
        (error: unknown) => {
          if (this.store.peek(key) === entry) this.store.delete(key);
          throw error;
        },
      ),
    };
    entry.making = making;
    return making;
  };

  private finish(key: string, before: Entry, making: Making, parts: ResponseParts): StoredResponse {
    const { now, seconds } = this.options;
    const isCurrent = this.store.peek(key) === before;
    const response = toResponse(parts, before.response, (after = 0) => {
      const entry = this.find(key);
      return entry?.response === response && this.canSend(entry, after);
    });
    const { startedAt, staleSince, tags } = making;
    const until = Math.min(startedAt + seconds * 1000, now() + (parts.maxSeconds ?? Infinity) * 1000);
    if (isCurrent && parts.isCached === false) this.store.delete(key);
    else if (isCurrent)
      this.store.set(key, { ...before, response, startedAt, staleSince, tags, until, making: null });
    return response;
  }
}

const hasTag = ({ tags, making }: Entry, tag: string): boolean =>
  tags.has(tag as CacheTag) || (making?.tags.has(tag as CacheTag) ?? false);

function markStale(entry: Entry, at: number): void {
  entry.staleSince ??= at;
  if (entry.making) entry.making.staleSince ??= at;
}

function createStore(maxBytes: number, seconds: number): Store {
  const entries: Store = new LRUCache<string, Entry | Sent>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    // an entry that is not requested again expires with its TTL
    ttl: seconds * 1000,
    ttlAutopurge: true,
    disposeAfter: (deleted, key) => {
      if (!('tags' in deleted) || !deleted.response) return;
      const now = entries.peek(key);
      if (now && 'tags' in now && now.response === deleted.response) return;
      for (const address of deleted.response.addresses) entries.delete(address);
    },
  });
  return entries;
}

/** Bodies are also stored as brotli; an address entry shares its response's body and adds only headers. */
function bytesOf(value: Entry | Sent, key: string): number {
  const own = 500 + 2 * key.length;
  if ('tags' in value) return own + 2 * (value.response?.body.length ?? 0);
  return own + value.headers.reduce((sum, text) => sum + text.length, 0);
}

/** `before`, if the content is unchanged: its brotli form and its addresses stay valid. */
function toResponse(
  { body, headers }: ResponseParts,
  before: StoredResponse | null,
  canSend: StoredResponse['canSend'],
): StoredResponse {
  const bytes = Buffer.from(body);
  if (before?.body.equals(bytes) && JSON.stringify(before.headers) === JSON.stringify(headers)) return before;
  return {
    body: bytes,
    headers,
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    brotli: null,
    canSend,
    addresses: new Set(),
  };
}

/** The brotli form, compressed once. */
export function inBrotli(answer: CachedResponse, quality?: number): Promise<Buffer> {
  answer.brotli ??= toBrotli(answer.body, quality);
  return answer.brotli;
}

/** Level 10 takes seven times as long as level 5 and saves a fourteenth. */
export const toBrotli = (body: Buffer, quality = 5): Promise<Buffer> =>
  compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
