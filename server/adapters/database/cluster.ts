import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from './binaries.ts';
import { isRunning, PIPE } from './postmaster.ts';
import { isProcessAlive, ownProcessId } from './process-id.ts';
import { canReach, chooseRunner, isRoot, serviceUser } from './runner.ts';
import type { Runner } from './runner.ts';
import { LEASES } from './stopped.ts';

const VERSION = '18';
/** `sun_path` is 108 bytes with its terminator; the server adds `/.s.PGSQL.5432`. */
const MAX_SOCKET_PATH = 106;
const run = promisify(execFile);

/** The files of an embedded server and how to reach them. */
export interface Cluster {
  readonly native: string;
  readonly runner: Runner;
  /** The data folder itself, links resolved. */
  readonly data: string;
  readonly socketDir: string;
  /** The server runs while any process has this pipe open for writing. */
  readonly pipe: string;
  /** One file per process that uses the server. */
  readonly leases: string;
  readonly logFile: string;
}

interface ClusterPaths {
  native: string;
  runner: Runner;
  data: string;
}

/** Finds or makes everything a start needs: programs that run, a user to run them, an initialised data folder. */
export async function prepareCluster(
  folder: string,
  options: { durable: boolean; namespaces: boolean },
): Promise<Cluster> {
  await mkdir(folder, { recursive: true });
  const dataDir = await realpath(folder);
  const paths = await resolveCluster(dataDir, options.namespaces);
  const pipe = path.join(dataDir, PIPE);
  await adjustOwner(paths, pipe);
  await initialise(paths, options.durable);
  const socketDir = await makeSocketDir(paths);
  const leases = path.join(dataDir, LEASES);
  await mkdir(leases, { recursive: true, mode: 0o700 });
  return {
    ...paths,
    socketDir,
    pipe,
    leases,
    logFile: path.join(dataDir, 'postgres.log'),
  };
}

async function resolveCluster(dataDir: string, namespaces: boolean): Promise<ClusterPaths> {
  const native = await findBinaries();
  const link = path.join(dataDir, 'postgres');
  const data = await readlink(link).catch(() => link);
  const runner = chooseRunner(native, path.dirname(data), await ownerOf(data), { namespaces });
  return runner === null ? moveWithinReach(native, link, data) : { native, runner, data };
}

async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  return stat(folder).catch(() => undefined);
}

/** The last resort of root in a container without user namespaces: programs and data in a folder of their own. */
async function moveWithinReach(native: string, link: string, data: string): Promise<ClusterPaths> {
  const runner: Runner = { prefix: [], user: serviceUser() };
  for (const base of ['/var/lib', '/srv', '/opt']) {
    const home = path.join(base, `lll-${shortHash(link)}`);
    try {
      await mkdir(home, { recursive: true, mode: 0o755 });
      const copy = path.join(home, `postgresql-${VERSION}`);
      if (!canReach(runner, copy, home)) await cp(native, copy, { recursive: true, verbatimSymlinks: true });
      if (!canReach(runner, copy, home)) continue;
      const reachable = path.join(home, 'postgres');
      if (reachable !== data) await moveData(data, reachable, link);
      return { native: copy, runner, data: reachable };
    } catch {
      // Not writable or too small; the next folder may do.
    }
  }
  throw new Error(
    `PostgreSQL doesn't run as root, and no other user can reach ${path.dirname(link)}. ` +
      'Put the project or DATA_DIR in a folder open to others (for example /srv/lll), start as a normal user, or set DATABASE_URL.',
  );
}

async function moveData(from: string, to: string, link: string): Promise<void> {
  if (await ownerOf(from)) {
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, preserveTimestamps: true });
    await rename(from, `${from}.before-move`);
  }
  await symlink(to, link);
}

/**
 * Changes the owner of data from an earlier start to the server's current user, never under a running server.
 */
async function adjustOwner({ data, runner }: ClusterPaths, pipe: string): Promise<void> {
  const owner = await ownerOf(data);
  if (owner === undefined) return;
  const wanted = runner.user ?? {
    uid: process.getuid?.() ?? owner.uid,
    gid: process.getgid?.() ?? owner.gid,
  };
  if (owner.uid === wanted.uid || (await isRunning({ data, pipe }))) return;
  const changed = isRoot() ? spawnSync('chown', ['-R', `${wanted.uid}:${wanted.gid}`, data]).status : 1;
  if (changed !== 0) {
    throw new Error(
      `DATA_DIR: ${data} belongs to user ${owner.uid}, who isn't the one that starts this (${wanted.uid}).`,
    );
  }
}

async function initialise({ data, native, runner }: ClusterPaths, durable: boolean): Promise<void> {
  const version = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) {
    if (version.trim() === VERSION) return;
    throw new Error(
      `DATA_DIR: ${data} was made by PostgreSQL ${version.trim()}, this is ${VERSION}. See docs/operations.md, "Upgrades".`,
    );
  }
  await sweepUnfinished(data);
  const initFolder = `${data}.init-${ownProcessId()}`;
  await mkdir(initFolder, { mode: 0o700 });
  try {
    if (runner.user) await chown(initFolder, runner.user.uid, runner.user.gid);
    await runInitdb(initFolder, native, runner, durable);
    await rename(initFolder, data);
  } catch (error) {
    await rm(initFolder, { recursive: true, force: true });
    // Another process initialised it first; its cluster is just as good.
    if (!(await ownerOf(path.join(data, 'PG_VERSION')))) throw error;
  }
}

async function runInitdb(folder: string, native: string, runner: Runner, durable: boolean): Promise<void> {
  const initdb = path.join(native, 'bin', 'initdb');
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--lc-ctype=C.UTF-8',
  ];
  const args = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '--no-instructions'];
  if (!durable) args.push('--no-sync');
  const [program = initdb, ...rest] = [...runner.prefix, initdb, ...args];
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
  try {
    await run(program, rest, { ...runner.user, cwd: '/', env });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`The embedded database couldn't be set up in ${folder}: ${output || String(error)}`, {
      cause: error,
    });
  }
}

/** Removes what starts left behind that were killed while setting up. */
async function sweepUnfinished(data: string): Promise<void> {
  const prefix = `${path.basename(data)}.init-`;
  for (const name of await readdir(path.dirname(data))) {
    if (!name.startsWith(prefix) || isProcessAlive(name.slice(prefix.length))) continue;
    await rm(path.join(path.dirname(data), name), { recursive: true, force: true });
  }
}

/** Below the data where the path is short enough for a socket, else below the folder for temporary files. */
async function makeSocketDir({ data, native, runner }: ClusterPaths): Promise<string> {
  const name = `lll-${shortHash(data)}`;
  const choices = [
    path.join(path.dirname(data), 'run'),
    path.join(os.tmpdir(), name),
    path.join('/tmp', name),
  ];
  for (const folder of choices) {
    if (Buffer.byteLength(path.join(folder, '.s.PGSQL.5432')) > MAX_SOCKET_PATH) continue;
    const usable = await claimFolder(folder, runner).catch(() => false);
    if (usable && canReach(runner, native, folder)) return folder;
  }
  throw new Error(`The embedded database found no folder for its socket among ${choices.join(', ')}.`);
}

/**
 * A 0700 folder of the server's user; false when it belongs to another user (anyone can create it in /tmp).
 */
async function claimFolder(folder: string, runner: Runner): Promise<boolean> {
  const createdFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const uid = runner.user?.uid ?? process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || (createdFolder === undefined && ![uid, process.getuid?.()].includes(found.uid)))
    return false;
  if (found.uid !== uid && runner.user) await chown(folder, runner.user.uid, runner.user.gid);
  return true;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
