import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '#server/app/context.ts';
import { restoreBackup } from '#server/app/database/backup.ts';
import { transact } from '#server/app/database/database.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { finishBackupRun, listAdminAddresses, startBackupRun } from './backups.store.ts';
import { listBackups, readFacts } from './facts.ts';
import { backupFolder, makeNightlyBackup, pruneBackups } from './nightly.ts';
import { archiveOf, proveBackup, type Proof } from './proof.ts';
import { restoreMedia } from './restore-media.ts';

/** Makes a backup, restores it aside, and deletes what is not kept. A failure is noted and mailed to the admins. */
export async function runBackup(ctx: Context): Promise<{ name: string; proof: Proof }> {
  const { db, settings, clock } = ctx;
  const id = await startBackupRun(db, new Date(clock.now()));
  try {
    const { name, archive, media } = await makeNightlyBackup(settings, clock.now());
    await finishBackupRun(db, id, { name, bytes: archive.bytes, media_files: media?.length ?? 0 });
    const proof = await proveBackup(settings, ctx.media, name);
    await finishBackupRun(db, id, { proven_at: new Date(clock.now()) });
    await pruneBackups(settings);
    return { name, proof };
  } catch (error) {
    await noteFailure(ctx, id, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function noteFailure(ctx: Context, id: number, failure: string): Promise<void> {
  ctx.log.error('The backup failed.', { failure });
  await transact(ctx.db, async (trx) => {
    await finishBackupRun(trx, id, { failure });
    for (const address of await listAdminAddresses(trx))
      await ctx.outbox.sendTemplate(trx, address, {
        subject: `The backup of ${ctx.settings.SITE_NAME} failed`,
        heading: 'The backup failed',
        paragraphs: [failure, 'Earlier backups are untouched. It is tried again next night.'],
        action: { label: 'Look at it', url: `${ctx.settings.PUBLIC_URL}/admin?tab=health` },
      });
  });
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
