import { chmod, chown, mkdir, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { rejectInPlace, restoreDatabase } from '#server/adapters/database/restore.ts';
import { restoreBackup } from '#server/app/database/backup.ts';
import { openDatabase } from '#server/app/database/database.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { readFacts, type Facts } from './facts.ts';
import { backupFolder } from './folder.ts';
import { archiveOf } from './proof.ts';
import { openSealedFile, sha256OfFile } from './sealed-files.ts';
import { archiveWal, isArchiving } from './wal.actions.ts';
import {
  inWords,
  lineFolder,
  planMoment,
  readLines,
  readRanges,
  type Plan,
  type Segment,
} from './wal-files.ts';
import { SEGMENT_BYTES } from './wal.store.ts';

const timeOf = (time: number): string => new Date(time).toISOString();

/** A time as an owner writes it: ISO 8601, UTC where no zone is named. Throws a sentence. */
export function readMoment(text: string): number {
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|[+-]\d\d:?\d\d)?$/i.exec(
    text.trim(),
  );
  const time = iso ? Date.parse(`${iso[1]}T${iso[2]}${iso[3] ?? 'Z'}`) : Number.NaN;
  if (Number.isNaN(time))
    throw new Error(`Please write the time as 2026-11-22T14:30:00Z (UTC), not as ${JSON.stringify(text)}.`);
  return time;
}

/**
 * Puts the database in place as it was at a moment: the last nightly backup before it, and from the archive what was
 * committed until then. The site must not run. Gives the backup's facts, for the media.
 */
export async function restoreMoment(settings: Settings, at: number, replace: boolean): Promise<Facts> {
  if (settings.DATABASE_URL)
    throw new Error('An external database is brought back to a moment by its own tools.');
  await mkdir(settings.DATA_DIR, { recursive: true });
  await rejectInPlace(settings.DATA_DIR, replace);
  const folder = backupFolder(settings);
  if (!planMoment(await readLines(folder), at)) await catchUp(settings);
  const plan = planMoment(await readLines(folder), at);
  if (!plan) throw new Error(await outOfRange(folder, at));
  const wal = lineFolder(folder, plan.line);
  await verifySegments(wal, plan);
  const facts = await readFacts(folder, plan.base.name);
  const place = await mkdtemp(path.join(settings.DATA_DIR, '.restore-at-'));
  try {
    await chmod(place, 0o755);
    await rejectNoRoom(place, plan);
    await restoreBackup(
      { ...settings, DATA_DIR: place, STORAGE_URL: null },
      await archiveOf(settings, facts, place),
      false,
    );
    await recover(settings, { place, wal, segments: plan.segments }, at);
    await restoreDatabase({ dataDir: settings.DATA_DIR, from: path.join(place, 'postgres'), replace });
    return facts;
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** What a site that was stopped wrote in its last minute. A database that doesn't start any more is no reason to fail. */
async function catchUp(settings: Settings): Promise<void> {
  const isThere = await stat(path.join(settings.DATA_DIR, 'postgres')).catch(() => null);
  if (!isThere || !isArchiving(settings)) return;
  try {
    const server = await openDatabaseServer({ dataDir: settings.DATA_DIR, log: () => {} });
    const { db } = openDatabase(server.connection(), { max: 1 });
    await archiveWal(db, settings)
      .finally(() => db.destroy())
      .finally(() => server.stop());
  } catch {
    // the range that is told says how far it gets
  }
}

async function outOfRange(folder: string, at: number): Promise<string> {
  const ranges = await readRanges(folder);
  if (ranges.length === 0)
    return `There is nothing in ${folder} to restore a moment from: no nightly backup with an archive of what came after it.`;
  return `${timeOf(at)} can't be restored: it can be any moment from ${ranges.map(inWords).join(', or from ')}.`;
}

async function verifySegments(place: string, { base, segments }: Plan): Promise<void> {
  for (const { file, sha256, since } of segments)
    if ((await sha256OfFile(path.join(place, file))) !== sha256)
      throw new Error(
        `${path.join(place, file)} was changed. The archive gets until ${timeOf(Math.max(since, base.endedAt))}.`,
      );
}

async function rejectNoRoom(place: string, { segments }: Plan): Promise<void> {
  const { bavail, bsize } = await statfs(place);
  const needed = segments.length * SEGMENT_BYTES;
  if (bavail * bsize < needed)
    throw new Error(`${place} has too little room: ${Math.ceil(needed / 1e6)} MB beside the database.`);
}

/** Brings the backup in `place` forward, and ends the server that did. */
async function recover(
  settings: Settings,
  { place, wal, segments }: { place: string; wal: string; segments: Segment[] },
  at: number,
): Promise<void> {
  const data = path.join(place, 'postgres');
  const written = [];
  for (const segment of segments) {
    const target = path.join(data, 'pg_wal', segment.name);
    await unpack(settings, path.join(wal, segment.file), target, segment.sealed);
    written.push(target);
  }
  const signal = path.join(data, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  const { uid, gid } = await stat(data);
  for (const file of [...written, signal]) await chown(file, uid, gid);
  const server = await openDatabaseServer({
    dataDir: place,
    log: () => {},
    settings: {
      // all of it is in pg_wal already
      restore_command: 'false',
      // on its command line a server knows no Z yet
      recovery_target_time: timeOf(at).replace('Z', '+00'),
      recovery_target_timeline: 'current',
      recovery_target_action: 'promote',
      // so that the server answers once it is there, not before
      hot_standby: 'off',
    },
  });
  await server.stop();
}

/** As a segment has to be: filled up with zeros. */
async function unpack({ BACKUP_KEY }: Settings, from: string, to: string, sealed: boolean): Promise<void> {
  if (sealed && BACKUP_KEY === undefined) throw new Error('This archive is encrypted: set BACKUP_KEY.');
  const opened = sealed ? `${to}.opened` : from;
  try {
    if (sealed) await openSealedFile(from, opened, BACKUP_KEY ?? '');
    const target = createWriteStream(to, { mode: 0o600 });
    await pipeline(createReadStream(opened), createZstdDecompress(), target, { end: false });
    await new Promise<void>((resolve, reject) => {
      target.on('error', reject);
      target.end(Buffer.alloc(SEGMENT_BYTES - target.bytesWritten), resolve);
    });
  } finally {
    if (sealed) await rm(opened, { force: true });
  }
}
