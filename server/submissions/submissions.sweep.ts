import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { removeAll } from '#server/app/jobs/run-each.ts';
import { publishSubmission } from './submissions.events.ts';
import { abandonStuck } from './processing.store.ts';
import { FAILURES } from './submissions.rules.ts';
import { RETENTION_HOURS, sweepUploads } from './uploads.store.ts';

/** A video without a job (cancelled, or lost with its worker once too often) may just be between two; not so long. */
const STUCK_MINUTES = 10;

/** Unfinished uploads a day after their last byte, files and work folders of processes that died, videos without a job. */
export const sweepFiles = job({
  name: 'submissions-sweep',
  schema: z.object({}),
  cron: '7-57/10 * * * *',
  seconds: 1800,
  async run(ctx, _data, { signal }) {
    const now = ctx.clock.now();
    await ctx.storage.sweep(new Date(now - RETENTION_HOURS * 3600 * 1000));
    const stuck = await abandonStuck(ctx.db, new Date(now - STUCK_MINUTES * 60 * 1000), FAILURES.OUR_FAULT());
    for (const id of stuck) publishSubmission(ctx, id);
    const parent = join(ctx.settings.DATA_DIR, 'work');
    for (const name of await readdir(parent).catch(() => [])) {
      const folder = join(parent, name);
      const facts = await stat(folder).catch(() => null);
      if (facts && now - facts.mtimeMs > RETENTION_HOURS * 3600 * 1000)
        // an encoder may write there yet
        await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
    await removeAll(ctx.storage, { keys: await sweepUploads(ctx.db, new Date(now)) }, signal);
  },
});
