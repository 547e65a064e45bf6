import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#server/app/start/settings.ts';

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Settings): string =>
  BACKUP_DIR ?? path.join(DATA_DIR, 'backups');

/** Makes the folder of the backups, for its owner alone. */
export async function makeBackupFolder(settings: Settings): Promise<string> {
  const folder = backupFolder(settings);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}
