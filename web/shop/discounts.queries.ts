import { queryOptions, useQuery } from '@tanstack/react-query';
import { discountCodes, type DiscountCode } from '#contract/shop/discount-codes.ts';
import { call } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';

/** A code as its form has it; `id` null: a new one. */
export type DiscountInput = Omit<DiscountCode, 'id' | 'uses'> & { id: number | null };

const codesQuery = queryOptions({ queryKey: ['discount-codes'], queryFn: () => call(discountCodes.list) });
export const useDiscountCodes = () => useQuery(codesQuery);

export const useSaveDiscount = () =>
  useChange(
    ({ id, ...body }: DiscountInput) =>
      id === null
        ? call(discountCodes.create, { body })
        : call(discountCodes.change, { params: { id: String(id) }, body }),
    { refetch: [codesQuery.queryKey] },
  );

export const useRemoveDiscount = () =>
  useChange((id: number) => call(discountCodes.remove, { params: { id: String(id) } }), {
    refetch: [codesQuery.queryKey],
  });
