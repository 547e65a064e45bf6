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
 * Fills the query client with the public data of a page's first view. The server waits for it before rendering; the
 * browser doesn't, as pages show skeletons.
 */
export type Loader = (opened: Opened) => Promise<unknown>;

/** A page's metadata, derived from what its `loader` fetched; also the tab's title. */
export type Head = PageHead | ((opened: Opened) => PageHead);

/** The metadata of the enclosing page. */
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

/** The subject of a page: undefined while loading, null if it doesn't exist. */
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
