import { readFile, readdir } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import type { DB as Database } from './database.types.ts';
import { databaseError } from './errors.ts';

export type Db = Kysely<Database>;
/** What a store's function takes where it may also run inside somebody's transaction. */
export type DbOrTrx = Kysely<Database> | Transaction<Database>;
export type Trx = Transaction<Database>;

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** A pool of `max` connections to one database. Statements end after 30 s on the server. */
export function openDatabase(
  connection: pg.PoolConfig,
  { max = 10 }: { max?: number } = {},
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...connection,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  });
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', () => {});
  // the pool listens to idle connections only: one that breaks inside a transaction would end the process
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) };
}

/** Applies server/migrations/*.sql, in the order of their names; safe when several processes start at once. */
export async function migrate(connection: pg.PoolConfig): Promise<void> {
  const { db } = openDatabase({ ...connection, statement_timeout: 0 }, { max: 1 });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: readMigrations },
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Object.fromEntries(
    names.map((name) => [
      name.slice(0, -4),
      {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(await readFile(new URL(name, MIGRATIONS), 'utf8')).execute(db);
        },
      },
    ]),
  );
}

const RETRIED = new Set(['40001', '40P01']);

/** Runs `work` in a transaction; once more (up to 3 times) after a deadlock or serialisation failure. */
export async function transact<T>(db: Db, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= 3 || !RETRIED.has(databaseError(error)?.code ?? '')) throw error;
    }
  }
}
