import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Db } from '#server/app/database/database.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { backupFolder, makeBackupFolder } from './folder.ts';
import { sealFile, sha256OfFile } from './sealed-files.ts';
import {
  endOf,
  inWords,
  lineFolder,
  newestLine,
  pruneWal,
  readLine,
  readLines,
  readRanges,
  segmentFile,
  segmentName,
  segmentNumber,
  type Segment,
} from './wal-files.ts';
import {
  advanceWalSlot,
  createWalSlot,
  dropWalSlot,
  markWal,
  readWalSlot,
  SEGMENT_BYTES,
  type WalPosition,
  type WalSlot,
} from './wal.store.ts';

/** What the database keeps for an archive that takes nothing; beyond it the archive has a gap and the site goes on. */
const MAX_WAITING_BYTES = 1024 ** 3;
const TEMPORARY = '.new-';

/** The archive has a gap now. */
export class WalGapError extends Error {}

/**
 * Brings the archive of WAL up to now, in the line whose name it gives. Rejects when it can't; with WalGapError once too
 * much was waiting, which has been let go then: the archive must neither fill the database's disk nor stop the site.
 */
export async function archiveWal(db: Db, settings: Settings): Promise<string | null> {
  const slot = await readWalSlot(db);
  if (!isArchiving(settings)) {
    if (slot) await dropWalSlot(db, slot.line);
    return null;
  }
  if (slot?.valid === false) {
    await dropWalSlot(db, slot.line);
    throw new WalGapError('the database kept no more of it, since nothing was archived for long');
  }
  const current = slot ?? (await beginLine(db, settings));
  const position = await markWal(db);
  try {
    await copyNew(settings, current, position);
    await advanceWalSlot(db, current.line, numberOf(position));
    return current.line;
  } catch (error) {
    const waiting = position.flushed - current.restart;
    if (waiting < MAX_WAITING_BYTES && (await hasRoom(position.data, settings))) throw error;
    await dropWalSlot(db, current.line);
    const reason = error instanceof Error ? error.message : String(error);
    throw new WalGapError(`${Math.round(waiting / 1e6)} MB of it waited and were let go (${reason})`, {
      cause: error,
    });
  }
}

/** Not where it would be given up at once: that is told once, not every minute. */
async function beginLine(db: Db, settings: Settings): Promise<WalSlot> {
  for (const folder of [await makeBackupFolder(settings), settings.DATA_DIR])
    if (!(await hasRoom(folder, settings))) throw new NoRoomError(folder);
  await createWalSlot(db, randomBytes(6).toString('hex'));
  const slot = await readWalSlot(db);
  if (!slot) throw new Error('The database keeps no WAL for the archive.');
  return slot;
}

class NoRoomError extends Error {
  constructor(folder: string) {
    super(`The disk of ${folder} has less than MIN_FREE_DISK_BYTES left.`);
  }
}

export const isArchiving = ({ BACKUP, BACKUP_WAL_BYTES }: Settings): boolean =>
  BACKUP && BACKUP_WAL_BYTES > 0;

/** What the archive is good for: ranges in words, when it was brought up to now last, whether it leads on from a backup. */
export async function lookAtArchive(
  settings: Settings,
): Promise<{ ranges: string[]; archivedAt: number; hasBase: boolean }> {
  const folder = backupFolder(settings);
  const current = newestLine(await readLines(folder));
  return {
    ranges: (await readRanges(folder)).map(inWords),
    archivedAt: current ? endOf(current) : 0,
    hasBase: current !== null && current.bases.length > 0,
  };
}

const numberOf = ({ flushed }: WalPosition): number => Math.floor(flushed / SEGMENT_BYTES);

async function copyNew(settings: Settings, slot: WalSlot, position: WalPosition): Promise<void> {
  const folder = backupFolder(settings);
  const place = lineFolder(folder, slot.line);
  await mkdir(place, { recursive: true, mode: 0o700 });
  if (!(await hasRoom(place, settings))) throw new NoRoomError(folder);
  const { segments } = await readLine(folder, slot.line);
  const newest = [...segments.values()].reduce<Segment | null>(
    (last, each) => (last && last.name > each.name ? last : each),
    null,
  );
  const last = numberOf(position);
  const known = newest?.until ?? position.at;
  const firstMissing = newest ? segmentNumber(newest.name) + (newest.partial ? 0 : 1) : 0;
  const first = Math.max(firstMissing, Math.floor(slot.restart / SEGMENT_BYTES));
  for (let number = first; number <= last; number += 1) {
    const name = segmentName(position.timeline, number);
    const earlier = segments.get(name);
    const bytes = number < last ? SEGMENT_BYTES : position.flushed % SEGMENT_BYTES;
    if (bytes === 0) continue;
    await copySegment(settings, place, path.join(position.data, 'pg_wal', name), {
      name,
      since: earlier?.since ?? known,
      until: number < last ? known : position.at,
      partial: number === last,
      bytes,
    });
  }
  await removeEarlier(place, position.at);
  await pruneWal(folder, { maxBytes: settings.BACKUP_WAL_BYTES });
}

async function copySegment(
  { BACKUP_KEY }: Settings,
  place: string,
  from: string,
  { bytes, ...facts }: Pick<Segment, 'name' | 'since' | 'until' | 'partial'> & { bytes: number },
): Promise<void> {
  const plain = path.join(place, `${TEMPORARY}${randomBytes(6).toString('hex')}`);
  const sealed = BACKUP_KEY !== undefined;
  const done = sealed ? `${plain}.sealed` : plain;
  try {
    await pipeline(
      createReadStream(from, { end: bytes - 1, highWaterMark: 1 << 20 }),
      createZstdCompress(),
      createWriteStream(plain, { mode: 0o600 }),
    );
    if (BACKUP_KEY !== undefined) await sealFile(plain, done, BACKUP_KEY);
    const handle = await open(done, 'r+');
    await handle.sync().finally(() => handle.close());
    const sha256 = await sha256OfFile(done);
    await rename(done, path.join(place, segmentFile({ ...facts, sha256, sealed })));
  } finally {
    for (const file of [plain, done]) await rm(file, { force: true });
  }
}

/** What a later copy of the same segment replaced, and what a killed run left behind. */
async function removeEarlier(place: string, at: number): Promise<void> {
  for (const name of await readdir(place)) {
    const file = path.join(place, name);
    const [, until] = /^[0-9A-F]{24}\.part\.\d+-(\d+)\./.exec(name) ?? [];
    const isEarlier = until !== undefined && Number(until) < at;
    if (isEarlier || (name.startsWith(TEMPORARY) && (await isOld(file)))) await rm(file, { force: true });
  }
}

async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > 3600 * 1000;
}

async function hasRoom(folder: string, { MIN_FREE_DISK_BYTES }: Settings): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_FREE_DISK_BYTES;
}
