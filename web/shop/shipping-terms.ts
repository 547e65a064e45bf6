import { t } from '@lingui/core/macro';
import type { ShippingPrice } from '#contract/shop/shipping.ts';
import { formatMoney } from '#web/app/money.ts';

/** What shipping costs, in a line. */
export function shippingTerms(shipping: ShippingPrice | undefined, freeWords: string | null): string {
  if (!shipping?.price) return freeWords ?? t`Free shipping on all orders`;
  const price = t`Shipping ${formatMoney(shipping.price)}`;
  return shipping.freeFrom === null ? price : `${price}, free from ${formatMoney(shipping.freeFrom)}`;
}
