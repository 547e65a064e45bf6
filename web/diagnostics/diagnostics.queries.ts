import { queryOptions, useQuery } from '@tanstack/react-query';
import { admin } from '#contract/admin/admin.ts';
import { call } from '#web/app/client/call.ts';

const checkQuery = queryOptions({
  queryKey: ['admin', 'check'],
  queryFn: () => call(admin.check),
  // checks every service: only on opening the tab
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});
export const useCheck = () => useQuery(checkQuery);
