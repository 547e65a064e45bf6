import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { packCluster, TEMPLATE } from '#server/adapters/database/cluster-template.ts';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { migrate } from '#server/app/database/migrate.ts';
import { openJobs } from '#server/app/jobs/jobs.ts';
import { createLog } from '#server/app/observe/log.ts';
import { declaredJobs } from '#server/app/start/open-context.ts';
import { readSettings } from '#server/app/start/settings.ts';
import { slices } from '#server/slices.ts';
import { SERVER_BUNDLE } from '../build-server.ts';

/**
 * While an image is built, once the server's bundle is there: makes the template of a database, then starts the site
 * on it, which leaves in the compile cache what a start needs.
 */
const PORT = '3999';
const READY_MS = 120_000;

/** Set up and migrated, with nobody in it and no secret: those are drawn when a site first starts. */
async function makeTemplate(): Promise<void> {
  const dataDir = await makeFolder();
  const server = await openDatabaseServer({ dataDir, log: console.log });
  const connection = server.connection();
  await migrate(connection);
  const jobs = await openJobs(connection, declaredJobs(slices), {
    worker: true,
    log: createLog(readSettings({})),
  });
  await jobs.close();
  const [, , found] = await runStatements(connection, [
    // into a segment that is empty yet
    'select pg_switch_wal()',
    'checkpoint',
    `select pg_walfile_name(pg_current_wal_lsn()) as segment, current_setting('data_directory') as data,
       (select count(*)::int from users) + (select count(*)::int from site_facts) as secrets`,
  ]);
  await server.stop();
  const [made] = found?.rows ?? [];
  if (made?.['secrets'] !== 0) throw new Error('The template holds accounts or secrets.');
  const packed = await packCluster(String(made['data']), String(made['segment']));
  await writeFile(TEMPLATE, packed);
  await rm(dataDir, { recursive: true });
  console.log(`${TEMPLATE}: ${(packed.length / 1e6).toFixed(1)} MB`);
}

async function startOnce(): Promise<void> {
  const dataDir = await makeFolder();
  const env = { ...process.env, NODE_ENV: 'production', PORT, DATA_DIR: dataDir, BACKUP: 'off' };
  const site = spawn(process.execPath, [SERVER_BUNDLE], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const deadline = Date.now() + READY_MS;
  while (!(await fetch(`http://127.0.0.1:${PORT}/api/health/ping`).catch(() => null))?.ok) {
    if (site.exitCode !== null || Date.now() > deadline) throw new Error('The site does not start.');
    await delay(50);
  }
  const ended = once(site, 'exit');
  site.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true });
}

/** The database's user may be another. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lll-prepare-'));
  await chmod(folder, 0o755);
  return folder;
}

await makeTemplate();
await startOnce();
process.exit(0);
