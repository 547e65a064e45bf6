import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { PoolConfig } from 'pg';
import { copyDatabase, isSameDatabase, type Copied } from '#server/adapters/database/copy-database.ts';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { rejectRunning } from '#server/adapters/database/stopped.ts';
import { UNFINISHED } from '#server/adapters/database/tables.ts';
import { databaseError } from '../http/errors.ts';
import type { AnyJob } from '../context.ts';
import { openJobs } from '../jobs/jobs.ts';
import type { Log } from '../observe/log.ts';
import { withoutSecrets } from '../start/banner.ts';
import type { Settings } from '../start/settings.ts';
import { migrate, ownMigrations } from './migrate.ts';
import { readMovedDatabase, removeMovedDatabase, writeMovedDatabase } from './moved-database.ts';

const NEWEST_VERSION = 190_000;
const CONNECT_MS = 15_000;

export interface MoveOptions {
  to: string;
  jobs: AnyJob[];
  log: Log;
  onProgress: (table: string, rows: number) => void;
}

/**
 * Copies the embedded database into an empty one of another server. The site must not run, and from the first moment
 * on none starts on either of them until all is there: nothing that was acknowledged can be lost. Killed at any time
 * it begins again when it is called again. Rejects with a sentence for the owner.
 */
export async function moveDatabase(settings: Settings, options: MoveOptions): Promise<Copied | 'already'> {
  const { DATA_DIR: dataDir } = settings;
  const label = withoutSecrets(options.to);
  if (!(await lstat(path.join(dataDir, 'postgres')).catch(() => null)))
    throw new Error(`There is no database in ${path.join(dataDir, 'postgres')}: is DATA_DIR right?`);
  const before = await readMovedDatabase(dataDir);
  if (before && before.to !== label)
    throw new Error(`This database was moved to ${before.to}, or is being moved there.`);
  const target = await openTarget(options);
  // before checking for a running site: one that starts meanwhile sees the file, or is seen
  await writeMovedDatabase(dataDir, { to: label, finished: false });
  try {
    const copied = await copyStopped(dataDir, target, options, before !== null);
    await writeMovedDatabase(dataDir, { to: label, finished: true });
    return copied;
  } catch (error) {
    if (error instanceof Untouched)
      await (before ? writeMovedDatabase(dataDir, before) : removeMovedDatabase(dataDir));
    throw error;
  }
}

async function copyStopped(
  dataDir: string,
  target: PoolConfig,
  options: MoveOptions,
  isAnotherTry: boolean,
): Promise<Copied | 'already'> {
  await rejectRunning(dataDir).catch((error: Error) => {
    throw new Untouched(error.message, { cause: error });
  });
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    await catchUp(server.connection(), options);
    return await fill(server.connection(), target, options, isAnotherTry);
  } finally {
    await server.stop();
  }
}

/** It can't be done, and nothing was changed. */
class Untouched extends Error {}

async function openTarget({ to }: MoveOptions): Promise<PoolConfig> {
  let reason = '';
  const server = await openDatabaseServer({
    databaseUrl: to,
    dataDir: '',
    log: (message) => (reason = message),
    signal: AbortSignal.timeout(CONNECT_MS),
  }).catch((error: Error) => {
    const detail = reason || error.message.replace(/^DATABASE_URL: .*?: /, '');
    throw new Error(`The target can't be used: ${detail}`, { cause: error });
  });
  const connection = server.connection();
  const [version, encoding] = await runStatements(connection, [
    'show server_version_num',
    'show server_encoding',
  ]);
  if (Number(version?.rows[0]?.['server_version_num']) >= NEWEST_VERSION)
    throw new Error('The target must be PostgreSQL 15 to 18.');
  if (encoding?.rows[0]?.['server_encoding'] !== 'UTF8')
    throw new Error("The target has to be a database of ENCODING 'UTF8'.");
  return connection;
}

/** The tables of this release, and the queues of its jobs. */
async function catchUp(connection: PoolConfig, { jobs, log }: MoveOptions): Promise<void> {
  await migrate(connection);
  const opened = await openJobs(connection, jobs, { worker: false, log });
  await opened.close();
}

async function fill(
  source: PoolConfig,
  target: PoolConfig,
  options: MoveOptions,
  isAnotherTry: boolean,
): Promise<Copied | 'already'> {
  if (!(await isUnfinished(target))) {
    const names = await listTableNames(target);
    if (names.length > 0) {
      // killed between the commit and the note of it
      if (isAnotherTry && (await isSameDatabase(source, target))) return 'already';
      await rejectNewer(target, names);
      throw new Untouched('The target is not empty: give the site a database of its own.');
    }
  }
  try {
    await runStatements(target, [`create table if not exists public.${UNFINISHED} ()`]);
    await catchUp(target, options);
  } catch (error) {
    if (databaseError(error)?.code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Untouched('The user of the target has to own its database (ALTER DATABASE … OWNER TO …).', {
      cause: error,
    });
  }
  return copyDatabase(source, target, {
    last: [`drop table public.${UNFINISHED}`],
    onProgress: options.onProgress,
  });
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether a move into this database has begun and not ended. */
export async function isUnfinished(connection: PoolConfig): Promise<boolean> {
  const [found] = await runStatements(connection, [
    `select to_regclass('public.${UNFINISHED}') is not null as unfinished`,
  ]);
  return found?.rows[0]?.['unfinished'] === true;
}

async function listTableNames(connection: PoolConfig): Promise<string[]> {
  const [found] = await runStatements(connection, [
    // information_schema lists only what the user has access to
    `select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema$)'`,
  ]);
  return found?.rows.map(({ name }) => String(name)) ?? [];
}

async function rejectNewer(connection: PoolConfig, names: string[]): Promise<void> {
  if (!names.includes('public.kysely_migration')) return;
  const [found] = await runStatements(connection, ['select name from kysely_migration']);
  const own = await ownMigrations();
  if (found?.rows.some(({ name }) => !own.includes(String(name))))
    throw new Untouched('The target belongs to a newer release of this site, and is not empty.');
}
