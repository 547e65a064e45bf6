import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '#server/app/context.ts';
import type { Db } from '#server/app/database/database.ts';
import type { Log } from '#server/app/observe/log.ts';
import { AT_ONCE, flushAtOnce } from './flush.actions.ts';
import { MirroredIndex, NotMirrored } from './mirror-index.rules.ts';
import { MirroredThings } from './mirror-things.rules.ts';
import { MirroredWords } from './mirror-words.rules.ts';
import { isAtMost, nextMirroredWords, nextThings, readMoment, readNews, type News } from './mirror.store.ts';
import type { SearchIndex } from './reading.store.ts';

/** What is kept in memory at most: about 140 MB. */
export const LIMITS = { things: 25_000, words: 75_000, tokens: 750_000 };
/** It is read when a second search comes within this time, and let go when none came for the other. */
const WANTED_WITHIN_MS = 60_000;
const KEPT_MS = 10 * 60_000;
/** After it was read, or could not be, it isn't for so long. */
const REST_MS = 10_000;
const TOO_BIG_REST_MS = 10 * 60_000;
const BATCH = 500;
const PATIENCE_MS = 300;

interface Copy {
  things: MirroredThings;
  words: MirroredWords;
  /** Up to which moment it is the same as the index, and on which server. */
  seen: string;
  server: string;
}

interface Waiting {
  words: string[];
  resolve: (index: MirroredIndex | null) => void;
}

interface Options {
  db: Db;
  log: Log;
  stopping: AbortSignal;
  limits?: typeof LIMITS;
  /** Milliseconds: whoever waits longer for the news asks the database. */
  patience?: number;
}

/**
 * A copy of the index in memory. A search uses it only after it was asked of the database, once for all who wait, what
 * changed: so it finds what a statement would find that began when the search came in.
 */
export class SearchMirror {
  private readonly options: Required<Options>;
  private copy: Copy | null = null;
  private loading: Promise<void> | null = null;
  private restUntil = 0;
  private usedAt = -Infinity;
  private waiting: Waiting[] = [];
  private isAsking = false;
  /** A database that is slow isn't asked again before it has answered. */
  private isLate = false;
  private release: NodeJS.Timeout | null = null;

  constructor(options: Options) {
    this.options = { limits: LIMITS, patience: PATIENCE_MS, ...options };
    options.stopping.addEventListener('abort', () => this.letGo(), { once: true });
  }

  get isLoaded(): boolean {
    return this.copy !== null;
  }

  /** What `search` makes of the copy; null where there is none, or where it can't tell. `words`: all that is looked up. */
  async use<T>(words: string[], search: (index: SearchIndex) => Promise<T>): Promise<T | null> {
    try {
      const index = await this.read(words);
      return index && (await search(index));
    } catch (error) {
      if (error instanceof NotMirrored) return null;
      this.options.log.error('A search by the copy of the index failed; the database is asked.', { error });
      this.letGo();
      return null;
    }
  }

  /** Reads the copy; whoever calls meanwhile waits for the same. */
  load(): Promise<void> {
    this.loading ??= this.readAll()
      .catch((error: unknown) => {
        if (!this.options.stopping.aborted)
          this.options.log.warn('The index could not be copied into memory.', { error });
      })
      .finally(() => (this.loading = null));
    return this.loading;
  }

  letGo(): void {
    this.copy = null;
    if (this.release) clearInterval(this.release);
    this.release = null;
  }

  private async read(words: string[]): Promise<MirroredIndex | null> {
    const now = performance.now();
    const isWanted = now - this.usedAt < WANTED_WITHIN_MS;
    this.usedAt = now;
    if (!this.copy) {
      if (isWanted && now > this.restUntil && !this.options.stopping.aborted) void this.load();
      return null;
    }
    if (this.isLate) return null;
    return new Promise((resolve) => {
      this.waiting.push({ words, resolve });
      if (!this.isAsking) void this.ask();
    });
  }

