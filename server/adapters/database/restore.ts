import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withPasswordFile } from './password-file.ts';
import { rejectRunning } from './stopped.ts';
import { runStatements } from './sql.ts';

const run = promisify(execFile);
const TABLES =
  "select count(*)::int as tables from information_schema.tables where table_schema in ('public', 'pgboss')";

export interface RestoreOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  /**
   * A backup by `DatabaseServer.backup`, on the same file system as `dataDir`; an embedded one is moved from
   * here.
   */
  from: string;
  /** Overwrite existing data; an embedded database is preserved as `postgres.before-restore`. */
  replace: boolean;
}

/** Rejects with a sentence for the operator when the database is in use, or not empty without `replace`. */
export async function restoreDatabase(options: RestoreOptions): Promise<void> {
  const { databaseUrl, dataDir, from, replace } = options;
  if (databaseUrl !== undefined) return load(databaseUrl, path.join(from, 'database.dump'), replace);
  const data = path.join(dataDir, 'postgres');
  if (await rejectInPlace(dataDir, replace)) {
    await rm(`${data}.before-restore`, { recursive: true, force: true });
    await rename(data, `${data}.before-restore`);
  }
  await writeConfiguration(from);
  await chmod(from, 0o700);
  await rename(from, data);
}

/** The settings used of those initdb writes; all others come on the server's command line (tuning.ts). */
const TAKEN =
  /^(datestyle|timezone|log_timezone|lc_\w+|default_text_search_config|dynamic_shared_memory_type|autovacuum_worker_slots) *= *('[^'\n]*'|[\w.-]+)/gm;

/** An archive must not configure the server: a line of it could run programs or open access. */
async function writeConfiguration(data: string): Promise<void> {
  const file = path.join(data, 'postgresql.conf');
  const lines = (await readFile(file, 'utf8').catch(() => '')).match(TAKEN) ?? [];
  const configuration = {
    'postgresql.conf': lines,
    'pg_hba.conf': ['local all all trust', 'local replication all trust'],
    'pg_ident.conf': [],
  };
  for (const [name, content] of Object.entries(configuration)) {
    await rm(path.join(data, name), { force: true, recursive: true });
    await writeFile(path.join(data, name), content.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  }
  for (const name of await readdir(data))
    if (/^postgresql\.auto\.conf|\.signal$|^postmaster\./.test(name))
      await rm(path.join(data, name), { force: true, recursive: true });
}

/** Rejects with a sentence while a site runs, or where there is a database already that may not be replaced. Whether there is. */
async function rejectInPlace(dataDir: string, replace: boolean): Promise<boolean> {
  const data = path.join(dataDir, 'postgres');
  await rejectRunning(dataDir);
  const existing = await lstat(data).catch(() => null);
  if (existing !== null && !replace)
    throw new Error(`There is a database in ${data} already; --replace puts it aside.`);
  return existing !== null;
}

async function load(url: string, file: string, replace: boolean): Promise<void> {
  const [found] = await runStatements({ connectionString: url }, [TABLES]).catch((cause: Error) => {
    throw new Error(`DATABASE_URL: the database can't be used: ${cause.message}`, { cause });
  });
  if (found?.rows[0]?.['tables'] !== 0 && !replace) {
    throw new Error('The database of DATABASE_URL is not empty; --replace overwrites it.');
  }
  const flags = ['--clean', '--if-exists', '--no-owner', '--single-transaction'];
  try {
    await withPasswordFile(url, (login) =>
      run('pg_restore', [...flags, `--dbname=${login.url}`, file], { env: { ...process.env, ...login.env } }),
    );
  } catch (error) {
    const { code, stderr = '' } = error as Error & { code?: unknown; stderr?: string };
    const errorLine = stderr.split('\n').find((line) => line.includes('error:')) ?? '';
    const sentence =
      code === 'ENOENT'
        ? 'Restoring an external database needs pg_restore (package postgresql-client) on PATH.'
        : `Nothing was restored, since pg_restore failed: ${errorLine.replace(/^.*?error: */, '') || 'is it at least as new as the backup?'}`;
    throw new Error(sentence, { cause: error });
  }
}
