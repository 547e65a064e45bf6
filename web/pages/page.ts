import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageHead } from '#contract/pages.ts';
import { ApiError } from '#web/app/call.ts';

export interface Opened {
  client: QueryClient;
  /** The names in the page's path. */
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/**
 * Asks for what a page's first view shows to everybody. The thread that writes pages runs it for the answers that travel
 * along; the browser runs it when it takes the page over, where they are there at once, and before a link is followed.
 */
export type Preload = (opened: Opened) => Promise<unknown>;

/** What a page says of itself, out of what its `preload` asked for; it makes the tab's title, too. */
export type Head = PageHead | ((opened: Opened) => PageHead);

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
