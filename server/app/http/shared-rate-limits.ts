import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { hashKey, interval, secondsToWait, type Rate } from './rate-limits.ts';

/** RateLimits that hold for all processes together: those that protect an account. */
export interface SharedRateLimits {
  /** Takes one; the seconds to wait if there is none, else 0. Never more than there are, however many ask at once. */
  take(name: string, key: string, rate: Rate): Promise<number>;
  giveBack(name: string, key: string, rate: Rate): Promise<void>;
  /** How many are taken just now. */
  countTaken(name: string, key: string, rate: Rate): Promise<number>;
  /** Forgets what has come back. */
  sweep(): Promise<void>;
}

/** As createRateLimits, in the database. A rejection writes nothing. */
export function createSharedLimits(
  db: Db,
  { on, now }: { on: boolean; now: () => number },
): SharedRateLimits {
  const idOf = (name: string, key: string) => Buffer.from(hashKey(name, key), 'base64');
  const readFullAt = async (name: string, key: string) => {
    const row = await db
      .selectFrom('rate_limits')
      .where('key', '=', idOf(name, key))
      .select('full_at')
      .executeTakeFirst();
    return row?.full_at.getTime() ?? 0;
  };

  return {
    async take(name, key, rate) {
      if (!on) return 0;
      const at = now();
      const each = sql`interval '1 ms' * ${interval(rate)}::float8`;
      const { rows } = await sql`
        insert into rate_limits as kept (key, full_at) values (${idOf(name, key)}, ${new Date(at)}::timestamptz + ${each})
        on conflict (key) do update set full_at = greatest(kept.full_at, ${new Date(at)}) + ${each}
        where greatest(kept.full_at, ${new Date(at)}) + ${each} * 0.99 <= ${new Date(at + rate.seconds * 1000)}::timestamptz
        returning 1`.execute(db);
      if (rows.length > 0) return 0;
      return Math.max(1, secondsToWait(await readFullAt(name, key), at, rate));
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
    async sweep() {
      await db.deleteFrom('rate_limits').where('full_at', '<', new Date(now())).execute();
    },
  };
}
