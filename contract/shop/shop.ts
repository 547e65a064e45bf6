import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';
import { Id, IdParams, MAX_PICTURE_ALT, optionalText, line, text } from '../values.ts';
import { ProductSafety } from '../settings/settings.ts';
import { Category } from '../videos/videos.ts';
import { isGtin } from './variants.rules.ts';
import { msg, rule } from '#contract/text/message.ts';

/** Categories of a new shop; the owner can change the list, and `/api/config` returns it. */
export const PRODUCT_CATEGORIES = [msg('Classic'), msg('Premium'), msg('Casual')];

/** Of one line, and lines of one cart or checkout. */
export const MAX_QUANTITY = 20;
export const MAX_LINES = 50;
export const MAX_PRODUCT_NAME = 100;
export const MAX_PRODUCT_DESCRIPTION = 1000;
/** Of how it fits, of its lenses and of its care, each. */
export const MAX_PRODUCT_DETAIL = 500;
export const MAX_PRICE = 100_000;
export const MAX_STOCK = 1_000_000;
export const MAX_PICTURES = 8;
/** Of one uploaded picture, in bytes. */
export const MAX_PRODUCT_PICTURE = 10 * 1024 * 1024;

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

export const Variant = z.object({
  id: z.number().int(),
  /** A value of each of the product's options, in their order. */
  options: z.array(z.string()),
  price: z.number(),
  sku: z.string().nullable(),
  /** 8, 12, 13 or 14 digits. */
  gtin: z.string().nullable(),
  images: z.array(z.string()),
  inStock: z.boolean(),
});
export type Variant = z.infer<typeof Variant>;

export const AdminVariant = Variant.extend({
  /** Null: unlimited. */
  stock: z.number().int().nullable(),
  /** Admins are notified when no more than this are left. */
  lowStockAt: z.number().int(),
});
export type AdminVariant = z.infer<typeof AdminVariant>;

export const Product = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The lowest price of what is in stock, in the shop's currency; at most 2 decimals, as everywhere on the wire. */
  price: z.number(),
  description: z.string(),
  /** The first picture. */
  image: z.string().nullable(),
  images: z.array(z.string()),
  /** Alt texts of the pictures, in the same order; null if not provided. */
  imageAlts: z.array(z.string().nullable()),
  category: Category,
  /** Its fit, lenses and care; null: not provided. */
  fit: z.string().nullable(),
  lens: z.string().nullable(),
  care: z.string().nullable(),
  /** How many can be bought now, of all variants; null means unlimited. */
  stock: z.number().int().nullable(),
  options: z.array(ProductOption),
  /** At least one; exactly one where there are no options. */
  variants: z.array(Variant),
  /** Its own, else the shop's; null where neither is known. */
  productSafety: ProductSafety.nullable(),
});
export type Product = z.infer<typeof Product>;

export const AdminProduct = Product.extend({
  hidden: z.boolean(),
  variants: z.array(AdminVariant),
});
export type AdminProduct = z.infer<typeof AdminProduct>;

const QUANTITY_RULE = rule`Quantity must be a whole number from 1 to ${MAX_QUANTITY}.`;
export const Quantity = z
  .number(QUANTITY_RULE)
  .int(QUANTITY_RULE)
  .min(1, QUANTITY_RULE)
  .max(MAX_QUANTITY, QUANTITY_RULE);

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

/** A line of the signed-in cart. Prices are today's catalogue's. */
export const CartLine = z.object({
  productId: z.string(),
  variantId: z.number().int(),
  /** Its options, as in "Black / Large"; null where the product has none. */
  variant: z.string().nullable(),
  productName: z.string(),
  price: z.number(),
  description: z.string(),
  image: z.string().nullable(),
  category: z.string(),
  quantity: z.number().int(),
  /** What it cost when it was put in, where that is another price than today's. */
  addedPrice: z.number().nullable(),
  /** How many can be bought now; null means unlimited, 0 also when it is no longer sold. */
  stock: z.number().int().nullable(),
  /** The video that it was added from, and the second in it. */
  videoId: z.number().int().nullable(),
  at: z.number().nullable(),
});
export type CartLine = z.infer<typeof CartLine>;

