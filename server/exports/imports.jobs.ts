import { z } from 'zod';
import { BadZip } from '#server/adapters/zip/read-zip.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { removeLater } from '#server/submissions/receive.actions.ts';
import { finishImport, findImport } from './imports.store.ts';
import { unpackArchive } from './unpack.actions.ts';

const TRIES = 3;

/** Unpacks an archive and makes submissions of its clips. What a killed process began is gone on with. */
export const importArchive = job({
  name: 'exports.import',
  schema: z.object({ id: z.number().int() }),
  seconds: 3 * 3600,
  concurrency: 1,
  retryLimit: TRIES,
  async run(ctx, { id }, { signal }) {
    const found = await findImport(ctx.db, id);
    if (!found) return;
    const { userId, key } = found;
    const outcome = await inWorkFolder(ctx, async (dir) =>
      unpackArchive(ctx, userId, await ctx.storage.localCopy(key, dir)),
    ).catch((error: unknown) => {
      // this process stops: another one goes on
      if (signal.aborted) throw error;
      const nothing = { clips: 0, profile: [], leftOut: [] };
      if (error instanceof BadZip) return { ...nothing, problem: error.message };
      ctx.log.error('An import of somebody’s data failed.', { id, error });
      return { ...nothing, problem: 'This did not work. Please try again: nothing is imported twice.' };
    });
    await transact(ctx.db, async (trx) => {
      await finishImport(trx, id, outcome);
      await removeLater(ctx, trx, { keys: [key] });
    });
  },
});
