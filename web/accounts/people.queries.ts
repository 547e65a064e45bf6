import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { people } from '#contract/people.ts';
import type { Role } from '#contract/accounts.ts';
import { call, callPage } from '#web/app/call.ts';

export function usePeople(q: string, role: Role | '') {
  return useInfiniteQuery({
    queryKey: ['people', q, role],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      callPage(people.list, { query: { q, role: role || undefined, cursor: pageParam ?? undefined } }),
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    placeholderData: (before) => before,
  });
}

export const useUpgradeRequests = () =>
  useQuery({ queryKey: ['upgrade-requests'], queryFn: () => call(people.upgradeRequests) });

/** After any of these both lists may have changed. */
function usePeopleMutation<T>(mutationFn: (input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['people'] }),
        client.invalidateQueries({ queryKey: ['upgrade-requests'] }),
        client.invalidateQueries({ queryKey: ['admin', 'overview'] }),
      ]),
  });
}

export const useSetRole = () =>
  usePeopleMutation(({ id, role }: { id: number; role: Role }) =>
    call(people.setRole, { params: { id: String(id) }, body: { role } }),
  );
export const useSuspend = () =>
  usePeopleMutation(({ id, reason }: { id: number; reason: string }) =>
    call(people.suspend, { params: { id: String(id) }, body: { reason } }),
  );
export const useUnsuspend = () =>
  usePeopleMutation((id: number) => call(people.unsuspend, { params: { id: String(id) } }));
export const useGrant = () =>
  usePeopleMutation((id: number) => call(people.grant, { params: { id: String(id) } }));
export const useRefuse = () =>
  usePeopleMutation(({ id, reason }: { id: number; reason: string }) =>
    call(people.refuse, { params: { id: String(id) }, body: { reason } }),
  );
