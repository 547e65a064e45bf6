import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { queryClient } from '#web/app/queries.ts';
import { getToken } from '#web/app/session.ts';
import { afterHydration, isHydrating } from '#web/ui/hydration.ts';

/** A playlist or a series, page by page. Null: the server's page came with the news that guests find none. */
export function listPages<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  load: (cursor: string | undefined) => Promise<Page | null>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      // what the page brought along is what guests see of it
      if (isHydrating() && getToken() !== null)
        afterHydration(() => void queryClient.invalidateQueries({ queryKey }));
      return load(pageParam);
    },
    getNextPageParam: (page) => page?.nextCursor,
  });
}
