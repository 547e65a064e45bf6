import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orders, type Quote } from '#contract/orders/orders.ts';
import { discountCodes } from '#contract/shop/discount-codes.ts';
import { priceCart } from '#contract/shop/pricing.rules.ts';
import type { CartLine } from '#contract/shop/shop.ts';
import { useConfig } from '#web/app/config.ts';
import { call } from '#web/app/client/call.ts';

/** Where a cart is sent, as far as it is known, and the discount code that was entered. */
export interface CartTerms {
  shippingCountry: string | null;
  shippingState: string | null;
  code: string | null;
}

export const NO_TERMS: CartTerms = { shippingCountry: null, shippingState: null, code: null };

export interface CartSums extends Omit<Quote, 'shipping' | 'currency'> {
  /** Null: known once the country is. */
  shipping: number | null;
}

export const toItems = (lines: CartLine[]) =>
  lines.map(({ productId, variantId, quantity, videoId, at }) => ({
    productId,
    variantId: variantId || undefined,
    quantity,
    videoId,
    at,
  }));

const TYPING_MS = 300;

function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What a cart comes to: reckoned here where nothing but the owner's shipping price matters, else asked for. */
export function useCartSums(lines: CartLine[], terms: CartTerms): CartSums {
  const { shipping, taxMode, shippingZones } = useConfig();
  const isPlain = taxMode === 'OFF' && !shippingZones && terms.code === null;
  const items = toItems(lines);
  const shippingState = useSettled(terms.shippingState);
  const { data } = useQuery({
    queryKey: ['cart', 'sums', items, { ...terms, shippingState }],
    queryFn: ({ signal }) => call(orders.quote, { body: { items, ...terms, shippingState }, signal }),
    enabled: !isPlain && items.length > 0,
    placeholderData: keepPreviousData,
    // codes that do nothing are counted: each is asked for once
    staleTime: 60_000,
    retry: false,
  });
  const shippingKnown = !shippingZones || terms.shippingCountry !== null;
  if (!isPlain && data) return { ...data, shipping: shippingKnown ? data.shipping : null };
  const cents = (amount: number) => Math.round(amount * 100);
  const sums = priceCart(
    lines.map(({ productId, price, quantity }) => ({
      productId: Number(productId),
      cents: cents(price),
      quantity,
    })),
    {
      shipping: {
        cents: shippingKnown ? cents(shipping?.price ?? 0) : 0,
        freeFromCents: shipping?.freeFrom == null ? null : cents(shipping.freeFrom),
      },
    },
  );
  return {
    subtotal: sums.subtotal / 100,
    discount: 0,
    tax: 0,
    taxLines: [],
    taxMode: 'OFF',
    shipping: shippingKnown ? sums.shipping / 100 : null,
    totalAmount: sums.total / 100,
    codeMessage: null,
    daysMin: null,
    daysMax: null,
  };
}

/** Whether there is a discount code that can be used now. */
export function useHasCodes(): boolean {
  const { data } = useQuery({
    queryKey: ['cart', 'options'],
    queryFn: () => call(discountCodes.options),
    staleTime: 60_000,
  });
  return data?.discountCodes ?? false;
}
