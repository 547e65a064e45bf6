import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { runStatements } from '#server/adapters/database/sql.ts';
import { startPostgres } from '#server/testing/engines.ts';
import { killAll, spawnSite } from '#server/testing/process.ts';

/** What is asked every minute was asked a few times. */
const MINUTES = 5;
/** Debian's, and others whose folders `POSTGRES_BINS` names, between colons. */
const BINS = [
  ...globSync('/usr/lib/postgresql/*/bin'),
  ...(process.env['POSTGRES_BINS']?.split(':').filter(Boolean) ?? []),
];

const folder = mkdtempSync(path.join(tmpdir(), 'lll-worker-'));
chmodSync(folder, 0o755);
const children: ChildProcess[] = [];
afterAll(async () => {
  await killAll();
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test.concurrent.each(BINS.map((bin, nth) => ({ bin, folder: path.join(folder, String(nth)) })))(
  `a worker runs for ${MINUTES} minutes on the PostgreSQL of $bin, and no job fails`,
  async ({ bin, folder: position }) => {
    mkdirSync(position, { mode: 0o755 });
    const start = (program: string, args: string[], options: object = {}) => {
      const child = spawn(program, args, { stdio: 'ignore', ...options });
      children.push(child);
      return child;
    };
    const { port } = await startPostgres(position, start, bin);
    const connection = { connectionString: `postgres://postgres@127.0.0.1:${port}/lll` };
    const site = await spawnSite({
      env: {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://clips.example.org',
        LOG_LEVEL: 'warn',
        DATA_DIR: path.join(position, 'data'),
        DATABASE_URL: connection.connectionString,
      },
    });
    await site.ready();
    await delay(MINUTES * 60_000);
    const [version, jobs] = await runStatements(connection, [
      'show server_version_num',
      `select name, count(*)::int as done, count(*) filter (where state in ('failed', 'retry') or retry_count > 0)::int as failed
           from pgboss.job where state <> 'created' group by name order by name`,
    ]);
    const summary = jobs?.rows.map(({ name, done }) => `${String(name)} ${Number(done)}`).join(', ');
    // oxlint-disable-next-line no-console -- the figures that the run is made for
    console.info(`PostgreSQL ${String(version?.rows[0]?.['server_version_num'])}: ${summary}`);
    expect(jobs?.rows.filter(({ failed }) => Number(failed) > 0)).toEqual([]);
    expect(jobs?.rows.map(({ name }) => name)).toContain('payments.reconcile');
    const faults = site
      .output()
      .split('\n')
      .filter((line) => /"level":"error"|The job /.test(line));
    expect(faults).toEqual([]);
    expect(await site.end()).toBe(0);
  },
  (MINUTES + 4) * 60_000,
);

test('there is a PostgreSQL to test against', () => expect(BINS.length).toBeGreaterThan(0));
