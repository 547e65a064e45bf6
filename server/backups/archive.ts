import { MessageError, verbatim, type StoredMessage } from '#contract/text/message.ts';
import { execFile } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { BackupReader } from '#server/adapters/database/backup.ts';
import { openDatabaseServer, type DatabaseServer } from '#server/adapters/database/database.ts';
import { restoreDatabase } from '#server/adapters/database/restore.ts';
import { diskPath } from '#server/adapters/storage/open.ts';
import { EXPORTS_FOLDER } from '#server/adapters/storage/keys.ts';
import { linkTree } from './media-snapshot.ts';
import { describeTooOld } from '#server/app/database/baseline.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { tarFailed } from './failures.ts';

const run = promisify(execFile);
/** 2 since 0.3.0; 1 has a database that no release opens any more. */
const Manifest = z.object({
  format: z.literal(2),
  database: z.enum(['embedded', 'external']),
  media: z.boolean(),
  createdAt: z.string(),
});
type Manifest = z.infer<typeof Manifest>;
const Former = z.object({ format: z.literal(1) });

/** What the owner asked for can't be done; the message is for the console. */
export class BackupError extends MessageError {
  constructor(why: string | StoredMessage, options?: ErrorOptions) {
    super(typeof why === 'string' ? verbatim(why) : why, options);
  }
}

/**
 * Writes database and media (those on disk) to one tar file, while the site runs. `.gz` or `.zst` at its end
 * compresses it. Bytes written.
 */
