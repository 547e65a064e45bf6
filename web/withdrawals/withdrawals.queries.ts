import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { withdrawals } from '#contract/withdrawals/withdrawals.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { listOptions } from '#web/app/client/list-query.ts';

/** `orderKey`: declares at once; without it, the link in an email does. */
export const useDeclareWithdrawal = () =>
  useMutation({
    mutationFn: ({ orderKey, ...body }: { orderId: number; email: string; orderKey: string | null }) =>
      call(withdrawals.declare, { body, ...(orderKey && { headers: { 'x-order-key': orderKey } }) }),
  });

/** Under the orders: whatever refunds one changes this list, too. */
const withdrawalsQuery = listOptions(['orders', 'withdrawals'], (cursor) =>
  callPage(withdrawals.adminList, { query: { cursor } }),
);

export const useWithdrawals = () => useInfiniteQuery(withdrawalsQuery);
