import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';

/** A cursor-paginated list, seen as one list. */
export function listOptions<Item>(
  queryKey: QueryKey,
  load: (cursor: string | undefined) => Promise<{ items: Item[]; next: string | null }>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load(pageParam),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}
