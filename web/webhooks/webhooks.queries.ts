import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { webhooks } from '#contract/webhooks/webhooks.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
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

export const useCreateWebhook = () =>
  useChange((body: BodyInput<typeof webhooks.create>) => call(webhooks.create, { body }), {
    refetch: [['webhooks']],
  });

export const useChangeWebhook = (id: number) =>
  useChange(
    (body: BodyInput<typeof webhooks.change>) => call(webhooks.change, { params: { id: String(id) }, body }),
    { refetch: [['webhooks']] },
  );

export const useRemoveWebhook = (id: number) =>
  useChange(() => call(webhooks.remove, { params: { id: String(id) } }), { refetch: [['webhooks']] });

export const useTestWebhook = (id: number) =>
  useChange(() => call(webhooks.test, { params: { id: String(id) } }), { refetch: [['webhooks']] });

export const useResend = () =>
  useChange((id: number) => call(webhooks.resend, { params: { id: String(id) } }), {
    refetch: [['webhooks']],
  });
