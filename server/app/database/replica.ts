import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { HttpError } from '../http/errors.ts';
import type { Log } from '../observe/log.ts';
import { openDatabase, type Db } from './database.ts';

/** A replica that is further behind is left alone. */
const MAX_LAG_MS = 10_000;
const POLL_MS = 1_000;
/** Whoever waits longer is answered by the primary. */
const READ_MS = 5_000;
const ASK_MS = 1_000;
const MARK_MS = 200;
const MAX_MARKS = 64;

export interface Replica {
  /**
   * What `run` reads for everybody, from the replica where that is as new as the last change of any of `tags`, else from
   * the primary. What isn't found, or fails, is asked of the primary.
   */
  read<T>(tags: readonly string[], run: (db: Db) => Promise<T>): Promise<T>;
  /** Something was changed just now: of these tags, of all without them. */
  changed(tags?: readonly string[]): void;
  /** Milliseconds that it is behind at most; null: it isn't used. */
  lag(): number | null;
  readonly reads: { replica: number; primary: number };
  close(): Promise<void>;
}

interface ReplicaOptions {
  primary: Db;
  /** Whether changes by other processes are heard of. */
  isLive: () => boolean;
  log: Log;
}

/**
 * Follows how far a replica is: what the primary had written when it was asked, and the replica has replayed, is there.
 * So nothing needs to be sent along with a change: it was committed before anybody heard of it.
 */
export function openReplica(connection: pg.PoolConfig, options: ReplicaOptions): Replica {
  return new FollowedReplica(connection, options);
}

class FollowedReplica implements Replica {
  readonly reads = { replica: 0, primary: 0 };
  private readonly connection: pg.PoolConfig;
  private readonly options: ReplicaOptions;
  private db: Db;
  private readonly changes = new Map<string, number>();
  private allChanged = performance.now();
  /** All that was committed until then is there. */
  private replayedUntil = -Infinity;
  /** How far the primary was, and when: the replica comes there by and by. */
  private marks: { at: number; written: bigint }[] = [];
  private asking: { since: number; answer: Promise<void> } | null = null;
  private away = true;
  private told = '';
  /** Aborted when it is left alone: nobody waits for it any longer. */
  private leaving = new AbortController();
  private readonly closing = new AbortController();
  private readonly polling: Promise<void>;

  constructor(connection: pg.PoolConfig, options: ReplicaOptions) {
    this.connection = connection;
    this.options = options;
    this.db = openDatabase(connection).db;
    this.polling = this.poll();
  }

  async read<T>(tags: readonly string[], run: (db: Db) => Promise<T>): Promise<T> {
    const { signal } = this.leaving;
    try {
      if (await this.isFit(tags)) {
        const found = await within(READ_MS, run(this.db), signal);
        if (found !== null && found !== undefined) {
          this.reads.replica += 1;
          return found;
        }
      }
    } catch (error) {
      if (!(error instanceof HttpError || signal.aborted)) this.leave(error);
    }
    this.reads.primary += 1;
    return run(this.options.primary);
  }

  changed(tags?: readonly string[]): void {
    const now = performance.now();
    if (tags) for (const tag of tags) this.changes.set(tag, now);
    else this.allChanged = now;
  }

  lag(): number | null {
    const behind = performance.now() - this.replayedUntil;
    return this.away || behind > MAX_LAG_MS + POLL_MS ? null : Math.max(0, Math.round(behind - POLL_MS));
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.polling;
    await this.db.destroy();
  }

  private async isFit(tags: readonly string[]): Promise<boolean> {
    if (!this.options.isLive() || this.lag() === null) return false;
    const changed = Math.max(this.allChanged, ...tags.map((tag) => this.changes.get(tag) ?? -Infinity));
    if (this.replayedUntil < changed) await this.askSince(changed);
    return this.replayedUntil >= changed;
  }

  private async ask(): Promise<void> {
    const at = performance.now();
    const { written, replayed } = await comparePositions(this.options.primary, this.db);
    if (at - (this.marks.at(-1)?.at ?? -Infinity) > MARK_MS || written <= replayed)
      this.marks.push({ at, written });
    for (const mark of this.marks)
      if (mark.written <= replayed) this.replayedUntil = Math.max(this.replayedUntil, mark.at);
    this.marks = this.marks.filter((mark) => mark.written > replayed).slice(-MAX_MARKS);
  }

  /** Those who come at once ask once. */
  private askSince(since: number): Promise<void> {
    if (this.asking && this.asking.since >= since) return this.asking.answer;
    const one = { since: performance.now(), answer: within(ASK_MS, this.ask()) };
    this.asking = one;
    const forget = () => {
      if (this.asking === one) this.asking = null;
    };
    one.answer.then(forget, forget);
    return one.answer;
  }

  private leave(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.told !== reason) this.options.log.warn('The replica is left alone.', { reason });
    this.told = reason;
    this.away = true;
    this.leaving.abort();
    this.leaving = new AbortController();
  }

  private async poll(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      try {
        await within(ASK_MS * 2, this.ask());
        this.away = false;
        this.tell();
      } catch (error) {
        if (signal.aborted) break;
        this.leave(error);
        // connections that say nothing would not say anything later
        void this.db.destroy().catch(() => {});
        this.db = openDatabase(this.connection).db;
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  private tell(): void {
    const { log } = this.options;
    if (this.lag() === null && !this.told) {
      this.told = 'lag';
      log.warn('The replica lags and is left alone.', { maxSeconds: MAX_LAG_MS / 1000 });
    } else if (this.lag() !== null && this.told) {
      this.told = '';
      log.info('The replica is used again.');
    }
  }
}

/** What the primary has written and what the replica has replayed. Rejects where it is no replica of it. */
export async function comparePositions(
  primary: Db,
  replica: Db,
): Promise<{ written: bigint; replayed: bigint }> {
  const ours = await sql<{ position: string; system: string }>`
    select pg_current_wal_lsn()::text as position, (select system_identifier::text from pg_control_system()) as system`.execute(
    primary,
  );
  const theirs = await sql<{ position: string | null; system: string }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
      (select system_identifier::text from pg_control_system()) as system`.execute(replica);
  const [our, their] = [ours.rows[0], theirs.rows[0]];
  if (!our || !their?.position || our.system !== their.system)
    throw new Error('DATABASE_REPLICA_URL names no streaming replica of DATABASE_URL');
  return { written: parsePosition(our.position), replayed: parsePosition(their.position) };
}

/** 16/B374D848: two numbers of 32 bits. */
function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function within<T>(milliseconds: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const done = new AbortController();
  const ends = signal ? AbortSignal.any([done.signal, signal]) : done.signal;
  const late = delay(milliseconds, undefined, { signal: ends }).then(() => {
    throw new Error(`no answer within ${milliseconds / 1000} s`);
  });
  // whoever is late may fail as they like
  work.catch(() => {});
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
