import { sql } from 'kysely';
import type { DbOrTrx } from '../database/database.ts';

/** In which to write to `users u`: what they have chosen, else the language their account was made in. */
export const SPOKEN = sql<string | null>`coalesce(u.language, u.sign_up_language)`;

/** The same of whose account it is, or whose address; null: nobody's. */
export async function readSpoken(
  db: DbOrTrx,
  by: { id: number } | { email: string },
): Promise<string | null> {
  const isTheirs = 'id' in by ? sql`u.id = ${by.id}` : sql`lower(u.email) = lower(${by.email})`;
  const { rows } = await sql<{ language: string | null }>`
    select ${SPOKEN} as language from users u where ${isTheirs}`.execute(db);
  return rows[0]?.language ?? null;
}
