import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { compareDigests, digestTables } from '#server/adapters/database/digest.ts';
import type { Media } from '#server/adapters/media/media.ts';
import { restoreBackup } from '#server/backups/archive.ts';
import { openDatabase } from '#server/app/database/database.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { listNamedFiles } from '#server/submissions/orphans.store.ts';
import { readFacts, type Facts } from './facts.ts';
import { mediaFolder } from './media-copy.ts';
import { backupFolder } from './folder.ts';
import { openSealedFile, sha256OfFile } from './sealed-files.ts';
import { changed, changedInBackup, missingInBackup, notInBackup, otherRows } from './failures.ts';

const HASHED_FILES = 20;
const MAX_NAMED = 1_000_000;

export interface Verification {
  rows: number;
  hashedFiles: number;
  /** The video that was decoded; null if there is none. */
  video: string | null;
}

/** Restores a backup into a cluster of its own, compares, and throws it away. Rejects with what isn't as it was. */
export async function verifyBackup(
  settings: Settings,
  media: Pick<Media, 'decode'>,
  name: string,
  random: () => number = Math.random,
): Promise<Verification> {
  const folder = backupFolder(settings);
  const facts = await readFacts(folder, name, settings.BACKUP_KEY);
  const archive = path.join(folder, facts.archive.file);
  if ((await sha256OfFile(archive)) !== facts.archive.sha256) throw changed(archive);
  const hashedFiles = await hashSome(folder, facts, random);
  // next to the site's own database, where its server can access it
  const tempDir = await mkdtemp(path.join(settings.DATA_DIR, '.verification-'));
  try {
    await chmod(tempDir, 0o755);
    const { rows, named } = await restoreAside(settings, facts, tempDir);
    const there = new Set(facts.media?.map(([file]) => file));
    const missing = facts.media && named.find((file) => !there.has(file));
    if (missing) throw notInBackup(missing);
    const videos = facts.media ? named.filter((file) => file.endsWith('.mp4')) : [];
    const video = videos[Math.floor(random() * videos.length)] ?? null;
    if (video !== null) await media.decode(await fileOf(settings, facts, video, tempDir));
    return { rows, hashedFiles, video };
  } finally {
    await rm(tempDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** All have to be there; some of them are read. */
async function hashSome(folder: string, facts: Facts, random: () => number): Promise<number> {
  const all = facts.media ?? [];
  const media = mediaFolder(folder, facts.sealed);
  for (const [file] of all)
    await stat(path.join(media, file)).catch((cause: unknown) => {
      throw missingInBackup(file, cause);
    });
  const chosen = all
    .map((entry) => ({ entry, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, HASHED_FILES);
  for (const {
    entry: [file, hash],
  } of chosen)
    if ((await sha256OfFile(path.join(media, file))) !== hash) throw changedInBackup(file);
  return chosen.length;
}

async function restoreAside(
  settings: Settings,
  facts: Facts,
  folder: string,
): Promise<{ rows: number; named: string[] }> {
  const file = await archiveOf(settings, facts, folder);
  await restoreBackup(
    { ...settings, DATA_DIR: folder, STORAGE_URL: null, DATABASE_URL: undefined },
    file,
    false,
  );
  const server = await openDatabaseServer({
    dataDir: folder,
    log: () => {},
    settings: { shared_buffers: '32MB', fsync: 'off', autovacuum: 'off' },
  });
  try {
    const found = await digestTables(server.connection(), facts.digest.horizon);
    const { different, rows } = compareDigests(facts.digest, found);
    if (different !== null) throw otherRows(different);
    const { db } = openDatabase(server.connection(), { max: 1 });
    const named = await listNamedFiles(db, MAX_NAMED).finally(() => db.destroy());
    return { rows, named };
  } finally {
    await server.stop();
  }
}

/** The archive as tar reads it. */
export async function archiveOf(
  { BACKUP_KEY, ...settings }: Settings,
  facts: Facts,
  folder: string,
): Promise<string> {
  const file = path.join(backupFolder({ ...settings, BACKUP_KEY }), facts.archive.file);
  if (!facts.sealed) return file;
  if (BACKUP_KEY === undefined) throw new Error('This backup is encrypted: set BACKUP_KEY.');
  const opened = path.join(folder, 'archive.tar.gz');
  await openSealedFile(file, opened, BACKUP_KEY);
  return opened;
}

async function fileOf(settings: Settings, facts: Facts, name: string, folder: string): Promise<string> {
  const file = path.join(mediaFolder(backupFolder(settings), facts.sealed), name);
  if (!facts.sealed || settings.BACKUP_KEY === undefined) return file;
  const opened = path.join(folder, 'clip.mp4');
  await openSealedFile(file, opened, settings.BACKUP_KEY);
  return opened;
}
