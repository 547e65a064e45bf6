import { Readable } from 'node:stream';
import { admin } from '#contract/admin/admin.ts';
import type { Language } from '#contract/text/languages.ts';
import type { Context } from '#server/app/context.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import {
  listLatestComments,
  listLatestOrders,
  listSales,
  listTopVideos,
  listViewDays,
  sumDays,
} from './activity.store.ts';
import { listAudit, type AuditFilter } from './audit.store.ts';
import { CSV_HEAD, toCsvLine } from './admin.rules.ts';
import { readChecklist } from './checklist.actions.ts';
import { dismissChecklist } from './checklist.store.ts';
import { cancelJob, retryJob } from './jobs.actions.ts';
import { listJobs } from './jobs.store.ts';
import { readOverview } from './overview.store.ts';

export const adminRoutes: Routes = (route) => {
  route(admin.overview, async ({ ctx }) => readOverview(ctx.db));
  route(admin.activity, async ({ ctx, query }) => {
    await sumDays(ctx.db);
    const days = await listViewDays(ctx.db, query.days ?? 30);
    return {
      days,
      sales: await listSales(ctx.db, days, ctx.settings.owner.shop.currency),
      orders: await listLatestOrders(ctx.db),
      comments: await listLatestComments(ctx.db),
      clips: await listTopVideos(ctx.db, days),
    };
  });

  route(admin.checklist, async ({ ctx }) => readChecklist(ctx));
  route(admin.dismissChecklist, async ({ ctx }) => dismissChecklist(ctx.db));

  route(admin.jobs, async ({ ctx, query }) => listJobs(ctx.db, query));
  route(admin.retryJob, async ({ ctx, params, user }) => retryJob(ctx, user, params));
  route(admin.cancelJob, async ({ ctx, params, user }) => cancelJob(ctx, user, params));

  route(admin.audit, async ({ ctx, query }) => listAudit(ctx.db, query, query.cursor));
  route(admin.auditExport, async ({ ctx, query, request, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(exportAudit(ctx, query, languageOf(request, ctx.settings.owner.languages)))),
  );
};

const EXPORT_PAGE = 1000;

/** Page by page, so that a log of any length is sent in flat memory. */
async function* exportAudit(ctx: Context, filter: AuditFilter, language: Language): AsyncGenerator<string> {
  yield CSV_HEAD;
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await listAudit(ctx.db, filter, cursor, EXPORT_PAGE);
    yield items.map((entry) => toCsvLine(entry, language)).join('');
    if (!nextCursor) return;
    cursor = nextCursor;
  }
}
