import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { TEMPLATE, TEST_TUNING } from '#server/testing/template.ts';
import { migrate } from './migrate.ts';

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
