import { useQueryClient } from '@tanstack/react-query';
import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { PageHead } from '#contract/site/pages.ts';
import { ApiError } from './client/call.ts';

export interface Opened {
  client: QueryClient;
  /** The names in the page's path. */
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/**
 * Fills the query client with what a page's first view shows to everybody. The server waits for it before it renders the
 * page; the browser doesn't, as pages show skeletons meanwhile.
 */
export type Loader = (opened: Opened) => Promise<unknown>;

/** What a page says of itself, out of what its `loader` asked for; it makes the tab's title, too. */
export type Head = PageHead | ((opened: Opened) => PageHead);

/** Of the page that stands around. */
export const HeadContext = createContext<Head | null>(null);

export const describePage = (head: Head, opened: Opened): PageHead =>
  typeof head === 'function' ? head(opened) : head;

/** The open page's own title, which follows what the page comes to know; null where it has none. */
export function usePageTitle(): string | null {
  const client = useQueryClient();
  const head = use(HeadContext);
  const params = useParams();
  const [search] = useSearchParams();
  const watch = useCallback(
    (changed: () => void) =>
      client.getQueryCache().subscribe((event) => {
        // not at every component that begins to ask
        if (event.type === 'updated' && event.action.type !== 'fetch') changed();
      }),
    [client],
  );
  const read = () => (head ? describePage(head, { client, params, search }).title : null);
  return useSyncExternalStore(watch, read, read);
}

/** What a page is about: undefined until that is known, null where there is no such thing. */
export function findIn<T>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
): T | null | undefined {
  const state = client.getQueryState<T>(queryKey);
  if (state?.data !== undefined) return state.data;
  return state?.error instanceof ApiError && state.error.status < 500 ? null : undefined;
}

/** The number in a page's path. */
export const idIn = (segment = ''): number | null =>
  /^[1-9]\d{0,15}$/.test(segment) ? Number(segment) : null;
