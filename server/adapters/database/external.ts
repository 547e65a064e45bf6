import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PoolConfig } from 'pg';
import { connectionFault } from '../connection-faults.ts';
import type { DatabaseServer, DatabaseServerOptions } from './database-server.ts';
import { withPasswordFile } from './password-file.ts';
import { createDatabaseStatement, dropDatabaseStatement, runStatements } from './sql.ts';
import { valueTypes } from './types.ts';

type Options = Pick<DatabaseServerOptions, 'log' | 'signal'>;

const OLDEST_VERSION = 150_000;
const run = promisify(execFile);

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.href;
}

/** Wrong password, unknown database, wrong host: waiting won't mend these. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('28') || code === '3D000' || code === 'ENOTFOUND';
}

async function waitForServer(config: PoolConfig, { log, signal }: Options): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const [answer] = await runStatements({ ...config, connectionTimeoutMillis: 10_000 }, [
        'show server_version_num',
      ]);
      const version = Number(answer?.rows[0]?.['server_version_num']);
      if (version < OLDEST_VERSION)
        throw new Error(`PostgreSQL 15 or newer is needed, the server is ${version}`);
      return;
    } catch (error) {
      const reason =
        connectionFault(error) ?? (error instanceof Error ? error.message || String(error) : String(error));
      if (isFinal(error) || reason.startsWith('PostgreSQL 15')) {
        throw new Error(`DATABASE_URL: the database can't be used: ${reason}`, { cause: error });
      }
      if (attempt % 10 === 0) log(`waiting for the database of DATABASE_URL: ${reason}`);
      await delay(Math.min(250 * (attempt + 1), 3_000), undefined, { signal }).catch((cause: unknown) => {
        throw new Error(`DATABASE_URL: the database doesn't answer: ${reason}`, { cause });
      });
    }
  }
}

async function dump(url: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: false, mode: 0o700 });
  try {
    await withPasswordFile(url, (login) =>
      run(
        'pg_dump',
        ['--format=custom', `--file=${path.join(folder, 'database.dump')}`, `--dbname=${login.url}`],
        { env: { ...process.env, ...login.env } },
      ),
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Error(
      missing
        ? 'Backing up an external database needs pg_dump (package postgresql-client) on PATH.'
        : 'pg_dump failed; is it at least as new as the server?',
      { cause: error },
    );
  }
}

/** An external server. Waits until it is up; a rejected login is final. */
export async function openExternalServer(
  options: Options & { databaseUrl: string },
): Promise<DatabaseServer> {
  const { databaseUrl: url } = options;
  const connection = (database?: string): PoolConfig => ({
    connectionString: database === undefined ? url : withDatabase(url, database),
    types: valueTypes,
  });
  await waitForServer(connection(), options);
  return {
    kind: 'external',
    connection,
    async createDatabase(name, options) {
      await runStatements(connection(), [createDatabaseStatement(name, options?.template)]);
    },
    async dropDatabase(name) {
      await runStatements(connection(), [dropDatabaseStatement(name)]);
    },
    async backup(folder) {
      await dump(url, folder);
    },
    async stop() {},
  };
}
