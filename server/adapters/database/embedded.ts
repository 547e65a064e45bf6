import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { copyRunningServer, readRunningServer } from './backup.ts';
import { prepareCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import type { DatabaseServer, DatabaseServerOptions } from './database-server.ts';
import { holdPipe, launch } from './launcher.ts';
import { findPostmaster, isRunning, isSupervised, removeStaleSocketLock, runsIn } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import { isProcessAlive, ownProcessId } from './process-id.ts';
import { createDatabaseStatement, dropDatabaseStatement, runStatements } from './sql.ts';
import { valueTypes } from './types.ts';

const OUR_DATABASE = 'lll';
const POLL_MS = 15;
const WATCH_MS = 1_000;
const START_ATTEMPTS = 3;
/** Longer than a stop takes (operations.md, "Several processes"). */
const OTHER_CONTAINER_MS = 60_000;

/** A server that runs because we have its pipe open. */
type Hold = Postmaster & { readonly pipe: number };

type Options = Pick<DatabaseServerOptions, 'dataDir' | 'log' | 'settings' | 'signal'> & {
  namespaces?: boolean;
};

/**
 * The PostgreSQL that came with npm, on a unix socket, in DATA_DIR. Any number of processes may use one folder:
 * the first starts the server, the others adopt it, and it ends with the last of them.
 */
export async function openEmbeddedServer(options: Options): Promise<DatabaseServer> {
  const durable = options.settings?.['fsync'] !== 'off';
  const cluster = await prepareCluster(path.resolve(options.dataDir), {
    durable,
    namespaces: options.namespaces ?? true,
  });
  let hold = await acquire(cluster, options);
  const lease = path.join(cluster.leases, `${ownProcessId()}-${crypto.randomUUID()}`);
  await writeFile(lease, '');
  const connection = (database = OUR_DATABASE): PoolConfig => ({
    host: hold.socketDir,
    user: 'postgres',
    database,
    types: valueTypes,
  });
  await ensureDatabase(connection);
  const stopWatching = watch(
    () => runsIn(hold.pid, cluster.data),
    async () => {
      options.log('the embedded database ended unexpectedly, starting it again');
      closeSync(hold.pipe);
      hold = await acquire(cluster, options);
    },
    options.log,
  );
  const release = async (): Promise<void> => {
    await stopWatching();
    await rm(lease, { force: true });
    closeSync(hold.pipe);
    while ((await runsIn(hold.pid, cluster.data)) && !(await hasOtherLeases(cluster))) {
      // a server whose supervisor was killed has to be stopped here
      if (!isSupervised(cluster.pipe)) return endServer(cluster, hold.pid);
      await delay(POLL_MS);
    }
  };
  let stopped: Promise<void> | undefined;
  return {
    kind: 'embedded',
    connection,
    async createDatabase(name, choice) {
      await runStatements(connection('postgres'), [createDatabaseStatement(name, choice?.template)]);
    },
    async dropDatabase(name) {
      await runStatements(connection('postgres'), [dropDatabaseStatement(name)]);
    },
    backup: (folder) => copyRunningServer(connection('postgres'), cluster.data, folder),
    read: (reader) => readRunningServer(connection('postgres'), cluster.data, reader),
    stop: () => (stopped ??= release()),
  };
}

async function acquire(cluster: Cluster, options: Options): Promise<Hold> {
  const { settings, signal } = options;
  for (let failures = 0; ;) {
    signal?.throwIfAborted();
    const running = await findPostmaster(cluster);
    if (running?.isForeign) {
      await waitForOtherContainer(cluster, options);
      continue;
    }
    const hold =
      running === null ? await start(cluster, settings, signal) : await adopt(cluster, running.pid, signal);
    if (hold !== null) return hold;
    if (running !== null || (await isRunning(cluster))) continue;
    failures += 1;
    if (failures === START_ATTEMPTS)
      throw new Error(`The embedded database doesn't start. ${await lastLog(cluster)}`);
  }
}

/** A container that is being replaced ends soon. One that stays would share the files with ours: that must not be. */
async function waitForOtherContainer(cluster: Cluster, { log, signal }: Options): Promise<void> {
  log('the embedded database runs in another container, waiting for that to end');
  const deadline = Date.now() + OTHER_CONTAINER_MS;
  while ((await findPostmaster(cluster))?.isForeign) {
    signal?.throwIfAborted();
    if (Date.now() > deadline)
      throw new Error(
        `DATA_DIR: ${path.dirname(cluster.pipe)} is in use by another container. Stop that one, or set DATABASE_URL.`,
      );
    await delay(POLL_MS);
  }
}

/** Null when the server didn't start. If another process started it first, that server is used. */
async function start(
  cluster: Cluster,
  settings?: Record<string, string>,
  signal?: AbortSignal,
): Promise<Hold | null> {
  await removeStaleSocketLock(cluster, cluster.socketDir);
  const { pipe, child } = launch(cluster, settings);
  const ready = await waitUntilReady(cluster, () => !hasEnded(child) && !signal?.aborted);
  if (ready !== null) return { ...ready, pipe };
  closeSync(pipe);
  return null;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Attaches to a running server. Null when it is shutting down; it has stopped when this returns. */
async function adopt(cluster: Cluster, pid: number, signal?: AbortSignal): Promise<Hold | null> {
  const pipe = holdPipe(cluster);
  if (pipe === null) {
    // It has no supervisor: it is shutting down, or the supervisor was killed and nothing would ever stop it.
    await endServer(cluster, pid);
    return null;
  }
  const ready = await waitUntilReady(cluster, async () => !signal?.aborted && runsIn(pid, cluster.data));
  if (ready !== null) return { ...ready, pipe };
  closeSync(pipe);
  return null;
}

async function endServer(cluster: Cluster, pid: number): Promise<void> {
  while (await runsIn(pid, cluster.data)) {
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      return;
    }
    await delay(POLL_MS);
  }
}

/** The server once it responds to a query; null when it stopped before. */
async function waitUntilReady(
  cluster: Cluster,
  running: () => boolean | Promise<boolean>,
): Promise<Postmaster | null> {
  while (await running()) {
    const postmaster = await findPostmaster(cluster);
    if (
      postmaster !== null &&
      !postmaster.isForeign &&
      postmaster.socketDir !== '' &&
      (await answers(postmaster.socketDir))
    )
      return postmaster;
    await delay(POLL_MS);
  }
  return null;
}

async function answers(socketDir: string): Promise<boolean> {
  const config = { host: socketDir, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 5_000 };
  return runStatements(config, ['select 1']).then(
    () => true,
    () => false,
  );
}

async function ensureDatabase(connection: (database: string) => PoolConfig): Promise<void> {
  const exists = `select 1 from pg_database where datname = '${OUR_DATABASE}'`;
  const [found] = await runStatements(connection('postgres'), [exists]);
  if (found?.rowCount === 1) return;
  await runStatements(connection('postgres'), [createDatabaseStatement(OUR_DATABASE)]).catch(
    async (error: unknown) => {
      const [now] = await runStatements(connection('postgres'), [exists]);
      if (now?.rowCount !== 1) throw error;
    },
  );
}

/** Checks the server every second; the returned function stops that and waits for a restart in progress. */
function watch(
  isUp: () => Promise<boolean>,
  restart: () => Promise<void>,
  log: (message: string) => void,
): () => Promise<void> {
  let current = Promise.resolve();
  let busy = false;
  const check = async (): Promise<void> => {
    if (await isUp()) return;
    await restart().catch((error: unknown) => log(`the embedded database: ${String(error)}`));
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    current = check().finally(() => {
      busy = false;
    });
  }, WATCH_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

async function hasOtherLeases(cluster: Cluster): Promise<boolean> {
  for (const name of await readdir(cluster.leases).catch(() => [])) {
    if (isProcessAlive(name.split('-')[0] ?? '')) return true;
    await rm(path.join(cluster.leases, name), { force: true });
  }
  return false;
}

async function lastLog(cluster: Cluster): Promise<string> {
  const log = await readFile(cluster.logFile, 'utf8').catch(() => '');
  const lines = log.trim().split('\n').slice(-5);
  return `Its last words (${cluster.logFile}): ${lines.join(' | ')}`;
}
