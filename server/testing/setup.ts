import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { migrate } from '#server/app/migrate.ts';
import { openJobs } from '#server/app/jobs.ts';
import { createLog } from '#server/app/log.ts';
import { sendMail, sweepOutbox } from '#server/app/outbox.ts';
import { slices } from '#server/slices.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseFolder: string;
  }
}

export const TEMPLATE = 'lll_template';
/** A cluster for one run of tests: what it holds need not survive a power cut. */
export const TEST_TUNING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/** One PostgreSQL for the whole run, with a migrated template every test database is cloned from. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lll-test-'));
  await chmod(folder, 0o755);
  const server = await openDatabaseServer({ dataDir: folder, log: () => {}, settings: TEST_TUNING });
  await server.createDatabase(TEMPLATE);
  await migrate(server.connection(TEMPLATE));
  const jobs = await openJobs(
    server.connection(TEMPLATE),
    [sendMail, sweepOutbox, ...slices.flatMap((slice) => slice.jobs ?? [])],
    {
      worker: false,
      log: createLog({ LOG_LEVEL: 'silent', production: false }),
    },
  );
  await jobs.close();
  project.provide('databaseFolder', folder);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
}
