import { SORTS, type Category } from './videos.ts';

/** What `/videos` shows, as its address says it. Both sides of the wire read it here: the server writes the page too. */
export interface VideoFilter {
  category: Category | null;
  /** Words to look for; empty for everything. */
  query: string;
  /** `match`: as well as they fit the words. */
  sort: (typeof SORTS)[number] | 'match';
}

/** What is found by words comes in the order of how well it fits, unless another is chosen. */
export const FOUND_SORTS = ['match', 'new', 'top'] as const;

/** What an address means; a name that isn't among `categories`, or an order that there isn't, is left out. */
export function readVideoFilter(search: URLSearchParams, categories: string[]): VideoFilter {
  const query = search.get('q')?.trim() ?? '';
  return {
    category: categories.find((category) => category === search.get('category')) ?? null,
    query,
    sort:
      (query ? FOUND_SORTS : SORTS).find((sort) => sort === search.get('sort')) ?? (query ? 'match' : 'new'),
  };
}

/** The same as the query of the list, which leaves out what it does by itself; empty is left out, too. */
export const queryOfFilter = ({ category, query: search, sort }: VideoFilter) => ({
  category: category ?? undefined,
  q: search,
  sort: sort === 'match' || (sort === 'new' && !search) ? undefined : sort,
});
