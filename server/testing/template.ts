import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { PROJECT } from './process.ts';

export const TEMPLATE = 'lll_template';
/** A cluster for one run of tests: what it holds need not survive a power cut. */
export const TEST_TUNING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

const CACHE = join(PROJECT, '.cache');
const PREFIX = 'test-cluster-';

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
  const kept = join(CACHE, PREFIX + (await hashOrigin()));
  const isCopy = await copy(join(kept, 'postgres'), join(folder, 'postgres'));
  let server = await openTestCluster(folder);
  if (!isCopy) {
    await fill(server);
    await server.stop();
    await keep(folder, kept);
    server = await openTestCluster(folder);
  }
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
  // only needed where nothing is kept yet
  const [{ migrate }, { openJobs }, { createLog }, { sendMail, sweepOutbox }, { slices }] = await Promise.all(
    [
      import('#server/app/database/migrate.ts'),
      import('#server/app/jobs/jobs.ts'),
      import('#server/app/observe/log.ts'),
      import('#server/app/mail/outbox.ts'),
      import('#server/slices.ts'),
    ],
  );
  await server.createDatabase(TEMPLATE);
  await migrate(server.connection(TEMPLATE));
  const declared = [sendMail, sweepOutbox, ...slices.flatMap((slice) => slice.jobs ?? [])];
  const log = createLog({ LOG_LEVEL: 'silent', production: false });
  const jobs = await openJobs(server.connection(TEMPLATE), declared, { worker: false, log });
  await jobs.close();
}

/** What the template is made of: our migrations, and the versions of PostgreSQL and of the job queue. */
async function hashOrigin(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync('{server/migrations/*.sql,package-lock.json}', { cwd: PROJECT }).toSorted()) {
    hash.update(file).update(await readFile(join(PROJECT, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function copy(from: string, to: string): Promise<boolean> {
  try {
    await cp(from, to, { recursive: true, mode: 0 });
    await chmod(to, 0o700);
    return true;
  } catch {
    await rm(to, { recursive: true, force: true });
    return false;
  }
}

/** Keeps a copy of the stopped cluster, and none of earlier migrations. A run that can't keep one needs none. */
async function keep(folder: string, kept: string): Promise<void> {
  const unfinished = await mkdir(CACHE, { recursive: true })
    .then(() => mkdtemp(join(CACHE, 'unfinished-')))
    .catch(() => null);
  if (unfinished === null) return;
  if (await copy(join(folder, 'postgres'), join(unfinished, 'postgres'))) {
    for (const name of await readdir(CACHE))
      if (name.startsWith(PREFIX)) await rm(join(CACHE, name), { recursive: true, force: true });
    // another run was faster: as good
    await rename(unfinished, kept).catch(() => {});
  }
  await rm(unfinished, { recursive: true, force: true });
}
