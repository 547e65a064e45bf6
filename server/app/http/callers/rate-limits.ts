import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { z } from 'zod';
import { NEW_GUESTS } from '#contract/site/counting.ts';
import { msg } from '#contract/text/message.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { fail } from '../errors.ts';
import { sqlColumn } from '#server/app/database/read-rows.ts';

/** A burst of `max`, refilled over `seconds`. */
interface Limit {
  max: number;
  seconds: number;
}

/** Protects this process: what others let through is theirs. */
const inProcess = (max: number, seconds: number) => ({ max, seconds, scope: 'process' }) as const;
/** Shared by all processes; rejects every call while the database is unavailable. */
const inDatabase = (max: number, seconds: number) => ({ max, seconds, scope: 'database' }) as const;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Rate limits by action, per person (a member's id or a visitor) unless noted. */
export const RATE_LIMITS = {
  // more than a hand can do
  like: inProcess(120, 60),
  view: inProcess(120, 60),
  // every ten seconds in two tabs, plus once per video when swiping through the feed
  progress: inProcess(420, 600),
  // by address: embedded players have no cookie to identify them
  'progress-embedded': inProcess(1800, 600),
  // by address: a school class at once, and as many again every ten minutes
  visitor: inProcess(NEW_GUESTS.max, NEW_GUESTS.minutes * 60),
  'visitor-embedded': inProcess(NEW_GUESTS.max, NEW_GUESTS.minutes * 60),
  // by address: a school class searching with suggestions
  search: inProcess(300, 60),
  suggest: inProcess(1200, 60),
  geo: inProcess(60, 300),

  comment: inDatabase(10, 60),
  'comment-address': inDatabase(60, 60),
  post: inDatabase(10, 60),
  'post-address': inDatabase(60, 60),
  'post-picture': inProcess(60, HOUR),
  mention: inDatabase(20, 300),
  'mention-address': inDatabase(120, 300),
  // the same text again
  same: inProcess(3, 600),
  'same-address': inProcess(20, 600),
  // by network, before a proof of work is required; the owner's LIMITS set the number
  'free-guest-comments': inDatabase(1000, HOUR),
  'free-links': inDatabase(200, HOUR),
  report: inProcess(10, 600),
  'report-address': inProcess(60, 600),
  follow: inProcess(60, 60),
  'follow-address': inProcess(600, 60),
  people: inProcess(60, 60),

  upload: inProcess(60, 600),
  'submission-edit': inProcess(120, 60),
  captions: inProcess(240, 120),
  transcribe: inProcess(20, HOUR),
  playlist: inProcess(30, 60),
  'playlist-change': inProcess(240, 60),
  series: inProcess(30, 60),
  'series-change': inProcess(240, 60),
  archive: inDatabase(10, DAY),
  import: inDatabase(5, DAY),
  export: inDatabase(3, DAY),

  // wrong guesses: at one account from one address, from one address, and at one account from everywhere
  'login-pair': inDatabase(5, 300),
  'login-address': inDatabase(50, 600),
  'login-account': inDatabase(100, HOUR),
  // failed sign-ins recorded in one account's activity
  'failed-event': inProcess(20, HOUR),
  // by address
  passkey: inDatabase(60, 600),
  'passkey-begin': inProcess(300, 600),
  'second-step-address': inDatabase(60, 600),
  'second-step': inDatabase(10, HOUR),
  'second-step-warning': inDatabase(1, HOUR),
  // by address: codes that did nothing
  'discount-code': inDatabase(60, HOUR),
  // by address
  quote: inProcess(600, 600),
  // by address
  forgot: inDatabase(60, 600),
  link: inProcess(60, 600),
  invited: inDatabase(300, 600),
  // created within an hour, including withdrawn ones
  invitation: inDatabase(30, HOUR),
  rename: inDatabase(5, DAY),
  upgrade: inProcess(5, HOUR),
  'profile-image': inProcess(30, HOUR),
  key: inDatabase(30, HOUR),
  'webhook-test': inProcess(20, 60),

  // by the domain of an unconfirmed address: its owner's, or a large provider's
  'email-to-confirm': inDatabase(20, HOUR),
  'email-to-confirm-large': inDatabase(500, HOUR),
  'email-change': inDatabase(5, HOUR),
  'verify-mail': inDatabase(5, HOUR),
  'test-mail': inDatabase(5, HOUR),
  'notification-email': inDatabase(30, HOUR),
  'notification-ways': inProcess(120, 60),
  'push-browser': inDatabase(20, HOUR),
  // by address
  unsubscribe: inProcess(60, 60),

  // by address
  checkout: inDatabase(300, 60),
  order: inDatabase(300, 60),
  withdrawal: inDatabase(60, 600),
  webhook: inProcess(300, 60),
  // by order
  'withdrawal-mail': inDatabase(5, HOUR),
};

type LimitName = keyof typeof RATE_LIMITS;
type LimitOf<Scope> = {
  [Name in LimitName]: (typeof RATE_LIMITS)[Name]['scope'] extends Scope ? Name : never;
}[LimitName];
export type ProcessLimit = LimitOf<'process'>;
export type DatabaseLimit = LimitOf<'database'>;

export interface RateLimits {
  /**
   * Takes one from `key`. Returns the seconds to wait if the limit is reached, else 0. Concurrent calls never
   * exceed it.
   */
  take(name: ProcessLimit, key: string): number;
  take(name: DatabaseLimit, key: string, max?: number): Promise<number>;
  /** As `take`; throws 429 with Retry-After when the limit is reached. */
  require(name: ProcessLimit, key: string, sentence?: string): void;
  require(name: DatabaseLimit, key: string, sentence?: string): Promise<void>;
  giveBack(name: DatabaseLimit, key: string): Promise<void>;
  /** Seconds until a call would pass, 0 if now; consumes nothing. */
  wait(name: DatabaseLimit, key: string): Promise<number>;
  /** How many are taken just now. */
  countTaken(name: DatabaseLimit, key: string): Promise<number>;
  /**
   * As `take`, with a sliding window: never more than `max` in any `seconds`, where a bucket allows its burst
   * plus the refill. With `trx` it counts only if that commits. Each use is stored as a row, so `max` is
   * hundreds at most.
   */
  takeExactly(name: DatabaseLimit, key: string, trx?: Trx): Promise<number>;
  /** Deletes entries that are full again. */
  sweep(): Promise<void>;
}

export const TOO_MANY = msg("You're doing that too fast. Please wait a moment and try again.");

/** How far apart takes are in the long run, in milliseconds. */
const interval = ({ max, seconds }: Limit): number => (seconds * 1000) / max;

/** Seconds until one can be taken from a bucket that is full again at `fullAt`; 0: now. A hundredth of slack for sums of fractions. */
function secondsToWait(fullAt: number, now: number, limit: Limit): number {
  const over = Math.max(fullAt, now) + interval(limit) * 0.99 - now - limit.seconds * 1000;
  return over <= 0 ? 0 : Math.max(1, Math.ceil(over / 1000));
}

/** Caller input can be long, and should not be readable in memory dumps. */
export const hashKey = (name: string, key: string): string =>
  hash('sha256', `${name} ${key}`, 'base64').slice(0, 22);

const idOf = (name: DatabaseLimit, key: string) => Buffer.from(hashKey(name, key), 'base64');

/** Each bucket stores one number: when it is full again (GCRA). A rejection stores and renews nothing. */
export function createRateLimits(db: Db, { on, now }: { on: boolean; now: () => number }): RateLimits {
  const takeHere = createBuckets(now);
  const readFullAt = async (name: DatabaseLimit, key: string) => {
    const id = idOf(name, key);
    const row = await db.selectFrom('rate_limits').where('key', '=', id).select('full_at').executeTakeFirst();
    return row?.full_at.getTime() ?? 0;
  };
  const wait = async (name: DatabaseLimit, key: string, limit: Limit = RATE_LIMITS[name]) =>
    on ? secondsToWait(await readFullAt(name, key), now(), limit) : 0;
  const takeShared = async (name: DatabaseLimit, key: string, limit: Limit) => {
    if (await takeOfBucket(db, idOf(name, key), now(), limit)) return 0;
    return Math.max(1, await wait(name, key, limit));
  };

  function take(name: ProcessLimit, key: string): number;
  function take(name: DatabaseLimit, key: string, max?: number): Promise<number>;
  function take(name: LimitName, key: string, max?: number): number | Promise<number> {
    const limit = RATE_LIMITS[name];
    if (isProcessLimit(name)) return on ? takeHere(name, key, limit) : 0;
    return on ? takeShared(name, key, { ...limit, ...(max !== undefined && { max }) }) : Promise.resolve(0);
  }
  function require(name: ProcessLimit, key: string, sentence?: string): void;
  function require(name: DatabaseLimit, key: string, sentence?: string): Promise<void>;
  function require(name: LimitName, key: string, sentence: string = TOO_MANY): unknown {
    const admit = (retryAfter: number) => {
      if (retryAfter > 0) throw fail(429, 'TOO_MANY', sentence, { retryAfter });
    };
    return isProcessLimit(name) ? admit(take(name, key)) : take(name, key).then(admit);
  }

  return {
    take,
    require,
    wait: (name, key) => wait(name, key),
    async giveBack(name, key) {
      if (!on) return;
      await sql`update rate_limits set full_at = full_at - interval '1 ms' * ${interval(RATE_LIMITS[name])}::float8
        where key = ${idOf(name, key)}`.execute(db);
    },
    async countTaken(name, key) {
      if (!on) return 0;
      return Math.max(0, Math.ceil(((await readFullAt(name, key)) - now()) / interval(RATE_LIMITS[name])));
    },
    takeExactly: async (name, key, trx) =>
      on ? takeOfWindow(trx ?? db, idOf(name, key), now(), RATE_LIMITS[name]) : 0,
    async sweep() {
      await db.deleteFrom('rate_limits').where('full_at', '<', new Date(now())).execute();
      await db.deleteFrom('rate_windows').where('expires_at', '<', new Date(now())).execute();
    },
  };
}

const isProcessLimit = (name: LimitName): name is ProcessLimit => RATE_LIMITS[name].scope === 'process';

/** Of each limit: a flood of one kind of key can't push out what another limit remembers. */
const MAX_BUCKETS = 50_000;

/**
 * Buckets in this process's memory. Rejections renew nothing, so rejected calls can't evict other callers'
 * entries.
 */
function createBuckets(now: () => number) {
  const buckets = new Map<ProcessLimit, Map<string, number>>();
  return (name: ProcessLimit, key: string, limit: Limit): number => {
    const ofName = buckets.get(name) ?? new Map<string, number>();
    buckets.set(name, ofName);
    const id = hashKey(name, key);
    const fullAt = Math.max(ofName.get(id) ?? 0, now());
    const wait = secondsToWait(fullAt, now(), limit);
    if (wait > 0) return wait;
    // most recently used last
    ofName.delete(id);
    ofName.set(id, fullAt + interval(limit));
    if (ofName.size > MAX_BUCKETS) ofName.delete(ofName.keys().next().value ?? '');
    return 0;
  };
}

async function takeOfBucket(db: Db, id: Buffer, at: number, limit: Limit): Promise<boolean> {
  const each = sql`interval '1 ms' * ${interval(limit)}::float8`;
  const { rows } = await sql`
    insert into rate_limits as b (key, full_at) values (${id}, ${new Date(at)}::timestamptz + ${each})
    on conflict (key) do update set full_at = greatest(b.full_at, ${new Date(at)}) + ${each}
    where greatest(b.full_at, ${new Date(at)}) + ${each} * 0.99 <= ${new Date(at + limit.seconds * 1000)}::timestamptz
    returning 1`.execute(db);
  return rows.length > 0;
}

async function takeOfWindow(db: DbOrTrx, id: Buffer, at: number, { max, seconds }: Limit): Promise<number> {
  const since = new Date(at - seconds * 1000);
  const { rows } = await sql`
    insert into rate_windows as w (key, taken, expires_at)
    values (${id}, array[${new Date(at)}::timestamptz], ${new Date(at + seconds * 1000)})
    on conflict (key) do update set
      taken = array(select one from unnest(w.taken) one where one > ${since}) || excluded.taken,
      expires_at = excluded.expires_at
    where (select count(*) from unnest(w.taken) one where one > ${since}) < ${max}
    returning 1`.execute(db);
  if (rows.length > 0) return 0;
  // one can be taken again when the last but `max` is no longer in the window
  const [one] = await sqlColumn(z.date())`
    select one from rate_windows, unnest(taken) one where key = ${id} and one > ${since}
    order by one desc offset ${max - 1} limit 1`.execute(db);
  return Math.max(1, Math.ceil(((one?.getTime() ?? 0) + seconds * 1000 - at) / 1000));
}

/** The network of an address: what one customer of a provider can choose from. IPv4 by /24, IPv6 by /48. */
export function networkOf(address: string): string {
  const group = addressGroup(address);
  return group.endsWith('::/64')
    ? `${group.split(':').slice(0, 3).join(':')}::/48`
    : `${group.split('.').slice(0, 3).join('.')}.0/24`;
}

/** An address as limits count it: IPv4 whole, IPv6 by its /64. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  // the machine itself, by whichever protocol
  if (address === '::1') return '127.0.0.1';
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}
