import { z } from 'zod';
import { BrokenFile } from '#server/adapters/untrusted/faults.ts';
import { ARCHIVES } from '#server/submissions/archives.actions.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { removeLater } from '#server/submissions/receive.actions.ts';
import { finishImport, findImport, type Outcome } from './imports.store.ts';
import { unpackArchive } from './unpack.actions.ts';

const NOTHING = { clips: 0, profile: [], leftOut: [] };

/** Unpacks an archive and creates submissions from its videos. Continues after a killed process. */
export const importArchive = job({
  name: 'exports.import',
  schema: z.object({ id: z.number().int() }),
  seconds: 3 * 3600,
  concurrency: 1,
  retryLimit: 3,
  async run(ctx, { id }, { signal }) {
    const found = await findImport(ctx.db, id);
    if (!found) return;
    const { userId, key } = found;
    const outcome = await inWorkFolder(ctx, async (dir) =>
      unpackArchive(ctx, userId, { path: await ctx.storage.localCopy(key, dir), signal }),
    ).catch((error: unknown) => {
      if (error instanceof BrokenFile) return { ...NOTHING, problem: error.text };
      throw error;
    });
    await end(ctx, { id, key }, outcome);
  },
  async onFailed(ctx, { id }) {
    const found = await findImport(ctx.db, id);
    if (found) await end(ctx, { id, key: found.key }, { ...NOTHING, problem: ARCHIVES.IMPORT_FAILED() });
  },
});

const end = (ctx: Context, { id, key }: { id: number; key: string }, outcome: Outcome) =>
  transact(ctx.db, async (trx) => {
    await finishImport(trx, id, outcome);
    await removeLater(ctx, trx, { keys: [key] });
  });
