import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { closeUnusedPictures, forgetPicture } from './pictures.store.ts';

/** Removes pictures that were uploaded and never saved, or taken off their product, a day later. */
export const sweepPictures = job({
  name: 'shop.sweep-pictures',
  schema: z.object({}),
  cron: '37 * * * *',
  async run(ctx, _data, { signal }) {
    for (const folder of await closeUnusedPictures(ctx.db)) {
      if (signal.aborted) return;
      await ctx.storage.removePrefix(folder);
      await forgetPicture(ctx.db, folder);
    }
  },
});
