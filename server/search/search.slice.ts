import type { Slice } from '#server/app/slice.ts';
import { isFilled } from './index.store.ts';
import { countSearchWords, fillSearch, rankSearch } from './search.jobs.ts';
import { searchRoutes, type SearchSources } from './search.routes.ts';

export const searchSlice = (sources: SearchSources): Slice => ({
  routes: [searchRoutes(sources)],
  jobs: [fillSearch, rankSearch, countSearchWords],
  async onReady(ctx) {
    if (!(await isFilled(ctx.db))) await ctx.jobs.send(fillSearch, {}, { singletonKey: 'fill' });
  },
});
