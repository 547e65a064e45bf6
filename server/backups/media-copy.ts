import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { EXPORTS_FOLDER } from '#server/adapters/storage/keys.ts';
import { sealFile, sha256OfFile } from './sealed-files.ts';

/** Where media lie in a backup folder: encrypted ones apart, so that a new key leaves nothing half in the open. */
export const mediaFolder = (folder: string, isSealed: boolean): string =>
  path.join(folder, isSealed ? 'media.sealed' : 'media');

/**
 * Brings what is new below `from` into the backup. A file never changes under its name, so what is there already is
 * left alone; on the same disk a second name costs no space. Gives every file with its hash in the backup.
 */
export async function copyMedia(
  from: string,
  folder: string,
  key: string | undefined,
  known: Map<string, string>,
): Promise<Map<string, string>> {
  const to = mediaFolder(folder, key !== undefined);
  const found = new Map<string, string>();
  for (const file of await listFiles(from)) {
    if (file.startsWith(`${EXPORTS_FOLDER}/`)) continue;
    const target = path.join(to, file);
    const hash = known.get(file) ?? (await copyOnce(path.join(from, file), target, key));
    if (hash !== null) found.set(file, hash);
  }
  return found;
}

/** Its hash; null when it was deleted meanwhile. */
async function copyOnce(source: string, target: string, key: string | undefined): Promise<string | null> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  // what a backup left half-done that was cut short
  await rm(target, { force: true });
  try {
    if (key !== undefined) await sealFile(source, target, key);
    else await link(source, target).catch(() => copyFile(source, target));
    return await sha256OfFile(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Paths below a folder; dotfiles are not media. */
export async function listFiles(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  for (const entry of entries) {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) files.push(...(await listFiles(folder, name)));
    else if (entry.isFile()) files.push(name);
  }
  return files;
}
