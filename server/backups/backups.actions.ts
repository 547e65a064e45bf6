import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { restoreBackup } from '#server/app/database/backup.ts';
import { transact, type Db, type Trx } from '#server/app/database/database.ts';
import { siteSecret } from '#server/app/database/site-secret.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { finishBackupRun, listAdminAddresses, startBackupRun } from './backups.store.ts';
import { fetchBackup, listBucket, openBucket, pruneBucket, sendBackup, type KeptBackup } from './bucket.ts';
import { listBackups, readFacts, type Facts } from './facts.ts';
import { backupFolder } from './folder.ts';
import { makeNightlyBackup, pruneBackups } from './nightly.ts';
import { archiveOf, proveBackup, type Proof } from './proof.ts';
import { restoreMedia } from './restore-media.ts';
import { archiveWal, isArchiving, WalGapError } from './wal.actions.ts';
import { fetchMoment, listArchives, readSentUntil, sendArchive, type SiteArchive } from './wal-bucket.ts';

/**
 * Makes a backup, restores it aside, deletes what is not kept, and sends it to the second bucket, where there is one. A
 * failure is noted and mailed to the admins.
 */
export async function runBackup(ctx: Context): Promise<{ name: string; proof: Proof }> {
  const { db, settings, clock } = ctx;
  const id = await startBackupRun(db, new Date(clock.now()));
  try {
    // before the backup, which brings it back
    const site = settings.BACKUP_S3_URL ? await bucketSite(db) : null;
    const facts = await makeNightlyBackup(settings, clock.now());
    const { name, archive, media } = facts;
    await finishBackupRun(db, id, { name, bytes: archive.bytes, media_files: media?.length ?? 0 });
    const proof = await proveBackup(settings, ctx.media, name);
    await finishBackupRun(db, id, { proven_at: new Date(clock.now()) });
    await pruneBackups(settings);
    if (site !== null) {
      await sendToBucket(ctx, site, facts);
      await finishBackupRun(db, id, { sent_at: new Date(clock.now()) });
    }
    return { name, proof };
  } catch (error) {
    await noteFailure(ctx, id, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function sendToBucket({ settings, clock, log }: Context, site: string, facts: Facts): Promise<void> {
  try {
    await withBucket(settings, async (bucket) => {
      const { sent, kept } = await sendBackup(bucket, { folder: backupFolder(settings), site, facts });
      const removed = await pruneBucket(bucket, site, clock.now());
      log.info('The backup was sent to the second bucket.', { name: facts.name, sent, kept, removed });
    });
  } catch (error) {
    const reasons = [error, error instanceof Error ? error.cause : null];
    const told = reasons.flatMap((each) => (each instanceof Error ? each.message : []));
    throw new Error(`It came back, but could not be sent to BACKUP_S3_URL: ${told.join(' ')}`, {
      cause: error,
    });
  }
}

/** The folder of this site in its bucket, so that no other site's is touched. It comes back with the database. */
async function bucketSite(db: Db): Promise<string> {
  return createHash('sha256')
    .update(await siteSecret(db, 'backup-bucket'))
    .digest('hex')
    .slice(0, 16);
}

/** Works with the second bucket, and closes it. */
async function withBucket<T>(settings: Settings, work: (bucket: Storage) => Promise<T>): Promise<T> {
  const bucket = await openBucket(settings);
  return await work(bucket).finally(() => bucket.close());
}

/** Writes a probe to the second bucket and deletes it. Rejects with what doesn't work. */
export const probeBucket = (settings: Settings): Promise<void> =>
  withBucket(settings, (bucket) => bucket.check());

/** What is in the folder and in the second bucket, the newest first. */
export async function listAllBackups(
  settings: Settings,
): Promise<{ folder: string[]; bucket: KeptBackup[]; archives: SiteArchive[] }> {
  const { BACKUP_S3_URL } = settings;
  return {
    folder: await listBackups(backupFolder(settings)),
    bucket: BACKUP_S3_URL ? await withBucket(settings, listBucket) : [],
    archives: BACKUP_S3_URL ? await withBucket(settings, listArchives) : [],
  };
}

/** Brings a backup from the second bucket into the folder. */
export const fetchFromBucket = (settings: Settings, name: string): Promise<void> =>
  withBucket(settings, (bucket) => fetchBackup(bucket, backupFolder(settings), name));

/** Brings what a restore to a moment needs from the second bucket into the folder. */
export const fetchMomentFromBucket = (settings: Settings, at: number, site?: string): Promise<void> =>
  withBucket(settings, (bucket) => fetchMoment(bucket, backupFolder(settings), { at, site }));

export const sendsArchive = (settings: Settings): boolean =>
  settings.BACKUP_S3_URL !== undefined && isArchiving(settings);

/** Sends what was archived since to the second bucket. */
export async function sendNewArchive({ db, settings, log }: Context): Promise<void> {
  if (!sendsArchive(settings)) return;
  const site = await bucketSite(db);
  const { sent, removed } = await withBucket(settings, (bucket) =>
    sendArchive(bucket, { folder: backupFolder(settings), site, maxBytes: settings.BACKUP_WAL_BYTES }),
  );
  log.debug('The archive was sent to the second bucket.', { sent, removed });
}

/** Until when the archive in the second bucket gets; 0: there is none. */
export async function readArchiveSent(db: Db, settings: Settings): Promise<number> {
  const site = await bucketSite(db);
  return await withBucket(settings, (bucket) => readSentUntil(bucket, site));
}

async function noteFailure(ctx: Context, id: number, failure: string): Promise<void> {
  ctx.log.error('The backup failed.', { failure });
  await transact(ctx.db, async (trx) => {
    await finishBackupRun(trx, id, { failure });
    await tellAdmins(ctx, trx, {
      subject: `The backup of ${ctx.settings.SITE_NAME} failed`,
      heading: 'The backup failed',
      paragraphs: [failure, 'Earlier backups are untouched. It is tried again next night.'],
    });
  });
}

async function tellAdmins(
  { outbox, settings }: Context,
  trx: Trx,
  mail: { subject: string; heading: string; paragraphs: string[] },
): Promise<void> {
  for (const address of await listAdminAddresses(trx))
    await outbox.sendTemplate(trx, address, {
      ...mail,
      action: { label: 'Look at it', url: `${settings.PUBLIC_URL}/admin?tab=health` },
    });
}

/** Brings the archive of WAL up to now. A gap in it is mailed to the admins; what only waits is tried again. */
export async function continueArchive(ctx: Context): Promise<void> {
  try {
    await archiveWal(ctx.db, ctx.settings);
  } catch (error) {
    if (!(error instanceof WalGapError)) throw error;
    ctx.log.error('The archive for restoring to a moment has a gap.', { reason: error.message });
    await transact(ctx.db, (trx) =>
      tellAdmins(ctx, trx, {
        subject: `${ctx.settings.SITE_NAME} can't be restored to this moment`,
        heading: 'The archive has a gap',
        paragraphs: [
          `What the database writes could not be archived: ${error.message}.`,
          'Nightly backups go on. Moments from now on can be restored once the next one is made; moments before can be restored as far as Health says.',
        ],
      }),
    );
  }
}

/** Proves the newest backup, or the one of this name, once more. */
export async function proveAgain(ctx: Context, name?: string): Promise<{ name: string; proof: Proof }> {
  const folder = backupFolder(ctx.settings);
  const chosen = name ?? (await listBackups(folder))[0];
  if (chosen === undefined) throw new Error(`There is no backup in ${folder}.`);
  return { name: chosen, proof: await proveBackup(ctx.settings, ctx.media, chosen) };
}

/** Puts a nightly backup in place, database and media; the site must not run. See restoreBackup. */
export async function restoreNightly(
  settings: Settings,
  name: string,
  replace: boolean,
): Promise<{ createdAt: string; media: boolean }> {
  const folder = backupFolder(settings);
  const facts = await readFacts(folder, name);
  const place = await mkdtemp(path.join(folder, '.restoring-'));
  try {
    const { createdAt } = await restoreBackup(settings, await archiveOf(settings, facts, place), replace);
    return { createdAt, media: await restoreMedia(settings, facts) };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
