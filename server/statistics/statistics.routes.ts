import { statistics } from '#contract/statistics/statistics.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { notFound } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { readStatistics } from './statistics.store.ts';

const COLUMNS = ['day', 'views', 'likes', 'comments', 'followers'] as const;

export const statisticsRoutes: Routes = (route) => {
  route(statistics.get, async ({ ctx, user, query }) => readStatistics(ctx.db, user.id, query));

  route(statistics.csv, async ({ ctx, user, query, reply }) => {
    const found = await readStatistics(ctx.db, user.id, query);
    if (!found) throw notFound('This video');
    const lines = found.days.map((day) => COLUMNS.map((name) => toCsvCell(day[name])).join(','));
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="statistics.csv"')
      .send(`${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`);
  });
};
