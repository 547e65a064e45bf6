import { z } from 'zod';
import { EXPORT_HOURS } from '#contract/exports/exports.ts';
import { EXPORTS_FOLDER } from '#server/adapters/storage/keys.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { randomName, removeLater, removeQuietly } from '#server/submissions/receive.actions.ts';
import { writeArchive } from './archive.actions.ts';
import { exportReadyEmail } from './exports.emails.ts';
import { dropOldExports, failExport, finishExport, nameFile } from './exports.store.ts';
import { dropOldImports } from './imports.store.ts';

const HOUR = 3_600_000;
const STUCK_HOURS = 12;
/** What came of an import can be read for so long. */
const IMPORT_RETENTION_HOURS = 7 * 24;

/** Writes the ZIP and notifies its owner. Restarts after a killed process. */
export const makeExport = job({
  name: 'exports.make',
  schema: z.object({ id: z.number().int() }),
  seconds: 3 * 3600,
  concurrency: 1,
  async run(ctx, { id }) {
    const key = `${EXPORTS_FOLDER}/${randomName(ctx)}/lll-export.zip`;
    const named = await nameFile(ctx.db, id, key);
    if (!named) return;
    if (named.before) await removeQuietly(ctx, [named.before]);
    try {
      const written = await writeArchive(ctx, named.userId, key);
      const expiresAt = ctx.clock.now() + EXPORT_HOURS * HOUR;
      const finished =
        written !== null &&
        (await transact(ctx.db, async (trx) => {
          if (!(await finishExport(trx, id, { key, size: written.size, expiresAt }))) return false;
          const { username, email } = written.account;
          const { SITE_NAME: site, PUBLIC_URL: url } = ctx.settings;
          if (email) await ctx.outbox.sendTemplate(trx, email, exportReadyEmail({ site, url, username }));
          return true;
        }));
      if (!finished) await removeQuietly(ctx, [key]);
    } catch (error) {
      ctx.log.error('An export of somebody’s data failed.', { id, error });
      await removeQuietly(ctx, [key]);
      await failExport(ctx.db, id, ctx.clock.now() + EXPORT_HOURS * HOUR);
    }
  },
});

export const sweepExports = job({
  name: 'exports.sweep',
  schema: z.object({}),
  cron: '41 * * * *',
  async run(ctx) {
    const now = ctx.clock.now();
    await transact(ctx.db, async (trx) => {
      const exported = await dropOldExports(trx, now, now - STUCK_HOURS * HOUR);
      const imported = await dropOldImports(trx, now - IMPORT_RETENTION_HOURS * HOUR);
      await removeLater(ctx, trx, { keys: [...exported, ...imported] });
    });
  },
});
