import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { job } from '#server/app/jobs.ts';
import { giveUpStuck } from './processing.store.ts';
import { KEPT_HOURS, sweepUploads } from './uploads.store.ts';

/** A video without a job may just be between two; not so long. */
const STUCK_MINUTES = 10;
const OUR_FAULT =
  'Something went wrong on our side while preparing this video. An administrator can try it again.';

/** Unfinished uploads a day after their last byte, files and work folders of processes that died, videos without a job. */
export const sweepFiles = job({
  name: 'submissions-sweep',
  schema: z.object({}),
  cron: '17 * * * *',
  seconds: 1800,
  async run(ctx) {
    const now = ctx.clock.now();
    await ctx.storage.sweep(new Date(now - KEPT_HOURS * 3600 * 1000));
    for (const key of await sweepUploads(ctx.db, new Date(now))) await ctx.storage.remove(key);
    await giveUpStuck(ctx.db, new Date(now - STUCK_MINUTES * 60 * 1000), OUR_FAULT);
    const parent = join(ctx.settings.DATA_DIR, 'work');
    for (const name of await readdir(parent).catch(() => [])) {
      const folder = join(parent, name);
      const facts = await stat(folder).catch(() => null);
      if (facts && now - facts.mtimeMs > KEPT_HOURS * 3600 * 1000)
        await rm(folder, { recursive: true, force: true });
    }
  },
});
