import type { Slice } from '#server/app/slice.ts';
import { keepFlushing } from './flush.actions.ts';
import { isFilled } from './upkeep.store.ts';
import { countSearchWords, fillSearch, rankSearch } from './search.jobs.ts';
import { searchRoutes, type SearchSources } from './search.routes.ts';

export const searchSlice = (sources: SearchSources): Slice => ({
  routes: [searchRoutes(sources)],
  jobs: [fillSearch, rankSearch, countSearchWords],
  async onReady(ctx) {
    if (ctx.settings.ROLES.includes('worker')) keepFlushing(ctx);
    if (!(await isFilled(ctx.db))) await ctx.jobs.send(fillSearch, {}, { singletonKey: 'fill' });
  },
});
