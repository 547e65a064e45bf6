import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { staleWhere } from '#web/app/queries.ts';
import { getToken } from '#web/app/session/session.ts';

/** A playlist or a series, page by page. Null: the server's page came with the news that guests find none. */
export function listPages<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  load: (cursor: string | undefined) => Promise<Page | null>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load(pageParam),
    staleTime: staleWhere(() => getToken() !== null),
    getNextPageParam: (page) => page?.nextCursor,
  });
}
