import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { runEach } from '#server/app/jobs/run-each.ts';
import { closeUnusedPictures, forgetPicture } from './pictures.store.ts';

/** Removes pictures that were uploaded and never saved, or taken off their product, a day later. */
export const sweepPictures = job({
  name: 'shop.sweep-pictures',
  schema: z.object({}),
  cron: '37 * * * *',
  async run(ctx, _data, { signal }) {
    await runEach(await closeUnusedPictures(ctx.db), signal, async (folder) => {
      await ctx.storage.removePrefix(folder);
      await forgetPicture(ctx.db, folder);
    });
  },
});
