import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, PIPE } from './postmaster.ts';
import { isProcessAlive } from './process-id.ts';

/** One file per process that uses the server, in DATA_DIR. */
export const LEASES = 'postgres.leases';
const POLL_MS = 50;
/**
 * After its last process a server stops on its own; the lease of one in another container is not visible
 * here.
 */
const ENDING_MS = 30_000;

/** Rejects with a sentence while a site uses the embedded database of this folder. */
export async function rejectRunning(dataDir: string): Promise<void> {
  const data = path.join(dataDir, 'postgres');
  const real = await realpath(data).catch(() => null);
  if (real === null) return;
  const files = { data: real, pipe: path.join(await realpath(dataDir), PIPE) };
  for (const deadline = Date.now() + ENDING_MS; await isRunning(files); await delay(POLL_MS))
    if ((await hasLeases(path.join(dataDir, LEASES))) || Date.now() > deadline)
      throw new Error(`The database in ${data} is running: stop the site first.`);
}

async function hasLeases(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => isProcessAlive(name.split('-')[0] ?? ''));
}
