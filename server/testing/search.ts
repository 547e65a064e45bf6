import type { Context } from '#server/app/context.ts';
import { flushSearch } from '#server/search/flush.actions.ts';

/** Indexes everything written so far, as the workers do twice a second. */
export async function flushIndex({ db, cache }: Context): Promise<void> {
  await flushSearch(db);
  cache.dropLocal('search');
}
