import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { TEMPLATE, TEST_TUNING } from '#server/testing/template.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url).pathname;
/** Numbers up to this are those of 0.1, with the gaps they had: databases know them by their names. */
const LAST_OF_0_1 = 62;

let server: DatabaseServer;
let name: string;

beforeAll(async () => {
  server = await openDatabaseServer({
    dataDir: inject('databaseFolder'),
    log: () => {},
    settings: TEST_TUNING,
  });
});
beforeEach(async () => {
  name = `t_${randomUUID().replaceAll('-', '')}`;
  await server.createDatabase(name, { template: TEMPLATE });
});
afterEach(() => server.dropDatabase(name));
afterAll(() => server.stop());

const applied = async (): Promise<string[]> => {
  const client = new pg.Client(server.connection(name));
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  await client.end();
  return rows.map((row) => row.name);
};
const note = (migration: string) =>
  runStatements(server.connection(name), [
    `insert into kysely_migration (name, timestamp) values ('${migration}', '2026-01-01T00:00:00.000Z')`,
  ]);

it('is no error where a newer release was first, unless this one is too old for it', async () => {
  await note('9001_newer');
  await migrate(server.connection(name));
  await note('9002_drop_what_0001_reads_needs_0001');
  await migrate(server.connection(name));
  await note('9003_drop_what_we_read_needs_9001');
  await expect(migrate(server.connection(name))).rejects.toThrow(/newer release .*9003_drop/);
});

it('says so in one sentence where a development state had other numbers, and changes nothing', async () => {
  await runStatements(server.connection(name), [
    "update kysely_migration set name = '0099_reviews' where name like '%_reviews'",
  ]);
  const before = await applied();
  await expect(migrate(server.connection(name))).rejects.toThrow(
    /^This database was made by a development state between two releases \(0099_reviews is \d{4}_reviews now\) and can't be updated\./,
  );
  expect(await applied()).toEqual(before);
});

it('has one migration of a number and a title, without gaps since 0.1', () => {
  const names = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'));
  const numbers = names.map((file) => Number(file.slice(0, 4))).toSorted((a, b) => a - b);
  expect(new Set(names.map((file) => file.slice(5))).size).toBe(names.length);
  expect(numbers.filter((number) => number > LAST_OF_0_1)).toEqual(
    Array.from(
      { length: numbers.filter((number) => number > LAST_OF_0_1).length },
      (_, at) => LAST_OF_0_1 + 1 + at,
    ),
  );
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('brings a database of 0.1 up to date, and mends what its rows hold', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-migrations-'));
  for (const file of readdirSync(MIGRATIONS))
    if (Number(file.slice(0, 4)) <= LAST_OF_0_1)
      copyFileSync(path.join(MIGRATIONS, file), path.join(folder, file));
  const old = `${name}_old`;
  await server.createDatabase(old);
  const client = new pg.Client(server.connection(old));
  try {
    await migrate(server.connection(old), { folder });
    await client.connect();
    await client.query(`
      insert into users (username, role) values ('ann', 'LOGIN_USER'), ('boss', 'GLOBAL_ADMIN');
      insert into upgrade_requests (user_id, status, refuse_reason) values (1, 'REFUSED', 'Not yet.');
      insert into checkouts (person, order_key, status, total_cents, lines, shipping, check_at, expires_at)
        values ('u1', 'key', 'REFUSED', 100, '[]', '{}', now(), now());
      insert into videos (origin, title, category, featured_position) values ('UPLOAD', 'Was featured', 'Beauty', 3);
      insert into videos (origin, title, category, status) values ('IMPORT', 'Was reviewed', 'Beauty', 'REJECTED');
      insert into audit_log (actor_id, actor_name, action, subject_type, subject_id)
        values (1, 'ann', 'import.approve', 'video', '2'), (2, 'boss', 'import.reject', 'video', '2')`);
    await migrate(server.connection(old));
    const read = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows;
    expect(await read('select status, reject_reason from upgrade_requests')).toEqual([
      { status: 'REJECTED', reject_reason: 'Not yet.' },
    ]);
    expect(await read('select status from checkouts')).toEqual([{ status: 'REJECTED' }]);
    // a process of 0.1 that still runs
    await client.query(`
      update upgrade_requests set status = 'REFUSED', refuse_reason = 'Still not.';
      update checkouts set status = 'REFUSED'`);
    expect(await read('select status, reject_reason, refuse_reason from upgrade_requests')).toEqual([
      { status: 'REJECTED', reject_reason: 'Still not.', refuse_reason: 'Still not.' },
    ]);
    expect(await read('select status from checkouts')).toEqual([{ status: 'REJECTED' }]);
    expect(
      await read(
        'select featured_position, reviewed_by::int, reviewed_at is not null as at from videos order by id',
      ),
    ).toEqual([
      { featured_position: null, reviewed_by: null, at: false },
      { featured_position: null, reviewed_by: 2, at: true },
    ]);
  } finally {
    await client.end();
    await server.dropDatabase(old);
    rmSync(folder, { recursive: true });
  }
});

it('lets go of a table that is in use, and tries again', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-migrations-'));
  writeFileSync(path.join(folder, '9001_seats.sql'), 'alter table seats add column taken int');
  const reader = new pg.Client(server.connection(name));
  await reader.connect();
  try {
    await reader.query('create table seats (id int)');
    await reader.query('begin');
    await reader.query('select * from seats');
    let waited = 0;
    await migrate(server.connection(name), {
      folder,
      lockTimeout: 20,
      log: () => {
        waited += 1;
        // it queues behind the reader no longer, so that nobody queues behind it
        void runStatements(server.connection(name), ['select * from seats']).then(() =>
          reader.query('commit'),
        );
      },
    });
    expect(waited).toBe(1);
    const { fields } = await reader.query('select * from seats');
    expect(fields.map((field) => field.name)).toEqual(['id', 'taken']);
  } finally {
    await reader.end();
    rmSync(folder, { recursive: true });
  }
});
