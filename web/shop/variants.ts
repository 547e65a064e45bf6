import type { Product, Variant } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';

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
