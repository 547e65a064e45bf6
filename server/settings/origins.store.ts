import { sql } from 'kysely';
import type { Db } from '#server/app/database/database.ts';

const MAX_ORIGINS = 20;

/** All origins the site has had, `current` included, latest first; null: the origin is not known. */
export async function recordOrigin(db: Db, current: string | null): Promise<string[]> {
  if (current !== null)
    await db
      .insertInto('site_origins')
      .values({ origin: current })
      .onConflict((conflict) => conflict.column('origin').doUpdateSet({ used_at: sql`now()` }))
      .execute();
  const rows = await db
    .selectFrom('site_origins')
    .select('origin')
    .orderBy('used_at', 'desc')
    .orderBy('origin')
    .execute();
  const origins = rows.map(({ origin }) => origin);
  const dropped = origins.splice(MAX_ORIGINS);
  if (dropped.length > 0) await db.deleteFrom('site_origins').where('origin', 'in', dropped).execute();
  return origins;
}
