import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { search } from '#contract/search/search.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { UNSPACED } from './unspaced.ts';

const TYPING_MS = 120;

/** A debounced value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export function useSuggestions(typed: string) {
  const q = useSettled(typed.trim());
  const { data, isError } = useQuery({
    queryKey: ['search', 'suggestions', q],
    enabled: q.length > 1 || UNSPACED.test(q),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(search.suggest, { query: { q }, signal }),
  });
  return isError ? [] : (data?.suggestions ?? []);
}

/** The URL's filter, in the contract's order: the server embeds the response under the same URL. */
export interface SearchFilter {
  q: string;
  type?: 'all' | 'videos' | 'people' | 'posts' | 'products';
  category?: string;
  sort?: 'relevance' | 'new' | 'top';
  duration?: 'short' | 'medium' | 'long';
  since?: 'day' | 'week' | 'month' | 'year';
  correct?: 'true' | 'false';
}

/** Pages of a single type; of all types there is one page. */
const resultsQuery = (filter: SearchFilter) =>
  infiniteQueryOptions({
    queryKey: ['search', 'results', filter],
    enabled: filter.q !== '',
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { items, next } = await callPage(search.find, {
        query: { ...filter, cursor: pageParam || undefined },
        signal,
      });
      return { answer: items, next };
    },
    getNextPageParam: ({ next }) => next,
  });
export const useSearch = (filter: SearchFilter) => useInfiniteQuery(resultsQuery(filter));
export const preloadSearch = async (client: QueryClient, filter: SearchFilter): Promise<void> => {
  if (filter.q) await client.prefetchInfiniteQuery(resultsQuery(filter));
};
