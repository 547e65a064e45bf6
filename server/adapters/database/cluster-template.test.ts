import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { seedCluster } from '#server/testing/kept-cluster.ts';
import { packCluster } from './cluster-template.ts';
import { openEmbeddedServer } from './embedded.ts';
import { runStatements } from './sql.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-template-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a server on this folder answers to the last of some statements. */
async function ask(dataDir: string, statements: string[], template?: string) {
  const server = await openEmbeddedServer({
    dataDir,
    log: () => {},
    settings: { fsync: 'off' },
    ...(template === undefined ? {} : { template }),
  });
  try {
    return (await runStatements(server.connection(), statements)).at(-1)?.rows[0];
  } finally {
    await server.stop();
  }
}

const systemOf = (dataDir: string): bigint =>
  readFileSync(path.join(dataDir, 'postgres/global/pg_control')).readBigUInt64LE();

test('a server starts on a template with what is in it, as a cluster of its own', async () => {
  const origin = path.join(folder, 'origin');
  const made = path.join(folder, 'made');
  const template = path.join(folder, 'template.zst');
  await seedCluster(origin);
  const at = await ask(origin, [
    'create table kept as select 42 as value',
    'select pg_switch_wal()',
    'select pg_walfile_name(pg_current_wal_lsn()) as segment',
  ]);
  writeFileSync(template, await packCluster(path.join(origin, 'postgres'), String(at?.['segment']), 1));
  expect(await ask(made, ['select value from kept'], template)).toEqual({ value: 42 });
  expect(systemOf(made)).not.toBe(systemOf(origin));
});
