import { inEnglish, messageOf, type StoredMessage } from '#contract/text/message.ts';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { restoreBackup } from '#server/backups/archive.ts';
import { transact, type Db } from '#server/app/database/database.ts';
import { siteSecret } from '#server/app/database/site-secret.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { backupFailedEmail } from './backups.emails.ts';
import {
  finishBackupRun,
  forgetRuns,
  hasFailedSince,
  listAdminAddresses,
  recordUnchanged,
  readChanges,
  startBackupRun,
  takeUnvouched,
} from './backups.store.ts';
import { fetchBackup, listBucket, openBucket, pruneBucket, sendBackup, type StoredBackup } from './bucket.ts';
import { listBackups, readAnyFacts, readFacts, writeFacts, type Facts } from './facts.ts';
import { backupFolder } from './folder.ts';
import { makeSiteBackup, pruneBackups } from './make.ts';
import { restoreMedia } from './restore-media.ts';
import { archiveOf, verifyBackup, type Verification } from './verify.ts';
import { notSent } from './failures.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The results of past runs. */
const RETENTION_DAYS = 400;

interface MadeBackup {
  name: string;
  verification: Verification;
}

/** A backup, unless nothing changed since the last one: null then. */
export async function runChangedBackup(ctx: Context): Promise<MadeBackup | null> {
  const { db, settings, clock } = ctx;
  const changes = await readChanges(db);
  const sent = settings.BACKUP_S3_URL !== undefined;
  if (await recordUnchanged(db, { changes, sent, now: new Date(clock.now()) })) return null;
  return await runBackup(ctx);
}

/**
 * Makes a backup, verifies it by a restore elsewhere, deletes those past their retention, and uploads it to the second
 * bucket, if there is one. A failure is recorded and mailed to the admins.
 */
export async function runBackup(ctx: Context): Promise<MadeBackup> {
  const { db, settings, clock } = ctx;
  const id = await startBackupRun(db, new Date(clock.now()));
  try {
    // before the backup, which brings it back
    const site = settings.BACKUP_S3_URL ? await bucketSite(db) : null;
    const changes = await readChanges(db);
    const earlier = await vouchForEarlier(ctx);
    const facts = await makeSiteBackup(settings, clock.now());
    const { name, archive, media } = facts;
    await finishBackupRun(db, id, {
      name,
      bytes: archive.bytes,
      media_files: media?.length ?? 0,
      changes,
      authenticated: true,
    });
    const verification = await verifyBackup(settings, ctx.media, name);
    await finishBackupRun(db, id, { proven_at: new Date(clock.now()) });
    await forgetRuns(db, new Date(clock.now() - RETENTION_DAYS * DAY_MS));
    await pruneBackups(settings);
    if (site !== null) {
      const there = await listBackups(backupFolder(settings));
      for (const each of earlier) if (there.includes(each.name)) await sendToBucket(ctx, site, each);
      await sendToBucket(ctx, site, facts);
      await finishBackupRun(db, id, { sent_at: new Date(clock.now()) });
    }
    return { name, verification };
  } catch (error) {
    await recordFailure(ctx, id, messageOf(error));
    throw error;
  }
}

/**
 * Facts of the releases that only hashed them are vouched for by the key, once: those of backups that this site's
 * database knows.
 */
async function vouchForEarlier({ db, settings }: Context): Promise<Facts[]> {
  const { BACKUP_KEY: key } = settings;
  if (key === undefined) return [];
  const vouched: Facts[] = [];
  const folder = backupFolder(settings);
  for (const name of await takeUnvouched(db)) {
    const facts = await readAnyFacts(folder, name, key).catch(() => null);
    if (!facts?.sealed) continue;
    await writeFacts(folder, facts, key);
    vouched.push(facts);
  }
  return vouched;
}

async function sendToBucket({ settings, clock, log }: Context, site: string, facts: Facts): Promise<void> {
  try {
    await withBucket(settings, async (bucket) => {
      const key = settings.BACKUP_KEY;
      const { sent, retained: saved } = await sendBackup(bucket, {
        folder: backupFolder(settings),
        site,
        facts,
        key,
      });
      const removed = await pruneBucket(bucket, { site, key, now: clock.now() });
      log.info('The backup was sent to the second bucket.', {
        name: facts.name,
        sent,
        retained: saved,
        removed,
      });
    });
  } catch (error) {
    throw notSent(error);
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
): Promise<{ folder: string[]; bucket: StoredBackup[] }> {
  const { BACKUP_S3_URL } = settings;
  return {
    folder: await listBackups(backupFolder(settings)),
    bucket: BACKUP_S3_URL ? await withBucket(settings, listBucket) : [],
  };
}

/** Brings a backup from the second bucket into the folder. */
export const fetchFromBucket = (settings: Settings, name: string): Promise<void> =>
  withBucket(settings, (bucket) =>
    fetchBackup(bucket, { folder: backupFolder(settings), name, key: settings.BACKUP_KEY }),
  );

/** Admins are mailed of the first one of a day: it is tried again each hour. */
async function recordFailure(ctx: Context, id: number, failure: StoredMessage): Promise<void> {
  const { clock, db, log, outbox, settings } = ctx;
  log.error('The backup failed.', { failure: inEnglish(failure) });
  const midnight = new Date(Math.floor(clock.now() / DAY_MS) * DAY_MS);
  await transact(db, async (trx) => {
    await finishBackupRun(trx, id, { failure: failure.json });
    if (await hasFailedSince(trx, midnight, id)) return;
    for (const address of await listAdminAddresses(trx))
      await outbox.sendTemplate(
        trx,
        address,
        backupFailedEmail({ site: settings.SITE_NAME, url: settings.PUBLIC_URL }, failure),
      );
  });
}

/** Verifies the newest backup, or the one of this name, once more. */
export async function verifyAgain(ctx: Context, name?: string): Promise<MadeBackup> {
  const folder = backupFolder(ctx.settings);
  const chosen = name ?? (await listBackups(folder))[0];
  if (chosen === undefined) throw new Error(`There is no backup in ${folder}.`);
  return { name: chosen, verification: await verifyBackup(ctx.settings, ctx.media, chosen) };
}

/** Puts a backup of the site's own in place, database and media; the site must not run. See restoreBackup. */
export async function restoreSiteBackup(
  settings: Settings,
  name: string,
  replace: boolean,
): Promise<{ createdAt: string; media: boolean }> {
  const folder = backupFolder(settings);
  const facts = await readFacts(folder, name, settings.BACKUP_KEY);
  const tempDir = await mkdtemp(path.join(folder, '.restoring-'));
  try {
    const { createdAt } = await restoreBackup(settings, await archiveOf(settings, facts, tempDir), replace);
    return { createdAt, media: await restoreMedia(settings, facts) };
  } finally {
    await rm(tempDir, { recursive: true, force: true });
  }
}
