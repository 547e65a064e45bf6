import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { TEMPLATE, TEST_TUNING } from '#server/testing/template.ts';
import { soakTest } from '#server/testing/soak.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { knowsAllLetters } from './search-support.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url).pathname;

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
const insertMigration = (migration: string) =>
  runStatements(server.connection(name), [
    `insert into kysely_migration (name, timestamp) values ('${migration}', '2026-01-01T00:00:00.000Z')`,
  ]);

it('accepts a database upgraded by a newer release, unless this release is too old for it', async () => {
  await insertMigration('9001_newer');
  await migrate(server.connection(name));
  await insertMigration('9002_drop_what_0001_reads_needs_0001');
  await migrate(server.connection(name));
  await insertMigration('9003_drop_what_we_read_needs_9001');
  await expect(migrate(server.connection(name))).rejects.toThrow(/newer release .*9003_drop/);
});

it('refuses a database from before the baseline with a one-sentence error, and changes nothing', async () => {
  await runStatements(server.connection(name), [
    "update kysely_migration set name = '0001_foundation' where name = '0001_base'",
  ]);
  const before = await applied();
  await expect(migrate(server.connection(name))).rejects.toThrow(
    /^This database was made before 0\.3\.0 and can't be upgraded: the last commit that opens it is [0-9a-f]{8};/,
  );
  expect(await applied()).toEqual(before);
});

it('numbers migrations uniquely and without gaps', () => {
  const numbers = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => Number(file.slice(0, 4)))
    .toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});

it('upgrades a baseline database with a later migration and preserves its rows', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-migrations-'));
  for (const file of readdirSync(MIGRATIONS))
    copyFileSync(path.join(MIGRATIONS, file), path.join(folder, file));
  writeFileSync(
    path.join(folder, '9001_nicknames.sql'),
    'alter table users add column nickname text; update users set nickname = upper(username)',
  );
  try {
    await runStatements(server.connection(name), ["insert into users (username) values ('ann')"]);
    await Promise.all([1, 2, 3].map(() => migrate(server.connection(name), { folder })));
    const [users] = await runStatements(server.connection(name), ['select username, nickname from users']);
    expect(users?.rows).toEqual([{ username: 'ann', nickname: 'ANN' }]);
    expect((await applied()).at(-1)).toBe('9001_nicknames');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('names the extension that the database user may not create', async () => {
  const [bare, user] = [`${name}_bare`, `${name}_user`];
  await server.createDatabase(bare);
  await runStatements(server.connection(bare), [
    `create user ${user}`,
    'grant all on schema public to public',
    `grant connect on database ${bare} to ${user}`,
  ]);
  await expect(migrate({ ...server.connection(bare), user })).rejects.toThrow(
    /^The database lacks the extension pg_trgm, .* run CREATE EXTENSION pg_trgm as a superuser/,
  );
  await runStatements(server.connection(bare), ['create extension pg_trgm']);
  await migrate({ ...server.connection(bare), user });
  await server.dropDatabase(bare);
  await runStatements(server.connection(), [`drop user ${user}`]);
});

it('detects a database whose locale recognizes only ASCII letters', async () => {
  const plain = `${name}_c`;
  await runStatements(server.connection(), [
    `create database ${plain} template template0 locale_provider libc locale 'C' encoding 'UTF8'`,
  ]);
  for (const [database, knows] of [
    [plain, false],
    [name, true],
  ] as const) {
    await migrate(server.connection(database));
    const { db } = openDatabase(server.connection(database));
    expect(await knowsAllLetters(db)).toBe(knows);
    await db.destroy();
  }
  await server.dropDatabase(plain);
});

soakTest('stops waiting for a lock on a table in use, and retries', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-migrations-'));
  writeFileSync(path.join(folder, '9001_seats.sql'), 'alter table seats add column taken int');
  const client = new pg.Client(server.connection(name));
  await client.connect();
  try {
    await client.query('create table seats (id int)');
    await client.query('begin');
    await client.query('select * from seats');
    let waited = 0;
    await migrate(server.connection(name), {
      folder,
      lockTimeout: 20,
      log: () => {
        waited += 1;
        // it no longer waits behind the reader, so no query waits behind it
        void runStatements(server.connection(name), ['select * from seats']).then(() =>
          client.query('commit'),
        );
      },
    });
    expect(waited).toBe(1);
    const { fields } = await client.query('select * from seats');
    expect(fields.map((field) => field.name)).toEqual(['id', 'taken']);
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
});
