import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { publishDueChanges } from './change.store.ts';
import { publishSubmission } from './submissions.events.ts';

/** Publishes scheduled videos that are due. Each video schedules its own run; one every minute catches missed ones. */
export const publishScheduled = job({
  name: 'videos-let-out',
  schema: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    const ids = await transact(ctx.db, async (trx) => {
      const due = await publishDueChanges(trx, new Date(ctx.clock.now()));
      await publishLater(ctx, trx, due);
      return due;
    });
    for (const id of ids) publishSubmission(ctx, id);
  },
});

/** Schedules the check at its publication time. */
export async function planRelease(
  ctx: Context,
  trx: Trx,
  publishAt: string | null | undefined,
  now: Date,
): Promise<void> {
  const seconds = publishAt ? Math.ceil((Date.parse(publishAt) - now.getTime()) / 1000) : 0;
  if (seconds > 0) await ctx.jobs.send(publishScheduled, {}, { trx, after: seconds, priority: 10 });
}
