import { t } from '@lingui/core/macro';
import type { ShippingPrice } from '#contract/shop/shipping.ts';
import { formatMoney } from '#web/app/money.ts';

/** What shipping costs, in a line. */
export function shippingTerms(shipping: ShippingPrice | undefined, freeWords: string | null): string {
  if (!shipping?.price) return freeWords ?? t`Free shipping on all orders`;
  const price = formatMoney(shipping.price);
  if (shipping.freeFrom === null) return t`Shipping ${price}`;
  const from = formatMoney(shipping.freeFrom);
  return t`Shipping ${price}, free from ${from}`;
}
