import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { copyCluster, findSavedCluster, saveCluster } from './cached-cluster.ts';

export const TEMPLATE = 'lll_template';
/** A cluster for one test run: its data need not survive a power cut. */
export const TEST_TUNING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

export interface TestCluster {
  /** For `openTestCluster`. */
  folder: string;
  close(): Promise<void>;
}

/**
 * One PostgreSQL for a run of tests, with a migrated template that every test database is cloned from. It is a copy of
 * what an earlier run has set up from the same migrations.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'lll-test-'));
  await chmod(folder, 0o755);
  const cluster = await findSavedCluster();
  const isCopy = await copyCluster(join(cluster, 'postgres'), join(folder, 'postgres'));
  let server = await openTestCluster(folder);
  if (!isCopy) {
    await fill(server);
    await server.stop();
    await saveCluster(folder, cluster);
    server = await openTestCluster(folder);
  }
  // leaves the catalog cache of a first connection on disk, so that every copy has it too
  await runStatements(server.connection(TEMPLATE), ['select 1']);
  return {
    folder,
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

export function openTestCluster(folder: string): Promise<DatabaseServer> {
  return openDatabaseServer({ dataDir: resolve(folder), log: () => {}, settings: TEST_TUNING });
}

async function fill(server: DatabaseServer): Promise<void> {
  // only needed where nothing is cached yet
  const [
    { migrate },
    { openDatabase },
    { openJobs },
    { createLog },
    { sendMail, sweepOutbox },
    { slices },
    { reindex },
  ] = await Promise.all([
    import('#server/app/database/migrate.ts'),
    import('#server/app/database/database.ts'),
    import('#server/app/jobs/jobs.ts'),
    import('#server/app/observe/log.ts'),
    import('#server/app/mail/outbox.ts'),
    import('#server/slices.ts'),
    import('#server/search/reindex.actions.ts'),
  ]);
  await server.createDatabase(TEMPLATE);
  await migrate(server.connection(TEMPLATE));
  const declared = [sendMail, sweepOutbox, ...slices.flatMap((slice) => slice.jobs ?? [])];
  const log = createLog({ LOG_LEVEL: 'silent', production: false });
  const jobs = await openJobs(server.connection(TEMPLATE), declared, { worker: false, log });
  for (const { name, cron } of declared) if (cron) await jobs.boss.schedule(name, cron, {}, { tz: 'UTC' });
  await jobs.close();
  const { db } = openDatabase(server.connection(TEMPLATE));
  await reindex(db);
  await db.destroy();
  // used by a site with its own server at its first start (server/testing/cached-cluster.ts)
  const { database: own = '' } = server.connection();
  await server.dropDatabase(own);
  await server.createDatabase(own, { template: TEMPLATE });
}
