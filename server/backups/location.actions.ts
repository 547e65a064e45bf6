import { mkdir, mkdtemp, readdir, realpath, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Message, msg } from '#contract/text/message.ts';
import { connectionFault } from '#server/adapters/connection-faults.ts';
import { diskPath } from '#server/adapters/storage/open.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { probeBucket } from './backups.actions.ts';
import { makeBackupFolder } from './folder.ts';

type Sentence = string | Message;

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** What backups leave there, and what a disk of its own has in its root. */
const OURS = /^(lll-|media|\.making-|\.restoring-|\.probe-|lost\+found$)/;

/** Makes the folder and tries it. A sentence for the owner where no backups can go there, else null. */
export async function faultOfBackupFolder(settings: Settings, folder: string): Promise<Sentence | null> {
  const taken = takenFolders(settings);
  try {
    if (meets(folder, taken)) return APART;
    // one level only: in /proc recursive mkdir never returns
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    // it may be a link
    const real = await realpath(folder);
    if (meets(real, await Promise.all(taken.map((each) => realpath(each).catch(() => each))))) return APART;
    if ((await readdir(real)).some((name) => !OURS.test(name)))
      return msg`${folder} isn't empty. Please choose an empty folder.`;
    await rmdir(await mkdtemp(path.join(real, '.probe-')));
    return null;
  } catch (error) {
    return explain(folder, error);
  }
}

/** Tests the current location; the message for the owner. Rejects with the reason if it fails. */
export async function testBackupBucket(settings: Settings): Promise<Message> {
  const folder = await makeBackupFolder(settings);
  if (settings.BACKUP_S3_URL === undefined) return msg`${folder} is writable.`;
  await probeBucket(settings);
  return msg`${folder} and the bucket are writable.`;
}

const APART = msg('Please choose a folder outside the site’s own files.');

/** Where backups would be served, swept away, or taken for something else. */
const takenFolders = ({ DATA_DIR, STORAGE_URL }: Settings): string[] => [
  DATA_DIR,
  PROJECT,
  ...(STORAGE_URL?.startsWith('file:') ? [path.resolve(diskPath(STORAGE_URL))] : []),
];

const isWithin = (folder: string, other: string): boolean =>
  !path.relative(other, folder).startsWith('..') && !path.isAbsolute(path.relative(other, folder));

const meets = (folder: string, others: string[]): boolean =>
  others.some((other) => isWithin(path.resolve(folder), other) || isWithin(other, path.resolve(folder)));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function explain(folder: string, error: unknown): Sentence {
  const code = codeOf(error);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return msg`The site can't write to ${folder}. Give the service user access; with systemd, also add it to ReadWritePaths (docs/public-site.md).`;
  if (code === 'ENOTDIR') return msg`${folder} isn't a folder.`;
  if (code === 'ENOENT')
    return msg`${path.dirname(folder)} doesn't exist. Please create it, or mount the disk there.`;
  return connectionFault(error) ?? msg`The site can't write to ${folder}: ${code || String(error)}.`;
}
