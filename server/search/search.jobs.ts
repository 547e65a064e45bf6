import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { countWords } from './count.actions.ts';
import { refreshRanks } from './upkeep.store.ts';
import { reindex } from './reindex.actions.ts';

/** For a site that was in use before it had this index, or this form of it. */
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
  run: (ctx) => refreshRanks(ctx.db),
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
