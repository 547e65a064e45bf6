import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { migrate } from '#server/app/database/migrate.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { startSite, type RunningSite } from '#server/app/start/start.ts';
import { slices } from '#server/slices.ts';
import { seedCluster } from '#server/testing/cached-cluster.ts';
import { PROJECT } from '#server/testing/process.ts';
import { runAdmin } from './run.ts';

const run = promisify(execFile);
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
let folder: string;
let dataDir: string;
/** Another cluster, where the site's user has no privileges. */
let other: DatabaseServer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'lll-move-'));
  chmodSync(folder, 0o755);
  dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  await seedCluster(dataDir);
  other = await openDatabaseServer({
    dataDir: path.join(folder, 'other'),
    log: () => {},
    settings: { fsync: 'off' },
  });
  await runStatements(other.connection(), [
    'create role lll login',
    'create database lll_site owner lll',
    'create database lll_used owner lll',
  ]);
  await runStatements(other.connection('lll_used'), ['create table of_somebody (id int)']);
});

afterAll(async () => {
  await other.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

const addressOf = (database: string, role = 'lll') =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(other.connection().host ?? '')}`;

/** A command's output on both streams, and its exit code. */
async function move(...args: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    }),
  );
  const code = await runAdmin(['move-database', ...args], { DATA_DIR: dataDir });
  for (const stream of streams) stream.mockRestore();
  return { code, text };
}

function start(environment: Record<string, string> = {}): Promise<RunningSite> {
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    SAMPLE_CONTENT: 'off',
    LOG_LEVEL: 'silent',
    BACKUP: 'off',
  };
  return startSite(readSettings({ ...settings, ...environment }), slices);
}

async function failureOf(environment: Record<string, string> = {}): Promise<string> {
  const site = await start(environment);
  const failure = await site.ready.then(
    () => 'none',
    (error: Error) => error.message,
  );
  await site.stop();
  return failure;
}

const register = (url: string, username: string) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, email: `${username}@example.org`, password: 'correct horse battery' }),
  });

it('moves to another server: not while the site runs, not over existing data, and again after a kill', async () => {
  const before = await start();
  await before.ready;
  expect((await register(before.url, 'first')).status).toBe(201);
  expect(await move('--to', addressOf('lll_site'))).toMatchObject({
    code: 1,
    text: expect.stringContaining('stop the site first'),
  });
  // it still runs, and its next start wasn't blocked
  expect((await register(before.url, 'second')).status).toBe(201);
  await before.stop();
  expect(await move('--to', addressOf('lll_used'))).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^The target is not empty: give the site a database of its own\.$/m),
  });
  expect(await move('--to', addressOf('nowhere'))).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^The target can't be used: .*"nowhere" does not exist/m),
  });

  await killInTheMiddle();
  expect(await failureOf()).toMatch(/^The database is being moved to postgres:\/\/localhost\/lll_site: run /);
  expect(await failureOf({ DATABASE_URL: addressOf('lll_site') })).toMatch(/^DATABASE_URL: move-database/);

  const { stdout } = await runDocumented();
  expect(stdout).toMatch(
    /public\.users: 3\n.*rows of \d+ tables are in postgres:\/\/localhost\/lll_site, compared/s,
  );
  expect(await failureOf()).toMatch(
    /^The database was moved to postgres:\/\/localhost\/lll_site: set DATABASE_URL/,
  );
  // the job queue does maintenance once a minute, whichever process opens it
  const left = await openDatabaseServer({ dataDir, log: () => {} });
  await runStatements(left.connection(), ['update pgboss.version set bam_on = null']);
  await left.stop();
  expect(await move('--to', addressOf('lll_site'))).toMatchObject({
    code: 0,
    text: expect.stringContaining('already'),
  });

  const after = await start({ DATABASE_URL: addressOf('lll_site') });
  await after.ready;
  // numbers go on where they were (4 was for the one that was rejected), and so do triggers and keys
  expect((await register(after.url, 'second')).status).toBe(409);
  expect((await register(after.url, 'third')).status).toBe(201);
  await after.stop();
  const [ids, counts, keys] = await runStatements(other.connection('lll_site'), [
    'select id from users order by id desc limit 3',
    "select count(*)::int as off from pg_trigger where not tgisinternal and tgenabled <> 'O'",
    "select count(*)::int as keys from pg_constraint where contype = 'f' and not convalidated",
  ]);
  expect(ids?.rows.map(({ id }) => id)).toEqual([5, 3, 2]);
  expect([counts?.rows, keys?.rows]).toEqual([[{ off: 0 }], [{ keys: 0 }]]);
  expect(await move('--to', addressOf('lll_site'))).toMatchObject({
    code: 1,
    text: expect.stringContaining('not empty'),
  });
});

/** While it waits for a locked table of the target: the tables exist, the rows don't. */
async function killInTheMiddle(): Promise<void> {
  // as an earlier call left it that was killed before
  const target = { connectionString: addressOf('lll_site') };
  await runStatements(target, ['create table unfinished_move ()']);
  await migrate(target);
  const holder = new pg.Client(other.connection('lll_site'));
  await holder.connect();
  await holder.query('begin; lock table public.videos');
  const args = ['build/run.mjs', 'server/shell/admin.ts', 'move-database', '--to', addressOf('lll_site')];
  const child = execFile(process.execPath, args, {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  const exited = once(child, 'exit');
  await vi.waitFor(
    async () => {
      const { rows } = await holder.query(
        "select 1 from pg_locks where not granted and relation = 'videos'::regclass",
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 120_000 },
  );
  child.kill('SIGKILL');
  await exited;
  await holder.end();
}

/** The command line of the documentation, with this test's address. */
function runDocumented(): Promise<{ stdout: string }> {
  const text = readFileSync(path.join(PROJECT, 'docs/operations.md'), 'utf8');
  const line = /^PGPASSWORD=… npm run admin -- move-database .*$/m.exec(text)?.[0] ?? 'exit 1';
  return run('sh', ['-c', line.replace('postgres://lll@db.example.org/lll', `'${addressOf('lll_site')}'`)], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: dataDir },
  });
}
