import { sql } from 'kysely';
import type { DbOrTrx } from './database.ts';

/** Uses up what serves once and is stored nowhere before, for all processes. False: it was used before. */
export async function spendToken(db: DbOrTrx, tokenHash: Buffer, expiresAt: number): Promise<boolean> {
  const { rows } = await sql`
    insert into spent_tokens (token_hash, expires_at) values (${tokenHash}, ${new Date(expiresAt)})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}
