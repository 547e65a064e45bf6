import type { Category } from '#contract/videos/videos.ts';
import type { Context } from '#server/app/context.ts';
import { Page } from '#server/app/http/page.ts';
import { runSearch } from '#server/search/search.actions.ts';
import { CURATED_PAGE, listCandidates, listCandidatesByIds } from './curation.store.ts';

/** What may be featured: newest approved first, or what the search of the site finds, best first. */
export async function findCandidates(
  ctx: Context,
  { q, category, cursor }: { q: string | null; category?: Category | undefined; cursor?: string | undefined },
) {
  if (q === null) return listCandidates(ctx, { category, cursor });
  const { kinds } = await runSearch(ctx.db, { q, kinds: ['videos'], category, limit: CURATED_PAGE, cursor });
  const { ids = [], nextCursor = null } = kinds.videos ?? {};
  return new Page(await listCandidatesByIds(ctx, ids), nextCursor);
}