export async function makeBackup(
  settings: Settings,
  file: string,
  { media: withMedia = true }: { media?: boolean } = {},
): Promise<{ bytes: number; media: boolean }> {
  const target = path.resolve(file);
  if (await exists(target)) throw new BackupError(`${target} exists already.`);
  // a disk that isn't mounted has no folder either, and its backup would go to the wrong one
  if (!(await exists(path.dirname(target))))
    throw new BackupError(`There is no folder ${path.dirname(target)}: make it, or mount its disk, first.`);
  const staging = await mkdtemp(path.join(path.dirname(target), '.lll-backup-'));
  let snapshot: string | null = null;
  try {
    const mediaFolder = withMedia ? diskMedia(settings) : null;
    const media = mediaFolder !== null && (await exists(mediaFolder));
    if (media) snapshot = await mkdtemp(path.join(path.dirname(mediaFolder), '.backup-'));
    // before and after the database, so that every file it references is included, though some may be created or
    // deleted meanwhile
    if (snapshot && mediaFolder) await linkTree(mediaFolder, snapshot);
    const partial = path.join(staging, path.basename(target));
    await withDatabase(settings, (server) =>
      server.read && target.endsWith('.tar')
        ? server.read(archiveFiles(staging, partial))
        : server.backup(path.join(staging, 'database')),
    );
    // what a database needs is in the archive already where it could be read in place
    const [add, rest] = (await exists(partial)) ? ['-r', []] : ['-ca', ['database']];
    if (snapshot && mediaFolder) await linkTree(mediaFolder, snapshot);
    const manifest: Manifest = {
      format: 2,
      database: settings.DATABASE_URL ? 'external' : 'embedded',
      media,
      createdAt: new Date().toISOString(),
    };
    await writeFile(path.join(staging, 'manifest.json'), JSON.stringify(manifest));
    if (snapshot) await symlink(path.resolve(snapshot), path.join(staging, 'media'));
    // -a: compressed by the file's ending; -h: the media themselves, not the link
    await tar([
      add,
      '-h',
      `--exclude=media/${EXPORTS_FOLDER}`,
      '-f',
      partial,
      '-C',
      staging,
      'manifest.json',
      ...rest,
      ...(media ? ['media'] : []),
    ]);
    // it contains everyone's addresses and sessions
    await chmod(partial, 0o600);
    await rename(partial, target);
    return { bytes: (await stat(target)).size, media };
  } finally {
    if (snapshot) await rm(snapshot, { recursive: true, force: true });
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * The database's files straight into the archive: a copy first would cost a second reading and writing of all of them.
 * What compresses can't be added to later, and has to wait for the end anyway.
 */
function archiveFiles(staging: string, file: string): BackupReader {
  return {
    async files(data, without) {
      await symlink(data, path.join(staging, 'database'));
      const excluded = without.map((name) => `--exclude=database/${name}`);
      await tar(['-c', '-h', ...excluded, '-f', file, '-C', staging, 'database']);
    },
    async end(_, wal, label) {
      const added = path.join(staging, 'end');
      await mkdir(path.join(added, 'database'), { recursive: true });
      await writeFile(path.join(added, 'database/backup_label'), label, { mode: 0o600 });
      const names = wal.map((name) => `database/pg_wal/${name}`);
      await tar(['-r', '-h', '-f', file, '-C', staging, ...names, '-C', added, 'database/backup_label']);
    },
  };
}

const EXTERNAL_MS = 10_000;

async function withDatabase<T>(settings: Settings, work: (server: DatabaseServer) => Promise<T>): Promise<T> {
  const server = await openDatabaseServer({
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    log: () => {},
    // one that runs answers sooner
    ...(settings.DATABASE_URL !== undefined && { signal: AbortSignal.timeout(EXTERNAL_MS) }),
  });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/**
 * Puts a backup in the place of what is there. Without `replace` nothing may be there; with it the old database
 * and media stay beside the new ones, as `….before-restore`. The site must not run.
 */
export async function restoreBackup(
  settings: Settings,
  file: string,
  replace: boolean,
): Promise<{ createdAt: string; media: boolean }> {
  await mkdir(settings.DATA_DIR, { recursive: true });
  const staging = await mkdtemp(path.join(settings.DATA_DIR, '.restore-'));
  try {
    // user ids of the source machine may belong to someone else here
    await tar(['-x', '--no-same-owner', '-f', path.resolve(file), '-C', staging]);
    await rejectLinks(staging);
    const manifest = await readManifest(staging, file);
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings;
    if ((databaseUrl === undefined) !== (manifest.database === 'embedded')) {
      throw new BackupError(
        manifest.database === 'embedded'
          ? 'This backup is of an embedded database: restore it without DATABASE_URL.'
          : 'This backup is of an external database: set DATABASE_URL to restore it.',
      );
    }
    const mediaFolder = diskMedia(settings);
    if (manifest.media && mediaFolder && !replace && (await exists(mediaFolder))) {
      throw new BackupError(`There are media in ${mediaFolder} already; --replace puts them aside.`);
    }
    await restoreDatabase({ databaseUrl, dataDir, from: path.join(staging, 'database'), replace });
    if (manifest.media && mediaFolder) await moveIntoPlace(path.join(staging, 'media'), mediaFolder);
    return { createdAt: manifest.createdAt, media: manifest.media };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** An archive of ours holds files and folders alone; a link would lead elsewhere. */
async function rejectLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isFile() && !entry.isDirectory())
      throw new BackupError(
        `${path.join(entry.parentPath, entry.name)} is no plain file: this is no backup of a site.`,
      );
}

async function readManifest(folder: string, file: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => '{}');
  const manifest: unknown = JSON.parse(text);
  if (Former.safeParse(manifest).success) throw new BackupError(describeTooOld(`The backup ${file}`));
  const read = Manifest.safeParse(manifest);
  if (!read.success) throw new BackupError(`${file} is no backup of this site.`);
  return read.data;
}

async function moveIntoPlace(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  if (await exists(to)) {
    await rm(`${to}.before-restore`, { recursive: true, force: true });
    await rename(to, `${to}.before-restore`);
  }
  await rename(from, to);
}

/** The media folder; null if media are stored elsewhere. */
export function diskMedia({ STORAGE_URL, DATA_DIR }: Settings): string | null {
  if (STORAGE_URL === null) return path.join(DATA_DIR, 'media');
  if (!STORAGE_URL.startsWith('file:')) return null;
  return path.resolve(diskPath(STORAGE_URL));
}

/** A file that goes away while it is read (exit code 1) is one that was deleted on purpose. */
async function tar(args: string[]): Promise<void> {
  try {
    await run('tar', args, { maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const failed = error as Error & { code?: number | string; stderr?: string };
    if (failed.code === 1 && args[0] !== '-x') return;
    const failure =
      failed.code === 'ENOENT' ? null : ((failed.stderr ?? failed.message).trim().split('\n')[0] ?? '');
    throw new BackupError(tarFailed(failure, args[0] === '-x' ? args[3] : undefined), { cause: error });
  }
}

function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
