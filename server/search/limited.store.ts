import { sql } from 'kysely';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';

const MAX_MS = 300;

/** Runs statements that read, of which none may take longer than 300 ms. Null: one did. */
export async function readQuickly<T>(db: Db, work: (db: DbOrTrx) => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    await sql
      .raw(`begin read only; set local statement_timeout = ${MAX_MS}; set local jit = off`)
      .execute(connection);
    try {
      return await work(connection);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) return null;
      throw error;
    } finally {
      await sql`rollback`.execute(connection).catch(() => {});
    }
  });
}

const QUERY_CANCELED = '57014';
