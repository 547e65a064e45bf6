import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '#contract/api-keys/api-keys.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';

const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => call(keys.list) });
export const useKeys = () => useQuery(keysQuery);

const CHANGED = [['keys'], ['security-events']] as const;

export const useCreateKey = () =>
  useChange((body: BodyInput<typeof keys.create>) => call(keys.create, { body }), {
    refetch: CHANGED,
  });

export const useRevokeKey = () =>
  useChange((id: number) => call(keys.revoke, { params: { id: String(id) } }), {
    refetch: CHANGED,
  });
