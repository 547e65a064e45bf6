import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSite } from '#server/testing/site.ts';
import { openDatabase, transact, type DatabaseOptions, type Db, type DbOrTrx } from './database.ts';
import { sqlNumbers } from './read-rows.ts';

async function openTable(options: DatabaseOptions = {}) {
  const site = await startTestSite({ ROLES: 'web' });
  const { db, pool } = openDatabase(site.connection, { max: 1, ...options });
  const other = new pg.Client(site.connection);
  await other.connect();
  onTestFinished(async () => {
    await db.destroy();
    await other.end();
  });
  await other.query('create table things (id int); insert into things values (1)');
  return { db, pool, other };
}

const read = async (db: DbOrTrx, id = 1): Promise<unknown[]> =>
  (await sql`select * from things where id = ${id}`.execute(db)).rows;

/** On the one connection of the pool. */
async function countPrepared(db: Db): Promise<number> {
  const [count] = await sqlNumbers`select count(*)::int as count from pg_prepared_statements`.execute(db);
  return count ?? -1;
}

async function readOften(db: Db): Promise<void> {
  for (let run = 0; run < 8; run += 1) expect(await read(db)).toEqual([{ id: 1 }]);
}

test('prepares a frequent statement once, or not at all when preparing is off', async () => {
  const { db } = await openTable();
  await read(db);
  expect(await countPrepared(db)).toBe(0);
  await readOften(db);
  expect(await countPrepared(db)).toBe(1);
  const without = await openTable({ prepare: false });
  await readOften(without.db);
  expect(await countPrepared(without.db)).toBe(0);
});

test('a statement keeps working after its table changes, in and out of transactions', async () => {
  const { db, other } = await openTable();
  await readOften(db);
  await other.query('alter table things add column name text');
  expect(await read(db)).toEqual([{ id: 1, name: null }]);
  for (let run = 0; run < 8; run += 1) await read(db);
  await other.query('alter table things drop column name');
  expect(await transact(db, (trx) => read(trx))).toEqual([{ id: 1 }]);
});

test('a statement keeps working after the server has deallocated it', async () => {
  const { db } = await openTable();
  await readOften(db);
  await sql`deallocate all`.execute(db);
  await readOften(db);
  await sql`discard all`.execute(db);
  expect(await transact(db, (trx) => read(trx))).toEqual([{ id: 1 }]);
});

test('a new connection prepares statements again', async () => {
  const { db, pool, other } = await openTable();
  await readOften(db);
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => pool.totalCount).toBe(0);
  await readOften(db);
  expect(await countPrepared(db)).toBe(1);
});

test('a connection holds a limited number of statements', async () => {
  const { db } = await openTable();
  for (let n = 0; n < 200; n += 1)
    for (let run = 0; run < 7; run += 1)
      await sql`select ${sql.lit(n)} from things where id = ${n}`.execute(db);
  expect(await countPrepared(db)).toBeLessThanOrEqual(150);
});
