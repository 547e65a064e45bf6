import { statfsSync } from 'node:fs';
import type { Settings } from '../start/settings.ts';
import type { Log } from './log.ts';

export interface Disk {
  folder: string;
  freeBytes: number;
  totalBytes: number;
}

/** PostgreSQL stops where it finds no room for another of its 16 MiB files; a write of anybody's may be a few of them. */
const FULL_BYTES = 48 * 2 ** 20;
const LOOK_MS = 15_000;

/** The free space there; null where the folder is gone. */
export function readDisk(folder: string): Disk | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

export const isFull = (disk: Disk | null): boolean => disk !== null && disk.freeBytes < FULL_BYTES;

export const fullDisk = ({ folder, freeBytes }: Disk): string =>
  `The disk of ${folder} is full (${Math.floor(freeBytes / 2 ** 20)} MiB free): nothing can be saved. Delete what is not needed there, or move to a larger disk.`;

/** Logs when uploads are rejected for lack of space, when the disk is full, and when it has recovered. */
export function watchDisk(
  { DATA_DIR, LIMITS }: Pick<Settings, 'DATA_DIR' | 'LIMITS'>,
  log: Log,
  signal: AbortSignal,
  read: () => Disk | null = () => readDisk(DATA_DIR),
): void {
  let state: 'fine' | 'low' | 'full' = 'fine';
  const look = (): void => {
    const disk = read();
    if (!disk) return;
    const now = isFull(disk) ? 'full' : disk.freeBytes < LIMITS.freeDisk ? 'low' : 'fine';
    if (now === state) return;
    state = now;
    const fields = { folder: DATA_DIR, freeBytes: disk.freeBytes };
    if (now === 'full') log.error(fullDisk(disk), fields);
    else if (now === 'low')
      log.warn(
        `The disk of ${DATA_DIR} is nearly full: uploads are rejected below LIMITS, freeDisk.`,
        fields,
      );
    else log.info(`The disk of ${DATA_DIR} has room again.`, fields);
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
