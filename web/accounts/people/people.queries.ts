import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { people } from '#contract/accounts/people.ts';
import type { Role } from '#contract/accounts/accounts.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';

const peopleQuery = (q: string, role: Role | '') =>
  listOptions(['people', q, role], (cursor) =>
    callPage(people.list, { query: { q, role: role || undefined, cursor } }),
  );

export const usePeople = (q: string, role: Role | '') =>
  useInfiniteQuery({ ...peopleQuery(q, role), placeholderData: keepPreviousData });

const upgradeRequestsQuery = queryOptions({
  queryKey: ['upgrade-requests'],
  queryFn: () => call(people.upgradeRequests),
});

export const useUpgradeRequests = () => useQuery(upgradeRequestsQuery);

/** After any of these both lists may have changed. */
const usePeopleMutation = <T>(mutationFn: (input: T) => Promise<unknown>) =>
  useChange(mutationFn, { refetch: [['people'], upgradeRequestsQuery.queryKey, ['admin', 'overview']] });

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
export const useReject = () =>
  usePeopleMutation(({ id, reason }: { id: number; reason: string }) =>
    call(people.reject, { params: { id: String(id) }, body: { reason } }),
  );