  /** One question at a time, for all who came before it. */
  private async ask(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length) {
      const asked = this.waiting.splice(0);
      const timer = setTimeout(() => {
        this.isLate = true;
        for (const { resolve } of [...asked, ...this.waiting.splice(0)]) resolve(null);
      }, this.options.patience);
      const index = await this.catchUp([...new Set(asked.flatMap(({ words }) => words))]).catch(
        (error: unknown) => {
          if (!this.options.stopping.aborted)
            this.options.log.warn('What changed in the index could not be asked.', { error });
          return null;
        },
      );
      clearTimeout(timer);
      this.isLate = false;
      for (const { resolve } of asked) resolve(index);
    }
    this.isAsking = false;
  }

  /** Brings the copy up to this moment; null: it can't be, or not everything is in the index yet. */
  private async catchUp(words: string[]): Promise<MirroredIndex | null> {
    const { db } = this.options;
    for (const isFirst of [true, false]) {
      const { copy } = this;
      if (!copy) return null;
      const news = await readNews(db, copy.seen, words);
      if (copy !== this.copy) return null;
      if (news.isTooMuch || news.server !== copy.server) {
        this.letGo();
        return null;
      }
      take(copy, news);
      if (!fits(copy, this.options.limits)) {
        this.rest(TOO_BIG_REST_MS);
        return null;
      }
      if (news.pending === 0)
        return new MirroredIndex(
          copy.things,
          copy.words,
          new Map(news.asked?.map((each) => [each[0], each])),
        );
      if (!isFirst || news.pending > AT_ONCE) return null;
      await flushAtOnce(db);
    }
    return null;
  }

  private async readAll(): Promise<void> {
    const { db, limits, stopping } = this.options;
    this.letGo();
    this.restUntil = performance.now() + REST_MS;
    if (!(await isAtMost(db, limits.things, limits.words))) return this.rest(TOO_BIG_REST_MS);
    const since = await readMoment(db);
    const copy: Copy = { things: new MirroredThings(), words: new MirroredWords(), seen: since, server: '' };
    for (let after = { kind: 0, id: 0 }, isMore = true; isMore;) {
      stopping.throwIfAborted();
      const things = await nextThings(db, after, BATCH);
      for (const thing of things) copy.things.put(thing);
      if (!fits(copy, limits)) return this.rest(TOO_BIG_REST_MS);
      after = things.at(-1) ?? after;
      isMore = things.length === BATCH;
    }
    for (const _ of copy.things.trimming(BATCH * 40)) await nextTurn();
    for (let after = '', isMore = true; isMore;) {
      stopping.throwIfAborted();
      const words = await nextMirroredWords(db, after, BATCH * 2);
      for (const word of words) copy.words.put(word);
      after = words.at(-1)?.word ?? after;
      isMore = words.length === BATCH * 2;
    }
    // what changed meanwhile
    const news = await readNews(db, copy.seen, []);
    this.restUntil = performance.now() + REST_MS;
    if (news.isTooMuch || stopping.aborted) return;
    take(copy, news);
    copy.server = news.server;
    this.copy = copy;
    this.release = setInterval(() => {
      if (performance.now() - this.usedAt > KEPT_MS) this.letGo();
    }, KEPT_MS / 10).unref();
  }

  private rest(milliseconds: number): void {
    this.letGo();
    this.restUntil = performance.now() + milliseconds;
  }
}

const fits = ({ things, words }: Copy, limits: typeof LIMITS): boolean =>
  things.size <= limits.things && words.size <= limits.words && things.tokenCount <= limits.tokens;

function take(copy: Copy, { things: changed, words: learnt, seen }: News): void {
  const { things, words } = copy;
  for (const [kind, id, rank, tokens] of changed ?? [])
    if (rank === null) things.drop(kind, id);
    else things.put({ kind, id, rank, tokens: tokens ?? [] });
  for (const [word, hash, docs, stems] of learnt ?? [])
    if (docs === null) words.drop(word);
    else words.put({ word, hash, docs, stems });
  copy.seen = seen;
}

const mirrors = new WeakMap<Db, SearchMirror>();

/** The copy of this process. */
export function mirrorOf({ db, log, stopping }: Context): SearchMirror {
  const mirror = mirrors.get(db) ?? new SearchMirror({ db, log, stopping });
  mirrors.set(db, mirror);
  return mirror;
}
