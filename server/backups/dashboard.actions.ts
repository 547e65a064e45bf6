import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { BackupsAnswer } from '#contract/backups/backups.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { backupJob } from './backups.jobs.ts';
import { readLastBackup } from './backups.store.ts';
import { listBackups, readAnyFacts } from './facts.ts';
import { backupFolder } from './folder.ts';

/** How backups are, as the dashboard shows it. */
export async function readBackups(ctx: Context): Promise<BackupsAnswer> {
  const { settings } = ctx;
  const { last, verifiedAt, heldUntil } = await readLastBackup(ctx.db);
  return {
    kind: settings.DATABASE_URL ? 'external' : settings.BACKUP ? 'hourly' : 'off',
    folder: settings.BACKUP ? backupFolder(settings) : null,
    bucket: settings.BACKUP_S3_URL !== undefined,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    heldUntil: heldUntil?.toISOString() ?? null,
    last: last && {
      startedAt: last.startedAt.toISOString(),
      state: last.failure !== null ? 'failed' : last.verifiedAt ? 'verified' : 'running',
      failure: last.failure,
      bytes: last.bytes,
    },
  };
}

/** Puts a backup on the queue; one that waits there already is enough. Throws 409. */
export async function requestBackup(ctx: Context, admin: User): Promise<void> {
  if (!ctx.settings.BACKUP)
    throw fail(409, 'BACKUPS_OFF', "This site doesn't make its own backups (docs/operations.md).");
  await transact(ctx.db, async (trx) => {
    await ctx.jobs.send(backupJob, { asked: true }, { trx });
    await audit(trx, admin, { action: 'backup.start', subjectType: 'backup', subjectId: null });
  });
}

/** The newest backup's archive, to be sent; noted first. Throws 404 where this machine has none. */
export async function openNewestBackup(
  ctx: Context,
  admin: User,
): Promise<{ file: string; bytes: number; content: Readable }> {
  const folder = backupFolder(ctx.settings);
  const [name] = await listBackups(folder);
  if (name === undefined) throw fail(404, 'NOT_FOUND', 'This machine has no backups yet.');
  const { archive } = await readAnyFacts(folder, name, ctx.settings.BACKUP_KEY);
  await audit(ctx.db, admin, { action: 'backup.download', subjectType: 'backup', subjectId: name });
  const handle = await open(path.join(folder, archive.file));
  return { file: archive.file, bytes: archive.bytes, content: handle.createReadStream() };
}
