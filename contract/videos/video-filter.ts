import { SORTS, type Category } from './videos.ts';

/** The filters of `/videos` in its address. Shared by browser and server, which renders the page as well. */
export interface VideoFilter {
  category: Category | null;
  /** The search query; empty for all videos. */
  query: string;
  /** Null: videos of either. */
  orientation: 'portrait' | null;
  /** `match`: by relevance to the query. */
  sort: (typeof SORTS)[number] | 'match';
}

/** Search results are sorted by relevance by default. */
export const FOUND_SORTS = ['match', 'new', 'top'] as const;

/** What an address means; a name that isn't among `categories`, or an order that there isn't, is left out. */
export function readVideoFilter(search: URLSearchParams, categories: string[]): VideoFilter {
  const query = search.get('q')?.trim() ?? '';
  return {
    category: categories.find((category) => category === search.get('category')) ?? null,
    query,
    orientation: search.get('orientation') === 'portrait' ? 'portrait' : null,
    sort:
      (query ? FOUND_SORTS : SORTS).find((sort) => sort === search.get('sort')) ?? (query ? 'match' : 'new'),
  };
}

/** As the query of the list, without defaults and empty values. */
export const queryOfFilter = ({ category, query: search, orientation, sort }: VideoFilter) => ({
  category: category ?? undefined,
  q: search,
  orientation: orientation ?? undefined,
  sort: sort === 'match' || (sort === 'new' && !search) ? undefined : sort,
});
