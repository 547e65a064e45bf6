import type { Dirent } from 'node:fs';
import { constants, copyFile, mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

const AT_ONCE = 16;

/** Consumes the files of a running server. */
export interface BackupReader {
  /** The data folder except these: relative files and folders; `/*` excludes a folder's contents. */
  files(data: string, without: string[]): Promise<void>;
  /** The WAL written during the backup, as names in `pg_wal`, and the contents of `backup_label`. */
  end(data: string, wal: string[], label: string): Promise<void>;
}

/**
 * Reads a running server's files (pg_backup_start, the files, pg_backup_stop; last the WAL written in
 * between). The result is a data folder that a server can start on. Source:
 * postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function readRunningServer(
  config: pg.ClientConfig,
  data: string,
  reader: BackupReader,
): Promise<void> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    // retains the WAL that the copy needs, until this connection ends
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `backup_${crypto.randomUUID().replaceAll('-', '')}`,
    ]);
    await client.query("select pg_backup_start('copy', true)");
    const folders = [...LEFT_OUT].filter((name) => name.startsWith('pg_'));
    const files = [...LEFT_OUT].filter((name) => !name.startsWith('pg_'));
    await reader.files(data, [...files, ...[...folders, 'pg_wal'].map((name) => `${name}/*`)]);
    const { rows } = await client.query<{ label: string; segment: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as segment
       from pg_backup_stop(false)`,
    );
    const [stopped] = rows;
    if (!stopped) throw new Error('The database did not tell where the backup ends.');
    const { label, segment } = stopped;
    await reader.end(data, await listWal(path.join(data, 'pg_wal'), label, segment), label);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Copies a running server into a folder that doesn't exist yet. */
export async function copyRunningServer(
  config: pg.ClientConfig,
  data: string,
  target: string,
): Promise<void> {
  await mkdir(target, { recursive: false, mode: 0o700 });
  try {
    await readRunningServer(config, data, {
      files: () => copyFiles(data, target),
      async end(_, wal, label) {
        await mkdir(path.join(target, 'pg_wal'), { mode: 0o700 });
        for (const name of wal)
          await copyFile(path.join(data, 'pg_wal', name), path.join(target, 'pg_wal', name));
        await writeFile(path.join(target, 'backup_label'), label, { mode: 0o600 });
      },
    });
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/**
 * From the file named in the label to the last one; older ones may be removed, and later ones are not written
 * yet.
 */
async function listWal(folder: string, label: string, last: string): Promise<string[]> {
  const [, first = ''] = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  const isNeeded = (name: string) =>
    name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  return (await readdir(folder)).filter(isNeeded);
}

async function copyFiles(data: string, target: string): Promise<void> {
  for (const name of LEFT_OUT) {
    if (name.startsWith('pg_')) await mkdir(path.join(target, name), { mode: 0o700 });
  }
  const entries = await readdir(data, { withFileTypes: true });
  await copyEntries(
    entries.filter(({ name }) => !LEFT_OUT.has(name) && name !== 'pg_wal'),
    data,
    target,
  );
}

/** Some at a time: a database has two thousand files, most of them small. All have ended when one failed. */
async function copyEntries(entries: Dirent[], from: string, to: string): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE);
    const copied = await Promise.allSettled(
      some.map((entry) => copyEntry(entry, path.join(from, entry.name), path.join(to, entry.name))),
    );
    for (const each of copied) if (each.status === 'rejected') throw each.reason;
  }
}

/** Files that disappear during the copy (a dropped table, a rename) are restored by the WAL. */
async function copyEntry(entry: Dirent, from: string, to: string): Promise<void> {
  try {
    if (entry.isSymbolicLink()) return await symlink(await readlink(from), to);
    // a file system that can shares the bytes until they change
    if (!entry.isDirectory()) return await copyFile(from, to, constants.COPYFILE_FICLONE);
    const entries = await readdir(from, { withFileTypes: true });
    await mkdir(to, { mode: 0o700 });
    await copyEntries(entries, from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
