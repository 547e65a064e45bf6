import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ClientConfig } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { seedCluster } from '#server/testing/cached-cluster.ts';
import { processesIn as serversIn } from '#server/testing/process.ts';
import { SOAK, soakTest } from '#server/testing/soak.ts';
import { openDatabaseServer } from './database.ts';
import type { DatabaseServer } from './database.ts';
import { openEmbeddedServer } from './embedded.ts';
import {
  answer,
  canDropCapabilities,
  canMakePidNamespaces,
  CONTAINER,
  end,
  killSupervisor,
  stopServers,
  WITHOUT_PTRACE,
} from './fixtures/processes.ts';
import { findPostmaster } from './postmaster.ts';
import { canReach, isRoot } from './runner.ts';
import { runStatements } from './sql.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../..');
const FIXTURE = path.join(import.meta.dirname, 'fixtures/use-server.ts');
const FAST = { fsync: 'off' };
const soon = { timeout: 20_000, interval: 20 };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function tempFolder(name = 'lll-database-'): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), name));
  chmodSync(folder, 0o755);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with an initialised database. */
async function filledFolder(): Promise<string> {
  const dataDir = tempFolder();
  await seedCluster(dataDir);
  return dataDir;
}

async function open(dataDir: string, extra: { namespaces?: boolean } = {}): Promise<DatabaseServer> {
  const log = (): void => {};
  const server = await openEmbeddedServer({ dataDir, log, settings: FAST, ...extra });
  cleanups.push(() => server.stop());
  return server;
}

/** A process of its own that uses the server; resolves with the connection it prints. */
async function startUser(dataDir: string, mode = 'idle', as: { prefix?: string[]; uid?: number } = {}) {
  const [program = '', ...args] = [...(as.prefix ?? []), process.execPath, FIXTURE, dataDir, mode];
  const user = as.uid === undefined ? {} : { uid: as.uid, gid: as.uid };
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...user });
  cleanups.push(() => end(child, 'SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const printed: string[] = [];
  const [first] = (await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => ['null'])])) as [
    string,
  ];
  lines.on('line', (line) => printed.push(line));
  return { child, printed, connection: JSON.parse(first) as ClientConfig };
}

const untilExited = (dataDir: string) => vi.waitFor(() => expect(serversIn(dataDir)).toEqual([]), soon);

