import { z } from 'zod';
import { rule } from '#contract/text/message.ts';
import { ProductSafety } from '../settings/settings.ts';
import { Id, MAX_PICTURE_ALT, line, optionalText, text } from '../values.ts';
import { Category } from '../videos/videos.ts';
import { isGtin } from './variants.rules.ts';

export const MAX_PRODUCT_NAME = 100;
export const MAX_PRODUCT_DESCRIPTION = 1000;
/** Of how it fits, of its lenses and of its care, each. */
export const MAX_PRODUCT_DETAIL = 500;
export const MAX_PRICE = 100_000;
export const MAX_STOCK = 1_000_000;
export const MAX_PICTURES = 8;

/** Options of a product, values of each, and its variants. */
export const MAX_OPTIONS = 2;
export const MAX_OPTION_VALUES = 20;
export const MAX_VARIANTS = 100;
const MAX_OPTION_NAME = 40;
const MAX_SKU = 64;
export const DEFAULT_LOW_STOCK = 3;

export const ProductOption = z.object({
  name: line(MAX_OPTION_NAME, { what: 'name' }),
  values: z
    .array(line(MAX_OPTION_NAME, { what: 'value' }))
    .min(1, 'Please enter at least one value.')
    .max(MAX_OPTION_VALUES, rule`Up to ${MAX_OPTION_VALUES} values.`)
    .refine((values) => new Set(values).size === values.length, 'Each value can be there once.'),
});
export type ProductOption = z.output<typeof ProductOption>;

const PRICE_RULE = rule`Please enter a price from ${0.01} to ${MAX_PRICE} with at most 2 decimals.`;
/** A place on this site, or a picture elsewhere by https. */
const Picture = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(
    /^(\/(?!\/)[^\s\\]*|https:\/\/[^\s\\]+)$/,
    'Please enter an image address, such as /products/1.webp.',
  );

const Price = z
  .number(PRICE_RULE)
  .min(0.01, PRICE_RULE)
  .max(MAX_PRICE, PRICE_RULE)
  .refine((price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6, PRICE_RULE);
const Stock = z
  .number('Stock must be a whole number, or empty for unlimited.')
  .int('Stock must be a whole number, or empty for unlimited.')
  .min(0, 'Stock cannot be below 0.')
  .max(MAX_STOCK)
  .nullish()
  .transform((stock) => stock ?? null);

const GTIN_RULE = 'A GTIN has 8, 12, 13 or 14 digits, the last of which checks the others.';
const VariantInput = z.object({
  /** Of one that exists; left out: the one with these options, else a new one. */
  id: Id.nullish(),
  options: z
    .array(line(MAX_OPTION_NAME, { what: 'value' }))
    .max(MAX_OPTIONS)
    .default([]),
  /** Left out: the product's. */
  price: Price.nullish(),
  stock: Stock,
  /** As for the product: what was shown. */
  stockBefore: z.number().int().nullish(),
  lowStockAt: z.number().int().min(0).max(MAX_STOCK).default(DEFAULT_LOW_STOCK),
  sku: optionalText(MAX_SKU, { what: 'SKU' }),
  gtin: z
    .string()
    .trim()
    .refine((text) => text === '' || isGtin(text), GTIN_RULE)
    .nullish()
    .transform((text) => text || null),
  images: z
    .array(Picture)
    .max(MAX_PICTURES, rule`Up to ${MAX_PICTURES} pictures.`)
    .default([]),
});
export type VariantInput = z.input<typeof VariantInput>;

const productInput = z.object({
  name: line(MAX_PRODUCT_NAME, { what: 'name' }),
  /** May be left out where all variants have theirs. */
  price: Price.nullish(),
  description: text(MAX_PRODUCT_DESCRIPTION, { min: 0, what: 'description' }).default(''),
  category: Category,
  fit: optionalText(MAX_PRODUCT_DETAIL, { what: 'fit description' }),
  lens: optionalText(MAX_PRODUCT_DETAIL, { what: 'lens description' }),
  care: optionalText(MAX_PRODUCT_DETAIL, { what: 'care instructions' }),
  images: z
    .array(Picture)
    .max(MAX_PICTURES, rule`Up to ${MAX_PICTURES} pictures.`)
    .default([]),
  /** In the order of `images`; left out: none is described. */
  imageAlts: z
    .array(optionalText(MAX_PICTURE_ALT, { what: 'description of the picture' }))
    .max(MAX_PICTURES, rule`Up to ${MAX_PICTURES} pictures.`)
    .default([]),
  stock: Stock,
  options: z
    .array(ProductOption)
    .max(MAX_OPTIONS, rule`Up to ${MAX_OPTIONS} options.`)
    .default([]),
  /** Left out: one with the price and stock above, or the ones there are. */
  variants: z
    .array(VariantInput)
    .min(1)
    .max(MAX_VARIANTS, rule`Up to ${MAX_VARIANTS} variants.`)
    .nullish(),
  /** Null: the shop's. */
  productSafety: ProductSafety.partial()
    .transform((safety) => ({
      manufacturer: null,
      address: null,
      email: null,
      euResponsible: null,
      ...safety,
    }))
    .nullish()
    .transform((safety) => safety ?? null),
  hidden: z.boolean().default(false),
});

type Parsed = Pick<z.output<typeof productInput>, 'price' | 'options' | 'variants'>;

/** Variants fit the options, each combination is there once, and each has a price. */
function checkVariants({ value, issues }: z.core.ParsePayload<Parsed>): void {
  const problem = (path: (string | number)[], message: string) =>
    issues.push({ code: 'custom', path, message, input: value });
  const { options, variants } = value;
  if (!variants) {
    if (value.price == null) problem(['price'], PRICE_RULE);
    return;
  }
  if (new Set(options.map(({ name }) => name)).size < options.length)
    problem(['options'], 'Each option needs its own name.');
  const seen = new Set<string>();
  for (const [at, variant] of variants.entries()) {
    if (variant.price == null && value.price == null) problem(['variants', at, 'price'], PRICE_RULE);
    const fits =
      variant.options.length === options.length &&
      options.every(({ values }, option) => values.includes(variant.options[option] ?? ''));
    if (!fits) problem(['variants', at, 'options'], "This doesn't match the product's options.");
    const key = JSON.stringify(variant.options);
    if (seen.has(key)) problem(['variants', at, 'options'], 'Each combination can be there once.');
    seen.add(key);
  }
}

export const ProductInput = productInput.check(checkVariants);
export type ProductInput = z.input<typeof ProductInput>;

export const ProductChange = productInput
  .extend({
    /**
     * The value of `stock` when the form was loaded. If `stock` still equals it, the stored stock is left
     * alone, so that sales since aren't lost.
     */
    stockBefore: z.number().int().nullish(),
  })
  .check(checkVariants);
export type ProductChange = z.input<typeof ProductChange>;
