import { QueryClient } from '@tanstack/react-query';
import type { QueryFilters } from '@tanstack/react-query';

/**
 * Invalidated queries are refetched, unless `cancelRefetch` is false, even if a request is already in
 * progress. For an initial request TanStack would wait for that one, which may predate the change. But a list
 * that is loading its next page gets that page first: TanStack would cancel it, and the press on 'Load more'
 * would be lost.
 */
export class RefreshingClient extends QueryClient {
  override async invalidateQueries(...[filters, options]: Invalidate): Promise<void> {
    const findInFlight = () =>
      this.getQueryCache()
        .findAll(filters as QueryFilters)
        .filter(({ state }) => state.fetchStatus === 'fetching');
    const more = findInFlight().filter(({ state }) => state.fetchMeta?.fetchMore);
    if (more.length > 0) await Promise.allSettled(more.map(async ({ promise }) => promise));
    if (options?.cancelRefetch !== false && filters?.refetchType !== 'none')
      for (const query of findInFlight().filter(({ state }) => state.data === undefined)) {
        // who waits for it gets the next answer
        if (query.isActive()) void query.cancel({ silent: true });
        else void query.promise?.then(() => query.invalidate()).catch(() => undefined);
      }
    return super.invalidateQueries(filters, options);
  }
}
type Invalidate = Parameters<QueryClient['invalidateQueries']>;
