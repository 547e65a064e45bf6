import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { diskMedia } from '#server/app/database/backup.ts';
import type { Db } from '#server/app/database/database.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { listNamedFiles, listUnnamed } from '#server/submissions/orphans.store.ts';
import { listBackups, readFacts, type Facts } from './facts.ts';
import { backupFolder } from './folder.ts';
import { mediaFolder } from './media-copy.ts';
import { openSealedFile, sha256OfFile } from './sealed-files.ts';

const MAX_NAMED = 1_000_000;
const AT_ONCE = 10_000;

/** Brings back the files that are not there, each compared with its hash. False where the media are kept elsewhere. */
export async function restoreMedia(settings: Settings, facts: Facts): Promise<boolean> {
  const to = diskMedia(settings);
  if (to === null || facts.media === null) return false;
  for (const [file, hash] of facts.media)
    if (!(await isThere(path.join(to, file))))
      await restoreFile(settings, to, { file, hash, sealed: facts.sealed });
  return true;
}

/**
 * The same for a moment between two backups: of the later ones what the database names. Gives what it names and nobody
 * has any more; null where the media are kept elsewhere.
 */
export async function restoreNamedMedia(settings: Settings, facts: Facts, db: Db): Promise<string[] | null> {
  const to = diskMedia(settings);
  if (to === null || !(await restoreMedia(settings, facts))) return null;
  const folder = backupFolder(settings);
  for (const name of await listBackups(folder)) {
    const other = await readFacts(folder, name).catch(() => null);
    if (!other?.media || other.createdAt <= facts.createdAt) continue;
    const missing: [string, string][] = [];
    for (const entry of other.media) if (!(await isThere(path.join(to, entry[0])))) missing.push(entry);
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const some = missing.slice(from, from + AT_ONCE);
      const unnamed = new Set(
        await listUnnamed(
          db,
          some.map(([file]) => file),
        ),
      );
      for (const [file, hash] of some)
        if (!unnamed.has(file)) await restoreFile(settings, to, { file, hash, sealed: other.sealed });
    }
  }
  const lost: string[] = [];
  for (const file of await listNamedFiles(db, MAX_NAMED))
    if (!(await isThere(path.join(to, file)))) lost.push(file);
  return lost;
}

async function restoreFile(
  settings: Settings,
  to: string,
  { file, hash, sealed }: { file: string; hash: string; sealed: boolean },
): Promise<void> {
  const target = path.join(to, file);
  const source = path.join(mediaFolder(backupFolder(settings), sealed), file);
  if ((await sha256OfFile(source)) !== hash) throw new Error(`${source} was changed.`);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o750 });
  const partial = `${target}.restoring`;
  await rm(partial, { force: true });
  if (sealed) await openSealedFile(source, partial, settings.BACKUP_KEY ?? '');
  else await copyFile(source, partial);
  await rename(partial, target);
}

const isThere = async (file: string): Promise<boolean> => (await stat(file).catch(() => null)) !== null;
