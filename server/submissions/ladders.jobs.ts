import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { listFormerLadders } from './processing.store.ts';
import { encodeLadder } from './submissions.jobs.ts';

/** What a former release ended with is made again from its original, behind all that is new. */
export const checkLadders = job({
  name: 'video-ladders-check',
  schema: z.object({}),
  unique: true,
  async run(ctx, _data, { signal }) {
    for (let after = 0; ;) {
      const former = await listFormerLadders(ctx.db, after);
      const last = former.at(-1);
      if (!last) return;
      for (const { id, media_rev } of former) {
        signal.throwIfAborted();
        await ctx.jobs.send(encodeLadder, { videoId: id, rev: media_rev }, { priority: -20 });
      }
      after = last.id;
    }
  },
});

/** On start: true for most sites for good, so that nothing is added to the queue. */
export async function startCheckingLadders(ctx: Context): Promise<void> {
  const [first] = await listFormerLadders(ctx.db, 0, 1);
  if (first) await ctx.jobs.send(checkLadders, {}, { singletonKey: 'start' });
}
