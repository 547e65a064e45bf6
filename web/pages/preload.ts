import type { QueryClient } from '@tanstack/react-query';

export interface Opened {
  client: QueryClient;
  /** The names in the page's path. */
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** Asks for what a page's first view shows to everybody; answers that travelled with the page are taken at once. */
export type Preload = (opened: Opened) => Promise<unknown>;
