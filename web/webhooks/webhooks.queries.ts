import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { webhooks } from '#contract/webhooks/webhooks.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { listOptions } from '#web/app/client/list-query.ts';

const SOON_MS = 5000;

export const useWebhooks = () => useQuery({ queryKey: ['webhooks'], queryFn: () => call(webhooks.list) });

/** The deliveries; polled while one is pending. */
export function useDeliveries(id: number) {
  return useInfiniteQuery({
    ...listOptions(['webhooks', 'deliveries', id], (cursor) =>
      callPage(webhooks.deliveries, { params: { id: String(id) }, query: { cursor } }),
    ),
    refetchInterval: SOON_MS,
  });
}

function useRenew() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['webhooks'] });
}

export function useCreateWebhook() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof webhooks.create>) => call(webhooks.create, { body }),
    onSuccess: useRenew(),
  });
}

export function useChangeWebhook(id: number) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof webhooks.change>) =>
      call(webhooks.change, { params: { id: String(id) }, body }),
    onSettled: useRenew(),
  });
}

export function useRemoveWebhook(id: number) {
  return useMutation({
    mutationFn: () => call(webhooks.remove, { params: { id: String(id) } }),
    onSettled: useRenew(),
  });
}

export function useTestWebhook(id: number) {
  return useMutation({
    mutationFn: () => call(webhooks.test, { params: { id: String(id) } }),
    onSettled: useRenew(),
  });
}

export function useResend() {
  return useMutation({
    mutationFn: (id: number) => call(webhooks.resend, { params: { id: String(id) } }),
    onSettled: useRenew(),
  });
}
