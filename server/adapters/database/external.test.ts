import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabaseServer } from './database.ts';
import type { DatabaseServer } from './database.ts';
import { runStatements } from './sql.ts';

let folder: string;
let embedded: DatabaseServer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'lll-external-'));
  embedded = await openDatabaseServer({ dataDir: folder, log: () => {}, settings: { fsync: 'off' } });
});

afterAll(async () => {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

function urlOf(database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(embedded.connection().host ?? '')}`;
}

it('uses the server and the database of DATABASE_URL', async () => {
  const server = await openDatabaseServer({ databaseUrl: urlOf('lll'), dataDir: folder, log: () => {} });
  expect(server.kind).toBe('external');
  await server.createDatabase('another');
  const [own, another] = await Promise.all(
    [server.connection(), server.connection('another')].map((config) =>
      runStatements(config, ['select current_database() as name, 3::int8 as three, now() as at']),
    ),
  );
  expect(own?.[0]?.rows[0]).toEqual({ name: 'lll', three: 3, at: expect.any(Date) });
  expect(another?.[0]?.rows[0]?.['name']).toBe('another');
  await server.dropDatabase('another');
  await server.stop();
});

it('names DATABASE_URL when the database does not exist', async () => {
  const open = openDatabaseServer({ databaseUrl: urlOf('missing'), dataDir: folder, log: () => {} });
  await expect(open).rejects.toThrow(/^DATABASE_URL: .*"missing" does not exist/);
});

it('reports that it is waiting while no server is listening', async () => {
  const messages: string[] = [];
  const unreachable = `postgres://postgres@localhost/lll?host=${encodeURIComponent(path.join(folder, 'nowhere'))}`;
  await new Promise<void>((resolve) => {
    void openDatabaseServer({
      databaseUrl: unreachable,
      dataDir: folder,
      log: (message) => {
        messages.push(message);
        resolve();
      },
    });
  });
  expect(messages[0]).toContain('waiting for the database of DATABASE_URL');
});
