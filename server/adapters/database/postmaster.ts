import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { readFile, readlink, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { isEnding } from './process-id.ts';

/** The pipe's name in DATA_DIR. */
export const PIPE = 'postgres.pipe';

const UNWRITTEN_MS = 5_000;
const SOCKET = '.s.PGSQL.5432';

/** The contents of a running server's `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  /** Empty until the server listens. */
  readonly socketDir: string;
  /**
   * It runs in another container (PID namespace): its process id means nothing here, and we can't supervise
   * it.
   */
  readonly isForeign: boolean;
}

/** Where a server's files are; see Cluster. */
export interface ServerFiles {
  readonly data: string;
  readonly pipe: string;
}

/**
 * The server that runs on a data folder, or null. A `postmaster.pid` that a crash left behind is removed when
 * its number belongs to a stranger by now (PostgreSQL itself would refuse to start then).
 */
export async function findPostmaster(files: ServerFiles): Promise<Postmaster | null> {
  const lock = await readLockFile(path.join(files.data, 'postmaster.pid'), files);
  return lock && { pid: lock.pid, socketDir: lock.lines[4] ?? '', isForeign: lock.isForeign };
}

/** The same for the lock beside the socket, which also prevents a server from starting. */
export async function removeStaleSocketLock(files: ServerFiles, socketDir: string): Promise<void> {
  await readLockFile(path.join(socketDir, `${SOCKET}.lock`), files);
}

/** The lock file of the server that runs on `data`; one that a crash left behind is removed: null. */
async function readLockFile(file: string, { data, pipe }: ServerFiles) {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (Number.isInteger(pid) && pid > 0) {
    if (await runsIn(pid, data)) return { pid, lines, isForeign: false };
    if (isSupervised(pipe) || (await accepts(lines[4]))) return { pid, lines, isForeign: true };
  } else if (await isRecent(file)) {
    return null;
  }
  if ((await readFile(file, 'utf8').catch(() => null)) === text) await rm(file, { force: true });
  return null;
}

/**
 * Whether a process has the read end of the pipe open, as every server's supervisor does, in any container:
 * the kernel closes it however a process dies.
 */
export function isSupervised(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

/** Whether a server listens on the socket in this folder: one whose supervisor was killed. */
async function accepts(socketDir = ''): Promise<boolean> {
  if (socketDir === '') return false;
  const socket = connect(path.join(socketDir, SOCKET));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A starting server creates its file before writing it; one that stays empty was cut off by a crash. */
async function isRecent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Math.abs(Date.now() - found.mtimeMs) < UNWRITTEN_MS;
}

export async function isRunning(files: ServerFiles): Promise<boolean> {
  return (await findPostmaster(files)) !== null;
}

/**
 * A server's working directory is its data folder, which distinguishes it from another process with the same
 * id.
 */
export async function runsIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return worksIn(pid, data);
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function worksIn(pid: number, data: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === data;
  } catch (error) {
    // root without CAP_SYS_PTRACE, as in containers, sees of another user's process only how it was called
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EACCES') return false;
    const call = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    if (call !== '') return call !== null && call.split('\0').includes(data);
    return isEnding(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
  }
}
