import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';
import { Id, IdParams } from '../values.ts';
import { ProductSafety } from '../settings/settings.ts';
import { Category } from '../videos/videos.ts';
import { ProductChange, ProductInput, ProductOption } from './product-input.ts';
import { msg, rule } from '#contract/text/message.ts';

/** Categories of a new shop; the owner can change the list, and `/api/config` returns it. */
export const PRODUCT_CATEGORIES = [msg('Classic'), msg('Premium'), msg('Casual')];

/** Of one line, and lines of one cart or checkout. */
export const MAX_QUANTITY = 20;
export const MAX_LINES = 50;
/** Of one uploaded picture, in bytes. */
export const MAX_PRODUCT_PICTURE = 10 * 1024 * 1024;

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
  /** Left out: each call has its own rule. */
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
    summary: "The caller's cart, in the order items were added",
  }),
  addToCart: endpoint({
    method: 'POST',
    path: '/api/cart/add',
    access: 'user',
    body: LineInput.extend({ quantity: Quantity.default(1) }),
    response: Cart,
    summary: `Add a product or raise its quantity (${MAX_QUANTITY} at most). Without a variant, the first in stock`,
  }),
  removeFromCart: endpoint({
    method: 'DELETE',
    path: '/api/cart/remove',
    access: 'user',
    query: OneProduct,
    response: Cart,
    summary: 'Remove a line, or without a variant all lines of the product',
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
    summary: "Set the quantity of a line, or without a variant that of the product's only line",
  }),
  clearCart: endpoint({
    method: 'DELETE',
    path: '/api/cart/clear',
    access: 'user',
    response: Cart,
    summary: 'Empty the cart',
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
    summary: "Merge a guest's cart into the caller's, once per key. Quantities are added up to the maximum",
  }),
  adminProducts: endpoint({
    method: 'GET',
    path: '/api/admin/products',
    access: 'admin',
    response: z.array(AdminProduct),
    summary: 'All products, including hidden ones',
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
      'Update a product. Carts and new orders take the new price. `stockBefore` is the stock that was shown: if `stock` is the same, sales since then are preserved',
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
      'Upload a picture (field `file`, up to 10 MB, JPEG, PNG, WebP or AVIF) to use in a product within a day',
  }),
};
