import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { isRoot } from '#server/adapters/database/runner.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { hasStatementTimeout, type Db } from '#server/app/database/database.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { startSite } from '#server/app/start/start.ts';
import { slices } from '#server/slices.ts';
import { freePort } from '#server/testing/process.ts';
import { TEMPLATE, TEST_TUNING } from '#server/testing/template.ts';
import { sqlTexts } from '#server/app/database/read-rows.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

const isInstalled = spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0;

/** Debian's PgBouncer in transaction mode, in front of the server behind this socket. */
async function startBouncer(folder: string, socketDir: string): Promise<number> {
  const port = await freePort();
  const settings = [
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    `pool_mode = transaction\ndefault_pool_size = 5\nserver_login_retry = 1\npidfile =`,
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n* = host=${socketDir} port=5432 user=postgres\n[pgbouncer]\n${settings.join('\n')}\n`,
  );
  const { uid, gid } = lstatSync(socketDir);
  const bouncer: ChildProcess = spawn('pgbouncer', [file], {
    stdio: 'ignore',
    ...(isRoot() ? { uid, gid } : {}),
  });
  cleanups.push(async () => {
    bouncer.kill('SIGKILL');
    await once(bouncer, 'exit');
  });
  return port;
}

const zone = sqlTexts`show timezone`;

/** Our clients get UTC on any of the pooler's connections, without changing others'. */
async function expectUtc(db: Db, others: pg.PoolConfig): Promise<void> {
  const other = new pg.Pool({ ...others, max: 1 });
  cleanups.push(() => other.end());
  const queries = Array.from({ length: 20 }, async (_, index) => {
    if (index % 4 === 0) return (await other.query('show timezone')).rows[0]?.TimeZone as string;
    return db.transaction().execute(async (trx) => {
      await sql`select pg_sleep(0.05)`.execute(trx);
      return (await zone.execute(trx))[0];
    });
  });
  const zones = await Promise.all(queries);
  expect(zones.filter((_, index) => index % 4 === 0)).toEqual(
    Array.from({ length: 5 }, () => 'Pacific/Kiritimati'),
  );
  expect(zones.filter((_, index) => index % 4 !== 0)).toEqual(Array.from({ length: 15 }, () => 'UTC'));
}

it.runIf(isInstalled)('runs behind PgBouncer in transaction mode', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-bouncer-'));
  chmodSync(folder, 0o755);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const server = await openDatabaseServer({
    dataDir: inject('databaseFolder'),
    log: () => {},
    settings: TEST_TUNING,
  });
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await server.createDatabase(name, { template: TEMPLATE });
  await runStatements(server.connection(name), [
    `alter database "${name}" set timezone = 'Pacific/Kiritimati'`,
  ]);
  cleanups.push(
    () => server.stop(),
    () => server.dropDatabase(name),
  );
  const socketDir = server.connection().host ?? '';
  const port = await startBouncer(folder, socketDir);
  const site = await startSite(
    readSettings({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SAMPLE_CONTENT: 'off',
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/${name}`,
      DATABASE_DIRECT_URL: `postgres://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`,
    }),
    slices,
  );
  cleanups.push(() => site.stop());
  const ctx = await site.ready;
  const body = JSON.stringify({
    username: 'behind',
    email: 'behind@example.org',
    password: 'correct horse battery',
  });
  const registered = await fetch(`${site.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(await registered.text()).not.toMatch(/database/);
  expect(registered.ok).toBe(true);
  // 20 at once over 5 connections
  const lists = await Promise.all(
    Array.from({ length: 20 }, (_, index) => fetch(`${site.url}/api/videos?limit=${index + 1}`)),
  );
  expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]));
  await expectUtc(ctx.db, { host: '127.0.0.1', port, user: 'postgres', database: name });
  // the role's setting is what holds on every connection of the pooler
  expect(await hasStatementTimeout(ctx.db)).toBe(false);
  await runStatements(server.connection(name), [
    `alter role postgres in database "${name}" set statement_timeout = '30s'`,
  ]);
  await runStatements(server.connection(), [
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = ''`,
  ]);
  await expect.poll(() => hasStatementTimeout(ctx.db).catch(() => false), { timeout: 20_000 }).toBe(true);
});
