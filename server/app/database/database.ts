import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB as Database } from './database.types.ts';
import { databaseError } from '../http/errors.ts';
import { isOutdated, preparing } from './prepared.ts';

export type Db = Kysely<Database>;
/** The executor of store functions that may also run inside a transaction. */
export type DbOrTrx = Kysely<Database> | Transaction<Database>;
export type Trx = Transaction<Database>;

const STATEMENT_TIMEOUT_MS = 30_000;

export interface DatabaseOptions {
  max?: number;
  /**
   * The connection goes through a pooler such as PgBouncer: session settings would leak to the next client, so they
   * have to be set on the role (docs/operations.md).
   */
  pooled?: boolean;
  /** Whether statements that run often are prepared. */
  prepare?: boolean;
}

/** A pool of `max` connections to one database. Statements end after 30 s on the server. */
export function openDatabase(
  connection: pg.PoolConfig,
  { max = 10, pooled = false, prepare = !pooled }: DatabaseOptions = {},
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...connection,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // not as startup parameters: PgBouncer refuses a connection that brings them; awaited by the pool before first use
    onConnect: pooled ? useUtc : prepareSession,
  });
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', () => {});
  // the pool listens to idle connections only: one that breaks inside a transaction would end the process
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = new PostgresDialect({ pool: prepare ? preparing(pool) : pool });
  return { pool, db: new Kysely<Database>({ dialect }) };
}

/** Days begin at midnight UTC, whatever the server's or the role's time zone. PgBouncer tracks it per client. */
export async function useUtc(client: pg.ClientBase): Promise<void> {
  await client.query("set timezone = 'UTC'");
}

async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`set timezone = 'UTC'; set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
}

/** Whether statements end at all behind a pooler; the role's own setting decides. */
export async function hasStatementTimeout(db: Db): Promise<boolean> {
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
  return rows[0]?.statement_timeout !== '0';
}

const RETRIED = new Set(['40001', '40P01']);

/** Runs `work` in a transaction; once more (up to 3 times) after a deadlock, a serialization failure or outdated statement. */
export function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryDeadlock(async () => {
    const callbacks: (() => void)[] = [];
    const result = await db.transaction().execute((trx) => {
      afterCommits.set(trx, callbacks);
      return work(trx);
    });
    for (const callback of callbacks) callback();
    return result;
  });
}

const afterCommits = new WeakMap<Trx, (() => void)[]>();

/** Has `callback` run once a transaction of `transact` is committed. */
export function afterCommit(trx: Trx, callback: () => void): void {
  const callbacks = afterCommits.get(trx);
  if (!callbacks) throw new Error('This transaction was not begun by transact().');
  callbacks.push(callback);
}

/** The same for a single statement, which is a transaction of its own. */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isRetried = RETRIED.has(databaseError(error)?.code ?? '') || isOutdated(error);
      if (attempt >= 3 || !isRetried) throw error;
    }
  }
}

/** Does `work` inside a transaction; its failure undoes only what it did itself. */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint work`.execute(trx);
  try {
    const done = await work();
    await sql`release savepoint work`.execute(trx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint work`.execute(trx);
    throw error;
  }
}

/** Whether a retry would fail the same way: false for a lost connection, a deadlock, a lock or a timeout. */
export const isRowFault = (error: unknown): boolean =>
  !/^(08|40|53|55|57|58)/.test(databaseError(error)?.code ?? '');
