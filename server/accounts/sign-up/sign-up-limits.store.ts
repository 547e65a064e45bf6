import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { SignUpCounts } from './sign-up-limits.rules.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

const Counts = z.object({
  own: z.number(),
  busiest: z.number(),
  total: z.number(),
  first: z.date().nullable(),
});

/** Who signed up since then, as seen from one address, and when the first of them did. */
export async function countSignUps(
  db: DbOrTrx,
  { address, since }: { address: Buffer; since: number },
): Promise<SignUpCounts & { first: Date | null }> {
  const [counts] = await sqlRows(Counts)`
    select coalesce(max(count) filter (where address = ${address}), 0)::int own,
      coalesce(max(count), 0)::int busiest, coalesce(sum(count), 0)::int total, min(first) first
    from (select address, count(*), min(at) first from recent_sign_ups where at > ${new Date(since)} group by address) one`.execute(
    db,
  );
  return counts ?? { own: 0, busiest: 0, total: 0, first: null };
}

/** Serializes sign-ups in all processes until the transaction ends, so that a count stays correct. */
export async function lockSignUps(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('recent_sign_ups'))`.execute(trx);
}

export async function addSignUp(trx: Trx, { address, at }: { address: Buffer; at: number }): Promise<void> {
  await trx
    .insertInto('recent_sign_ups')
    .values({ address, at: new Date(at) })
    .execute();
}

export async function dropOldSignUps(db: Db, before: number): Promise<void> {
  await db.deleteFrom('recent_sign_ups').where('at', '<=', new Date(before)).execute();
}
