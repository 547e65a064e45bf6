import { readFile, readlink, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const UNWRITTEN_MS = 5_000;

/** What `postmaster.pid` of a running server says. */
export interface Postmaster {
  readonly pid: number;
  /** Empty until the server listens. */
  readonly socketDir: string;
}

/**
 * The server that runs on a data folder, or null. A `postmaster.pid` that a crash left behind is removed when
 * its number belongs to a stranger by now (PostgreSQL itself would refuse to start then).
 */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const lines = await readLockFile(path.join(data, 'postmaster.pid'), data);
  return lines && { pid: Number(lines[0]), socketDir: lines[4] ?? '' };
}

/** The same for the lock beside the socket, which keeps a server from starting just as well. */
export async function removeStaleSocketLock(data: string, socketDir: string): Promise<void> {
  await readLockFile(path.join(socketDir, '.s.PGSQL.5432.lock'), data);
}

/** The lines of a lock file of the server that runs on `data`; one that a crash left behind is removed: null. */
async function readLockFile(file: string, data: string): Promise<string[] | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (Number.isInteger(pid) && pid > 0) {
    if (await runsIn(pid, data)) return lines;
  } else if (await isFresh(file)) {
    return null;
  }
  if ((await readFile(file, 'utf8').catch(() => null)) === text) await rm(file, { force: true });
  return null;
}

/** A server that starts has made its file and not written it yet; one that stays empty was cut off by a crash. */
async function isFresh(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Math.abs(Date.now() - found.mtimeMs) < UNWRITTEN_MS;
}

export async function isRunning(data: string): Promise<boolean> {
  return (await findPostmaster(data)) !== null;
}

/** A server's working folder is its data folder, which tells it from any other process with its number. */
export async function runsIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
