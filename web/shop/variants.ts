import { t } from '@lingui/core/macro';
import type { Product, Variant } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { formatMoney } from '#web/app/i18n/money.ts';

/** The variant that a value leads to: with the other option as it is, else the first in stock that has the value. */
export function variantWith(
  { variants }: Product,
  { options: chosen }: Variant,
  option: number,
  value: string,
): Variant | undefined {
  const having = variants.filter(({ options }) => options[option] === value);
  return (
    having.find(({ options }) => options.every((each, at) => at === option || each === chosen[at])) ??
    having.find(({ inStock }) => inStock) ??
    having[0]
  );
}

/** "Aviator, Black / Dark" */
export function titleOf({ name }: Product, variant: Variant | undefined): string {
  const options = variant && nameVariant(variant.options);
  return options ? `${name}, ${options}` : name;
}

/** Pictures of a variant: its own, then the rest of the product's. */
export const picturesOf = ({ images }: Product, variant: Variant | undefined): string[] => [
  ...new Set([...(variant?.images ?? []), ...images]),
];

/** "$80.00", or "From $80.00" where what is in stock has several prices. */
export function priceOf({ price, variants }: Product): string {
  const inStock = variants.filter((variant) => variant.inStock);
  const prices = (inStock.length > 0 ? inStock : variants).map((variant) => variant.price);
  const lowest = formatMoney(price);
  return new Set(prices).size > 1 ? t`From ${lowest}` : lowest;
}
