import type { Sums } from '#contract/orders/sums.ts';
import type { Pricing } from '#contract/shop/pricing.rules.ts';
import { toAmount } from '#server/adapters/payments/money.ts';

/** Amounts as the wire has them. */
export const toSums = (
  pricing: Pick<Pricing, 'subtotal' | 'discount' | 'tax' | 'taxLines' | 'taxMode'>,
): Sums => ({
  subtotal: toAmount(pricing.subtotal),
  discount: toAmount(pricing.discount),
  tax: toAmount(pricing.tax),
  taxLines: pricing.taxLines.map(({ rate, net, tax }) => ({
    rate: rate / 1000,
    net: toAmount(net),
    tax: toAmount(tax),
  })),
  taxMode: pricing.taxMode,
});
