import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../database/database.ts';
import { fail } from './errors.ts';
import { hashKey, interval, secondsToWait, TOO_MANY, type Rate } from './rate-limits.ts';

/** RateLimits that hold for all processes together, and let nobody through while the database can't be asked. */
export interface SharedRateLimits {
  /** Takes one; the seconds to wait if there is none, else 0. Never more than there are, however many ask at once. */
  take(name: string, key: string, rate: Rate): Promise<number>;
  /** As `take`; throws 429 with Retry-After when there is none. */
  require(name: string, key: string, rate: Rate, sentence?: string): Promise<void>;
  giveBack(name: string, key: string, rate: Rate): Promise<void>;
  /** Seconds until one could be taken, 0 if now; takes none. */
  wait(name: string, key: string, rate: Rate): Promise<number>;
  /** How many are taken just now. */
  countTaken(name: string, key: string, rate: Rate): Promise<number>;
  /**
   * As `take`, for what is promised by the hour: never more than `max` in any `seconds`, whenever those begin, where a
   * bucket gives what it holds and then what comes back. With `trx` it is taken if that is committed. Each is kept one by one, so `max` is hundreds at most.
   */
  takeExactly(name: string, key: string, rate: Rate, trx?: Trx): Promise<number>;
  /** As `wait`, for those. */
  waitExactly(name: string, key: string, rate: Rate): Promise<number>;
  /** Forgets what has come back. */
  sweep(): Promise<void>;
}

const idOf = (name: string, key: string) => Buffer.from(hashKey(name, key), 'base64');

/** As createRateLimits, in the database. A rejection writes nothing. */
export function createSharedLimits(
  db: Db,
  { on, now }: { on: boolean; now: () => number },
): SharedRateLimits {
  const readFullAt = async (name: string, key: string) => {
    const row = await db
      .selectFrom('rate_limits')
      .where('key', '=', idOf(name, key))
      .select('full_at')
      .executeTakeFirst();
    return row?.full_at.getTime() ?? 0;
  };
  const wait = async (name: string, key: string, rate: Rate) =>
    on ? secondsToWait(await readFullAt(name, key), now(), rate) : 0;
  const take = async (name: string, key: string, rate: Rate) => {
    if (!on) return 0;
    const at = now();
    const each = sql`interval '1 ms' * ${interval(rate)}::float8`;
    const { rows } = await sql`
      insert into rate_limits as kept (key, full_at) values (${idOf(name, key)}, ${new Date(at)}::timestamptz + ${each})
      on conflict (key) do update set full_at = greatest(kept.full_at, ${new Date(at)}) + ${each}
      where greatest(kept.full_at, ${new Date(at)}) + ${each} * 0.99 <= ${new Date(at + rate.seconds * 1000)}::timestamptz
      returning 1`.execute(db);
    return rows.length > 0 ? 0 : Math.max(1, await wait(name, key, rate));
  };

  return {
    take,
    wait,
    async require(name, key, rate, sentence = TOO_MANY) {
      const retryAfter = await take(name, key, rate);
      if (retryAfter > 0) throw fail(429, 'TOO_MANY', sentence, { retryAfter });
    },
    async giveBack(name, key, rate) {
      if (!on) return;
      await sql`update rate_limits set full_at = full_at - interval '1 ms' * ${interval(rate)}::float8
        where key = ${idOf(name, key)}`.execute(db);
    },
    async countTaken(name, key, rate) {
      if (!on) return 0;
      return Math.max(0, Math.ceil(((await readFullAt(name, key)) - now()) / interval(rate)));
    },
    takeExactly: async (name, key, rate, trx) =>
      on ? takeOfWindow(trx ?? db, idOf(name, key), now(), rate) : 0,
    waitExactly: async (name, key, rate) => (on ? waitForWindow(db, idOf(name, key), now(), rate) : 0),
    async sweep() {
      await db.deleteFrom('rate_limits').where('full_at', '<', new Date(now())).execute();
      await db.deleteFrom('rate_windows').where('expires_at', '<', new Date(now())).execute();
    },
  };
}

async function takeOfWindow(db: DbOrTrx, id: Buffer, at: number, rate: Rate): Promise<number> {
  const since = new Date(at - rate.seconds * 1000);
  const { rows } = await sql`
    insert into rate_windows as kept (key, taken, expires_at)
    values (${id}, array[${new Date(at)}::timestamptz], ${new Date(at + rate.seconds * 1000)})
    on conflict (key) do update set
      taken = array(select one from unnest(kept.taken) one where one > ${since}) || excluded.taken,
      expires_at = excluded.expires_at
    where (select count(*) from unnest(kept.taken) one where one > ${since}) < ${rate.max}
    returning 1`.execute(db);
  return rows.length > 0 ? 0 : Math.max(1, await waitForWindow(db, id, at, rate));
}

/** One can be taken again when the last but `max` is no longer in the window. */
async function waitForWindow(db: DbOrTrx, id: Buffer, at: number, { max, seconds }: Rate): Promise<number> {
  const { rows } = await sql<{ one: Date }>`
    select one from rate_windows, unnest(taken) one
    where key = ${id} and one > ${new Date(at - seconds * 1000)} order by one desc offset ${max - 1} limit 1`.execute(
    db,
  );
  return rows[0] ? Math.max(1, Math.ceil((rows[0].one.getTime() + seconds * 1000 - at) / 1000)) : 0;
}
