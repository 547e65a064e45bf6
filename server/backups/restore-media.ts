import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { diskMedia } from '#server/backups/archive.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { Facts } from './facts.ts';
import { backupFolder } from './folder.ts';
import { mediaFolder } from './media-copy.ts';
import { openSealedFile, sha256OfFile } from './sealed-files.ts';

/** Restores missing files and compares each with its hash. False if media are stored elsewhere. */
export async function restoreMedia(settings: Settings, facts: Facts): Promise<boolean> {
  const to = diskMedia(settings);
  if (to === null || facts.media === null) return false;
  for (const [file, hash] of facts.media)
    if (!(await isThere(path.join(to, file))))
      await restoreFile(settings, to, { file, hash, sealed: facts.sealed });
  return true;
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
