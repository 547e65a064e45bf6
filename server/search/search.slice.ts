import type { Slice } from '#server/app/slice.ts';
import { startFlushing } from './flush.actions.ts';
import { countWordsHourly, rankSearch } from './search.jobs.ts';
import { searchRoutes, type SearchSources } from './search.routes.ts';

export const searchSlice = (sources: SearchSources): Slice => ({
  routes: [searchRoutes(sources)],
  jobs: [rankSearch, countWordsHourly],
  async onReady(ctx) {
    if (ctx.settings.ROLES.includes('worker')) startFlushing(ctx);
  },
});
