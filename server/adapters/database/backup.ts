import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
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

/**
 * Copies a running server's files (pg_backup_start, copy, pg_backup_stop; the WAL written meanwhile comes
 * last). The folder is a data folder that a server can start on.
 * Source: postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function copyRunningServer(
  config: pg.ClientConfig,
  data: string,
  target: string,
): Promise<void> {
  await mkdir(target, { recursive: false, mode: 0o700 });
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query("select pg_backup_start('copy', true)");
    await copyFiles(data, target);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await cp(path.join(data, 'pg_wal'), path.join(target, 'pg_wal'), { recursive: true });
    await writeFile(path.join(target, 'backup_label'), String(rows[0].labelfile), { mode: 0o600 });
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyFiles(data: string, target: string): Promise<void> {
  for (const name of LEFT_OUT) {
    if (name.startsWith('pg_')) await mkdir(path.join(target, name), { mode: 0o700 });
  }
  await cp(data, target, {
    recursive: true,
    filter: (source) => {
      const [top = ''] = path.relative(data, source).split(path.sep);
      return !LEFT_OUT.has(top) && top !== 'pg_wal';
    },
  });
}
