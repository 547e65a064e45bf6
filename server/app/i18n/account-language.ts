import { expressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { DbOrTrx } from '../database/database.ts';
import type { Users } from '../database/database.types.ts';
import { sqlColumn } from '#server/app/database/read-rows.ts';

/** The language to write to `users u` in: their choice, else the one they signed up in. */
export const SPOKEN = expressionBuilder<{ u: Users }, 'u'>().fn.coalesce('u.language', 'u.sign_up_language');

/** The same by account or by address; null: neither is known. */
export async function readSpoken(
  db: DbOrTrx,
  by: { id: number } | { email: string },
): Promise<string | null> {
  const isTheirs = 'id' in by ? sql`u.id = ${by.id}` : sql`lower(u.email) = lower(${by.email})`;
  const [language] = await sqlColumn(z.string().nullable())`
    select ${SPOKEN} as language from users u where ${isTheirs}`.execute(db);
  return language ?? null;
}
