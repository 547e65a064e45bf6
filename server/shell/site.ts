import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withoutSecrets } from '#server/app/start/banner.ts';
import type { Settings } from '#server/app/start/settings.ts';

/** The site that a command acts on, for its first line of output. */
export function describeSite({ DATABASE_URL, DATA_DIR, PUBLIC_URL }: Settings): string {
  const location = DATABASE_URL ? `the database ${withoutSecrets(DATABASE_URL)}` : DATA_DIR;
  return `Site ${PUBLIC_URL} in ${location}`;
}

/**
 * Throws where a command would have to create a database: it was called with another site's settings, or with
 * none.
 */
export function rejectMissingSite({ DATABASE_URL, DATA_DIR, fixed }: Settings): void {
  if (DATABASE_URL || existsSync(path.join(DATA_DIR, 'postgres'))) return;
  throw new Error(
    `There is no site in ${DATA_DIR}${fixed.has('DATA_DIR') ? '' : ', and DATA_DIR is not set'}. ` +
      'Run the command with the settings of the service: with lll-admin under systemd, with `docker compose exec` in a container (docs/operations.md).',
  );
}

/**
 * Root switches to the owner of the site's folder: files that a command creates must be readable to the
 * service. Does nothing where the folder is root's own, or doesn't exist yet.
 */
export function becomeOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

const nameOfUser = (): string => {
  try {
    return os.userInfo().username;
  } catch {
    return `User ${process.getuid?.()}`;
  }
};

const FILE_FAULTS: Record<string, (file: string) => string> = {
  ENOENT: (file) => `There is no ${file}.`,
  ENOTDIR: (file) => `${file} is below a file, not in a folder.`,
  EEXIST: (file) => `${file} already exists and isn't a folder.`,
  EISDIR: (file) => `${file} is a folder.`,
  EACCES: (file) => `${nameOfUser()} has no permission for ${file}.`,
  EPERM: (file) => `${nameOfUser()} has no permission for ${file}.`,
  EROFS: (file) => `${file} is on a read-only disk.`,
  ENOSPC: (file) => `The disk of ${file} is full.`,
};

/** What went wrong, as a sentence for the owner. */
export function explainFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path: file = 'What you named' } = error as NodeJS.ErrnoException;
  return FILE_FAULTS[code]?.(file) ?? error.message;
}
