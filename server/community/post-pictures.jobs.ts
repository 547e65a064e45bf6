import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { runEach } from '#server/app/jobs/run-each.ts';
import { closeUnusedPictures, forgetPicture } from './post-pictures.store.ts';

/** Removes the pictures of deleted posts, and those that no post took up within a day. */
export const sweepPostPictures = job({
  name: 'community.sweep-pictures',
  schema: z.object({}),
  cron: '43 * * * *',
  async run(ctx, _data, { signal }) {
    await runEach(await closeUnusedPictures(ctx.db), signal, async (folder) => {
      await ctx.storage.removePrefix(folder);
      await forgetPicture(ctx.db, folder);
    });
  },
});