/** What is bought: prices sent along are ignored, the server prices from its own catalogue. */
const OneProduct = z.object({
  productId: Id,
  /** Left out: what is said of each call. */
  variantId: Id.optional(),
});
/** The video that it is bought from, and the second in it. */
const Moment = {
  videoId: Id.nullish(),
  at: z.number().min(0).max(1_000_000).nullish(),
};
export const LineInput = z.object({ productId: Id, variantId: Id.nullish(), quantity: Quantity, ...Moment });
export type LineToBuy = z.output<typeof LineInput>;
const Cart = z.array(CartLine);

export const shop = {
  products: endpoint({
    method: 'GET',
    path: '/api/products',
    access: 'public',
    query: z.object({ category: Category.optional() }),
    response: z.array(Product),
    summary: 'The catalogue',
  }),
  product: endpoint({
    method: 'GET',
    path: '/api/products/{id}',
    access: 'public',
    params: IdParams,
    response: Product,
    summary: 'One product',
  }),
  cart: endpoint({
    method: 'GET',
    path: '/api/cart',
    access: 'user',
    response: Cart,
    summary: "The caller's cart, in the order things were put in",
  }),
  addToCart: endpoint({
    method: 'POST',
    path: '/api/cart/add',
    access: 'user',
    body: LineInput.extend({ quantity: Quantity.default(1) }),
    response: Cart,
    summary: `Put a product in, or raise its quantity (${MAX_QUANTITY} at most); without a variant the first in stock`,
  }),
  removeFromCart: endpoint({
    method: 'DELETE',
    path: '/api/cart/remove',
    access: 'user',
    query: OneProduct,
    response: Cart,
    summary: 'Take a line out; without a variant all lines of the product',
  }),
  updateCart: endpoint({
    method: 'PUT',
    path: '/api/cart/update',
    access: 'user',
    query: OneProduct.extend({
      quantity: z.coerce
        .string()
        .regex(/^\d{1,4}$/, QUANTITY_RULE)
        .transform(Number)
        .pipe(Quantity)
        .register(jsonSchemaFacts, { type: 'integer', minimum: 1, maximum: MAX_QUANTITY }),
    }),
    response: Cart,
    summary: 'Set the quantity of a line; without a variant of the only line of the product',
  }),
  clearCart: endpoint({
    method: 'DELETE',
    path: '/api/cart/clear',
    access: 'user',
    response: Cart,
    summary: 'Take everything out',
  }),
  mergeCart: endpoint({
    method: 'POST',
    path: '/api/cart/merge',
    access: 'user',
    body: z.object({
      /** Made by the browser with the guest cart: the same key is merged once. */
      key: z.string().regex(/^[\w-]{8,64}$/),
      items: z.array(LineInput).max(MAX_LINES, rule`At most ${MAX_LINES} lines.`),
    }),
    response: Cart,
    summary: "Add a guest's cart to the caller's, once per key; quantities are added and capped",
  }),
  adminProducts: endpoint({
    method: 'GET',
    path: '/api/admin/products',
    access: 'admin',
    response: z.array(AdminProduct),
    summary: 'Every product, hidden ones too',
  }),
  createProduct: endpoint({
    method: 'POST',
    path: '/api/admin/products',
    access: 'admin',
    body: ProductInput,
    response: AdminProduct,
    status: 201,
    summary: 'Add a product',
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/api/admin/products/{id}',
    access: 'admin',
    params: IdParams,
    body: ProductChange,
    response: AdminProduct,
    summary:
      'Change a product; carts and coming orders take the new price. `stockBefore`: the stock that was shown; where it is sent back unchanged, what was sold since stays sold',
  }),
  uploadPicture: endpoint({
    method: 'POST',
    path: '/api/admin/products/pictures',
    access: 'admin',
    consumes: 'multipart/form-data',
    form: z.object({ file: z.file() }),
    response: z.object({ url: z.string() }),
    status: 201,
    summary:
      'Upload a picture (field `file`, up to 10 MB, JPEG, PNG, WebP or AVIF) for a product to take up within a day',
  }),
};
