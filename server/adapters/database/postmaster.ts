import { readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';

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
  const file = path.join(data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (await runsIn(pid, data)) return { pid, socketDir: lines[4] ?? '' };
  if ((await readFile(file, 'utf8').catch(() => '')) === text) await rm(file, { force: true });
  return null;
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
