import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { refreshRanks } from './index.store.ts';
import { countSearchWords } from './reindex.actions.ts';

export const rankSearch = job({
  name: 'search-ranks',
  schema: z.object({}),
  cron: '*/15 * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 1,
  run: (ctx) => refreshRanks(ctx.db),
});

export const countWordsHourly = job({
  name: 'search-words',
  schema: z.object({}),
  cron: '7 * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 1,
  run: (ctx) => countSearchWords(ctx.db),
});
