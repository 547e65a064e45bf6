import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'lll-run-';
const MIN_SPACE = 4 * 1024 ** 3;
/** What the tests themselves need stays free beside it. */
const MIN_MEMORY = 6 * 1024 ** 3;

/**
 * A folder in memory for what a run of tests writes, where there is room for one, or else null. Each of their databases
 * is 700 small files, and on a disk making those takes longer than everything else of a site's start.
 */
export function makeScratch(): string | null {
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MIN_SPACE || process.availableMemory() < MIN_MEMORY || !mayExecute()) return null;
    const folder = join(MEMORY, PREFIX + process.pid);
    mkdirSync(folder);
    // the databases run as a user of their own
    chmodSync(folder, 0o755);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  } catch {
    return null;
  }
}

/** Containers often forbid it there, and tests put programs of their own into folders. */
function mayExecute(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .findLast((line) => line.split(' ')[1] === MEMORY);
  return mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec');
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
