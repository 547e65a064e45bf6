import type { AdminJobAnswer } from '#contract/admin/admin.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { addJobsIndex, findJob } from './jobs.store.ts';

interface JobId {
  queue: string;
  id: string;
}

/** Throws 404, 409. */
export const retryJob = (ctx: Context, admin: User, { queue, id }: JobId): Promise<AdminJobAnswer | null> =>
  change(ctx, admin, { queue, id }, 'retry', async ({ state }) => {
    if (state === 'failed') await ctx.jobs.boss.retry(queue, id);
    else if (state === 'cancelled') await ctx.jobs.boss.resume(queue, id);
    else throw fail(409, 'WRONG_STATE', 'Only a failed or cancelled job can be retried.');
  });

/** Throws 404, 409. */
export const cancelJob = (ctx: Context, admin: User, { queue, id }: JobId): Promise<AdminJobAnswer | null> =>
  change(ctx, admin, { queue, id }, 'cancel', async ({ state }) => {
    if (state !== 'queued' && state !== 'running')
      throw fail(409, 'WRONG_STATE', 'This job has already ended.');
    await ctx.jobs.boss.cancel(queue, id);
  });

async function change(
  ctx: Context,
  admin: User,
  { queue, id }: JobId,
  action: string,
  act: (job: AdminJobAnswer) => Promise<void>,
): Promise<AdminJobAnswer | null> {
  const job = await findJob(ctx.db, queue, id);
  if (!job) throw notFound('This job');
  await act(job);
  await audit(ctx.db, admin, {
    action: `job.${action}`,
    subjectType: 'job',
    subjectId: id,
    before: { queue, state: job.state },
  });
  return findJob(ctx.db, queue, id);
}

/** On start. */
export const indexJobs = ({ db }: Context): Promise<void> => transact(db, addJobsIndex);
