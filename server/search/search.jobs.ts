import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { refreshBest } from './best.actions.ts';
import { countWords } from './count.actions.ts';
import { forgetChanges } from './mirror.store.ts';
import { refreshRanks } from './upkeep.store.ts';
import { reindex } from './reindex.actions.ts';

/** Longer than a copy of the index is kept that nobody uses. */
const CHANGES_KEPT_MINUTES = 15;

/** For a site that was in use before it had this index. */
export const fillSearch = job({
  name: 'search-fill',
  schema: z.object({}),
  unique: true,
  concurrency: 1,
  seconds: 7200,
  run: (ctx, _data, { signal }) => reindex(ctx.db, { signal }),
});

export const rankSearch = job({
  name: 'search-ranks',
  schema: z.object({}),
  cron: '*/15 * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 1,
  run: async (ctx) => {
    await refreshRanks(ctx.db);
    await refreshBest(ctx.db);
    await forgetChanges(ctx.db, CHANGES_KEPT_MINUTES);
  },
});

export const countSearchWords = job({
  name: 'search-words',
  schema: z.object({}),
  cron: '7 * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 1,
  run: (ctx) => countWords(ctx.db),
});
