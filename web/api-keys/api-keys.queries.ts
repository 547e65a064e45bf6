import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '#contract/api-keys/api-keys.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call } from '#web/app/client/call.ts';

const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => call(keys.list) });
export const useKeys = () => useQuery(keysQuery);

function useRenew() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      (['keys', 'security-events'] as const).map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export function useCreateKey() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof keys.create>) => call(keys.create, { body }),
    onSuccess: useRenew(),
  });
}

export function useRevokeKey() {
  return useMutation({
    mutationFn: (id: number) => call(keys.revoke, { params: { id: String(id) } }),
    onSettled: useRenew(),
  });
}
