import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { discountCodes, type DiscountCode } from '#contract/shop/discount-codes.ts';
import { call } from '#web/app/client/call.ts';

/** A code as its form has it; `id` null: a new one. */
export type DiscountInput = Omit<DiscountCode, 'id' | 'uses'> & { id: number | null };

const codesQuery = queryOptions({ queryKey: ['discount-codes'], queryFn: () => call(discountCodes.list) });
export const useDiscountCodes = () => useQuery(codesQuery);

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: codesQuery.queryKey });
}

export const useSaveDiscount = () =>
  useMutation({
    mutationFn: ({ id, ...body }: DiscountInput) =>
      id === null
        ? call(discountCodes.create, { body })
        : call(discountCodes.change, { params: { id: String(id) }, body }),
    onSuccess: useRefresh(),
  });

export const useRemoveDiscount = () =>
  useMutation({
    mutationFn: (id: number) => call(discountCodes.remove, { params: { id: String(id) } }),
    onSuccess: useRefresh(),
  });
