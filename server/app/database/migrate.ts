import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { databaseError } from '../http/errors.ts';
import { BASELINE, describeTooOld } from './baseline.ts';
import { useUtc } from './database.ts';
import { describeMissingExtension } from './search-support.ts';
import { sqlTexts } from './read-rows.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** A migration that waits for a table lock blocks every query behind it. */
const LOCK_TIMEOUT_MS = 5_000;
const RETRY_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  log?: (message: string) => void;
  signal?: AbortSignal | undefined;
  /** The folder of the .sql files; the product's own by default. */
  folder?: string;
  lockTimeout?: number;
}

/**
 * Applies server/migrations/*.sql, in the order of their names; safe when several processes start at once. What a newer
 * release has applied already is no error as long as this one can live with it (docs/decisions/023).
 */
export async function migrate(connection: pg.PoolConfig, options: MigrateOptions = {}): Promise<void> {
  for (;;) {
    options.signal?.throwIfAborted();
    try {
      return await migrateOnce(connection, options);
    } catch (error) {
      const found = databaseError(error);
      const missing = found && error instanceof Error && describeMissingExtension(error.message);
      if (missing) throw new Error(missing, { cause: error });
      if (found?.code !== LOCK_NOT_AVAILABLE) throw error;
      options.log?.('a migration waits for a table that is in use, and tries again');
      await delay(RETRY_MS, undefined, { signal: options.signal });
    }
  }
}

async function migrateOnce(connection: pg.PoolConfig, options: MigrateOptions): Promise<void> {
  // a second connection, to look at what others applied while the first one holds the lock of all migrators
  const pool = new pg.Pool({ ...connection, max: 2, onConnect: useUtc });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: {
        async getMigrations() {
          const own = await readMigrations(options);
          const applied = await appliedNames(db);
          rejectBeforeBaseline(applied);
          return { ...own, ...newerMigrations(applied, Object.keys(own)) };
        },
      },
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

/** Whether a site was ever begun in this database. */
export async function hasMigrations(connection: pg.PoolConfig): Promise<boolean> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query<{ there: boolean }>(
      "select to_regclass('kysely_migration') is not null as there",
    );
    return rows[0]?.there === true;
  } finally {
    await pool.end();
  }
}

/** Names of the migrations of this release. */
export async function ownMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations({}));
}

async function readMigrations({
  folder,
  lockTimeout = LOCK_TIMEOUT_MS,
}: MigrateOptions): Promise<Record<string, Migration>> {
  const from = folder === undefined ? MIGRATIONS : pathToFileURL(`${folder}/`);
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort();
  return Object.fromEntries(
    names.map((name) => [
      name.slice(0, -4),
      {
        up: async (db: Kysely<unknown>) => {
          await sql
            .raw(`set local statement_timeout = 0; set local lock_timeout = ${lockTimeout}`)
            .execute(db);
          await sql.raw(await readFile(new URL(name, from), 'utf8')).execute(db);
        },
      },
    ]),
  );
}

async function appliedNames(db: Kysely<unknown>): Promise<string[]> {
  return await sqlTexts`select name from kysely_migration`.execute(db);
}

/**
 * Names that a newer release applied, as migrations with nothing to do. `0093_drop_old_column_needs_0088` can be lived
 * with by releases that have 0088; throws with a sentence where this one doesn't.
 */
function newerMigrations(applied: string[], own: string[]): Record<string, Migration> {
  const unknown = applied.filter((name) => !own.includes(name));
  for (const name of unknown) {
    const needed = /_needs_(\d{4})$/.exec(name)?.[1];
    if (needed !== undefined && !own.some((mine) => mine.startsWith(`${needed}_`)))
      throw new Error(
        `The database was changed by a newer release that this one can't work with (${name}). Start that release, or restore the backup from before it.`,
      );
  }
  return Object.fromEntries(unknown.map((name) => [name, { up: async () => {} }]));
}

function rejectBeforeBaseline(applied: string[]): void {
  if (applied.length > 0 && !applied.includes(BASELINE)) throw new Error(describeTooOld('This database'));
}
