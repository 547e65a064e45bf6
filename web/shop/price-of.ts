import { t } from '@lingui/core/macro';
import type { Product } from '#contract/shop/shop.ts';
import { formatMoney } from '#web/app/i18n/money.ts';

/** "$80.00", or "From $80.00" where what is in stock has several prices. */
export function priceOf({ price, variants }: Product): string {
  const inStock = variants.filter((variant) => variant.inStock);
  const prices = (inStock.length > 0 ? inStock : variants).map((variant) => variant.price);
  const lowest = formatMoney(price);
  return new Set(prices).size > 1 ? t`From ${lowest}` : lowest;
}
