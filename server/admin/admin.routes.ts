import { Readable } from 'node:stream';
import { admin } from '#contract/admin.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { User } from '#server/app/http/sessions.ts';
import { listAudit, type AuditFilter } from './audit.store.ts';
import { CSV_HEAD, toCsvLine } from './admin.rules.ts';
import { findJob, listJobs } from './jobs.store.ts';
import { readOverview, sumDays } from './overview.store.ts';

export const adminRoutes: Routes = (route) => {
  route(admin.overview, async ({ ctx }) => {
    await sumDays(ctx.db);
    return readOverview(ctx.db);
  });

  route(admin.jobs, async ({ ctx, query }) => listJobs(ctx.db, query));
  route(admin.retryJob, async ({ ctx, params, user }) =>
    change(ctx, user, params, 'retry', async ({ state, queue, id }) => {
      if (state === 'failed') await ctx.jobs.boss.retry(queue, id);
      else if (state === 'cancelled') await ctx.jobs.boss.resume(queue, id);
      else throw fail(409, 'WRONG_STATE', 'Only a failed or cancelled job can be tried again.');
    }),
  );
  route(admin.cancelJob, async ({ ctx, params, user }) =>
    change(ctx, user, params, 'cancel', async ({ state, queue, id }) => {
      if (state !== 'queued' && state !== 'running')
        throw fail(409, 'WRONG_STATE', 'This job has ended already.');
      await ctx.jobs.boss.cancel(queue, id);
    }),
  );

  route(admin.audit, async ({ ctx, query }) => listAudit(ctx.db, query, query.cursor));
  route(admin.auditExport, async ({ ctx, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(exportAudit(ctx, query))),
  );
};

type AdminJobState = NonNullable<Awaited<ReturnType<typeof findJob>>>;

async function change(
  ctx: Context,
  user: User,
  { queue, id }: { queue: string; id: string },
  action: string,
  act: (job: AdminJobState) => Promise<void>,
) {
  const job = await findJob(ctx.db, queue, id);
  if (!job) throw notFound('This job');
  await act(job);
  await audit(ctx.db, user, {
    action: `job.${action}`,
    subjectType: 'job',
    subjectId: id,
    before: { queue, state: job.state },
  });
  return findJob(ctx.db, queue, id);
}

const EXPORT_PAGE = 1000;

/** Page by page, so that a log of any length goes out in flat memory. */
async function* exportAudit(ctx: Context, filter: AuditFilter): AsyncGenerator<string> {
  yield CSV_HEAD;
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await listAudit(ctx.db, filter, cursor, EXPORT_PAGE);
    yield items.map(toCsvLine).join('');
    if (!nextCursor) return;
    cursor = nextCursor;
  }
}