describe('the embedded server', () => {
  it('starts in a new folder with spaces and quotes in its path, and again in the same one', async () => {
    const dataDir = path.join(tempFolder(), `da ta's "new", folder`);
    for (const round of [1, 2]) {
      const server = await openDatabaseServer({ dataDir, log: () => {}, settings: FAST });
      expect(await answer(server.connection()), `round ${round}`).toBe(42);
      await server.stop();
      expect(serversIn(dataDir)).toEqual([]);
    }
  });

  soakTest('has a short socket path, however long the data path is', async () => {
    const dataDir = path.join(tempFolder(), 'a'.repeat(60), 'b'.repeat(60));
    await seedCluster(dataDir);
    const server = await open(dataDir);
    expect(await answer(server.connection())).toBe(42);
    const host = server.connection().host ?? '';
    expect(Buffer.byteLength(path.join(host, '.s.PGSQL.5432'))).toBeLessThan(107);
    expect(lstatSync(host).mode & 0o777).toBe(0o700);
    cleanups.unshift(() => rmSync(host, { recursive: true, force: true }));
  });

  soakTest('starts where only its own user has access', async () => {
    const dataDir = tempFolder();
    chmodSync(dataDir, 0o700);
    expect(await answer((await open(path.join(dataDir, 'data'))).connection())).toBe(42);
  });

  soakTest('moves within reach when only root has access and there are no user namespaces', async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o700);
    const dataDir = path.join(folder, 'data');
    const first = await open(dataDir);
    await first.createDatabase('kept');
    await first.stop();
    const moved = await open(dataDir, { namespaces: false });
    if (isRoot()) {
      const home = path.dirname(readlinkSync(path.join(dataDir, 'postgres')));
      cleanups.unshift(() => rmSync(home, { recursive: true }));
    }
    expect(await answer(moved.connection('kept'))).toBe(42);
    await moved.stop();
    expect(await answer((await open(dataDir)).connection('kept'))).toBe(42);
  });

  soakTest('starts as a normal user', async () => {
    const folder = tempFolder();
    const nobodyUid = 65_534;
    if (isRoot()) chownSync(folder, nobodyUid, nobodyUid);
    const reachable = canReach(
      { prefix: [], user: { uid: nobodyUid, gid: nobodyUid } },
      path.dirname(path.dirname(process.execPath)),
      PROJECT,
    );
    const namespace = ['unshare', '--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`, '--'];
    const as = !isRoot() ? {} : reachable ? { uid: nobodyUid } : { prefix: namespace };
    if (!reachable && isRoot()) chownSync(folder, 0, 0);
    const user = await startUser(path.join(folder, 'data'), 'idle', as);
    expect(await answer(user.connection)).toBe(42);
    expect(await end(user.child, 'SIGTERM')).toBe(0);
    expect(serversIn(folder)).toEqual([]);
  });

  it.runIf(canDropCapabilities())('starts and stops as root in a container without ptrace', async () => {
    const dataDir = await filledFolder();
    const user = await startUser(dataDir, 'idle', { prefix: WITHOUT_PTRACE });
    expect(await answer(user.connection)).toBe(42);
    expect(await end(user.child, 'SIGTERM')).toBe(0);
    expect(serversIn(dataDir)).toEqual([]);
  });

  it('is adopted by a second process and survives the one that started it', async () => {
    const dataDir = await filledFolder();
    const first = await startUser(dataDir);
    const second = await startUser(dataDir);
    expect(second.connection.host).toBe(first.connection.host);
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    expect(await answer(second.connection)).toBe(42);
    const third = await startUser(dataDir);
    await end(second.child, 'SIGKILL');
    expect(await answer(third.connection)).toBe(42);
    expect(await end(third.child, 'SIGTERM')).toBe(0);
    expect(serversIn(dataDir)).toEqual([]);
  });

  soakTest('is set up only once when several processes start in a new folder', async () => {
    const dataDir = tempFolder();
    const users = await Promise.all([startUser(dataDir), startUser(dataDir), startUser(dataDir)]);
    expect(await Promise.all(users.map((user) => answer(user.connection)))).toEqual([42, 42, 42]);
    expect(readdirSync(dataDir).filter((name) => name.includes('.init-'))).toEqual([]);
    await Promise.all(users.map((user) => end(user.child, 'SIGKILL')));
    await untilExited(dataDir);
  });

  it('loses no acknowledged write and leaves no process behind when its users are killed', async () => {
    const dataDir = await filledFolder();
    for (let round = 1; round <= (SOAK ? 5 : 1); round += 1) {
      const writer = await startUser(dataDir, 'write');
      await vi.waitFor(() => expect(writer.printed.length).toBeGreaterThan(50), {
        timeout: 20_000,
        interval: 5,
      });
      await end(writer.child, 'SIGKILL');
      await untilExited(dataDir);
      const server = await openDatabaseServer({ dataDir, log: () => {} });
      const [stored] = await runStatements(server.connection(), [
        'select max(id) as last, count(*) as rows from written',
      ]);
      await server.stop();
      const { last, rows } = stored?.rows[0] ?? {};
      expect(rows).toBe(last);
      expect(Number(last)).toBeGreaterThanOrEqual(Number(writer.printed.at(-1)));
    }
  });

  soakTest('starts despite a postmaster.pid whose process ID now belongs to another process', async () => {
    const dataDir = await filledFolder();
    await (await open(dataDir)).stop();
    const stranger = spawn('sleep', ['60']);
    cleanups.push(() => end(stranger, 'SIGKILL'));
    const file = path.join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(
      file,
      `${stranger.pid}\n${dataDir}/postgres\n1700000000\n5432\n${dataDir}/run\n\n  1 2\nready   \n`,
    );
    expect(await answer((await open(dataDir)).connection())).toBe(42);
    expect(stranger.exitCode).toBeNull();
  });

  soakTest('starts despite a socket lock with the process ID of another process', async () => {
    const dataDir = await filledFolder();
    const first = await open(dataDir);
    const socketDir = first.connection().host ?? '';
    await first.stop();
    // PostgreSQL heeds processes of its own user only
    const { uid, gid } = lstatSync(path.join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], isRoot() ? { uid, gid } : {});
    cleanups.push(() => end(stranger, 'SIGKILL'));
    const lock = path.join(socketDir, '.s.PGSQL.5432.lock');
    writeFileSync(lock, `${stranger.pid}\n${dataDir}/postgres\n1700000000\n5432\n${socketDir}\n`);
    const again = await open(dataDir);
    expect(await answer(again.connection())).toBe(42);
    expect(stranger.exitCode).toBeNull();
    await again.stop();
    // a file that was created and never written
    for (const file of [lock, path.join(dataDir, 'postgres/postmaster.pid')]) {
      writeFileSync(file, '');
      utimesSync(file, 1_700_000_000, 1_700_000_000);
    }
    expect(await answer((await open(dataDir)).connection())).toBe(42);
  });

  it.runIf(canMakePidNamespaces())('starts and stops cleanly where process IDs restart at 1', async () => {
    const dataDir = tempFolder();
    const log = path.join(dataDir, 'postgres.log');
    // left by a start that was killed during setup: the next start may have the same process id
    mkdirSync(path.join(dataDir, 'postgres.init-1'));
    const setUp = await startUser(dataDir, 'idle', { prefix: CONTAINER });
    stopServers(dataDir);
    await end(setUp.child, 'SIGKILL');
    await untilExited(dataDir);
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGTERM'] as const) {
      const before = existsSync(log) ? readFileSync(log, 'utf8').length : 0;
      const user = await startUser(dataDir, 'idle', { prefix: CONTAINER });
      expect(await answer(user.connection)).toBe(42);
      const output = readFileSync(log, 'utf8').slice(before);
      if (signal === 'SIGKILL') expect(output).toContain('not properly shut down');
      const [inner] = readFileSync(`/proc/${user.child.pid}/task/${user.child.pid}/children`, 'utf8').split(
        ' ',
      );
      if (signal === 'SIGKILL') stopServers(dataDir);
      process.kill(Number(inner), signal);
      await once(user.child, 'exit');
      await untilExited(dataDir);
    }
    expect(readFileSync(log, 'utf8').match(/not properly shut down/g)).toHaveLength(2);
  });

  it.runIf(canMakePidNamespaces())(
    "waits for another container's server instead of starting a second one",
    async () => {
      const dataDir = await filledFolder();
      const other = await startUser(dataDir, 'idle', { prefix: CONTAINER });
      const data = path.join(dataDir, 'postgres');
      const lock = readFileSync(path.join(data, 'postmaster.pid'), 'utf8');
      const log = vi.fn<(line: string) => void>();
      const abort = new AbortController();
      cleanups.push(() => abort.abort());
      const opening = openEmbeddedServer({ dataDir, log, settings: FAST, signal: abort.signal });
      await vi.waitFor(
        () => expect(log).toHaveBeenCalledWith(expect.stringContaining('another container')),
        soon,
      );
      // not considered dead when its supervisor was killed, and with it the pipe's reader
      expect(await findPostmaster({ data, pipe: '/nowhere' })).toMatchObject({ isForeign: true });
      expect(readFileSync(path.join(data, 'postmaster.pid'), 'utf8')).toBe(lock);
      expect(await answer(other.connection)).toBe(42);
      await end(other.child, 'SIGKILL');
      const server = await opening;
      cleanups.push(() => server.stop());
      expect(await answer(server.connection())).toBe(42);
    },
  );

  soakTest('recovers after being killed itself', async () => {
    const dataDir = await filledFolder();
    const server = await open(dataDir);
    const pid = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await answer(server.connection())).toBe(42), {
      timeout: 20_000,
      interval: 50,
    });
  });

  soakTest('takes over data left by another user, and a server whose supervisor was killed', async () => {
    const dataDir = await filledFolder();
    const user = await startUser(dataDir);
    killSupervisor(dataDir);
    await end(user.child, 'SIGKILL');
    expect(await answer((await open(dataDir)).connection())).toBe(42);
  });

  soakTest('stops with its last user even if its supervisor was killed', async () => {
    const dataDir = await filledFolder();
    const server = await open(dataDir);
    killSupervisor(dataDir);
    expect(await answer(server.connection())).toBe(42);
    await server.stop();
    expect(serversIn(dataDir)).toEqual([]);
  });

  it('creates databases from a template, drops them, and backs itself up while running', async () => {
    const dataDir = await filledFolder();
    const server = await open(dataDir);
    await server.createDatabase('original');
    await runStatements(server.connection('original'), ['create table kept as select 7 as value']);
    await server.createDatabase('copy of it', { template: 'original' });
    await server.dropDatabase('original');
    await server.dropDatabase('original');
    await expect(answer(server.connection('original'))).rejects.toThrow('does not exist');
    const target = path.join(tempFolder(), 'backup');
    mkdirSync(target);
    await server.backup(path.join(target, 'postgres'));
    const restored = await open(target);
    const [row] = await runStatements(restored.connection('copy of it'), ['select value from kept']);
    expect(row?.rows).toEqual([{ value: 7 }]);
    expect(existsSync(path.join(dataDir, 'postgres/backup_label'))).toBe(false);
  });

  it("reports PostgreSQL's own reason when it does not start", async () => {
    const dataDir = await filledFolder();
    const open = openDatabaseServer({
      dataDir,
      log: () => {},
      settings: { ...FAST, shared_buffers: 'much' },
    });
    await expect(open).rejects.toThrow(/doesn't start.*shared_buffers/);
    expect(serversIn(dataDir)).toEqual([]);
  });
});
