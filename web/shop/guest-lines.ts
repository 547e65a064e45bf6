import { MAX_QUANTITY } from '#contract/shop/shop.ts';
import type { CartLine, Product, Variant } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { guestCart, saveGuestCart, type GuestLine } from './guest-cart.ts';

/** What is added to a cart beside the product: left out, its first variant in stock. */
export interface Choice {
  variantId?: number | undefined;
  videoId?: number | undefined;
  at?: number | undefined;
}

/** The variant that is meant: by its id, else the first in stock. */
export const chosenVariant = (product: Product, variantId: number | undefined) =>
  product.variants.find(({ id }) => id === variantId) ??
  product.variants.find(({ inStock }) => inStock) ??
  product.variants[0];

const isSame = (line: GuestLine, { id, variantId }: { id: number; variantId?: number | undefined }) =>
  line.id === id && (line.variantId === undefined || variantId === undefined || line.variantId === variantId);

/** Adding a variant again raises its quantity. */
export function addToGuestCart(
  product: Product,
  quantity = 1,
  { videoId, at, ...choice }: Choice = {},
): void {
  const lines = guestCart();
  const variant = chosenVariant(product, choice.variantId);
  const line = {
    id: product.id,
    name: product.name,
    price: variant?.price ?? product.price,
    description: product.description,
    image: variant?.images[0] ?? product.image,
    category: product.category,
    ...(variant && { variantId: variant.id, variant: nameVariant(variant.options) }),
    ...(videoId !== undefined && { videoId, at: at ?? null }),
  };
  const found = lines.find((each) => isSame(each, line));
  saveGuestCart(
    found
      ? lines.map((each) =>
          each === found
            ? {
                // the first video that it was added from
                ...(found.videoId ? found : { ...found, videoId: videoId ?? null, at: at ?? null }),
                quantity: Math.min(MAX_QUANTITY, found.quantity + quantity),
              }
            : each,
        )
      : [...lines, { ...line, quantity }],
  );
}

/** 0 or less takes the line out. */
export function setGuestQuantity(of: { id: number; variantId?: number }, quantity: number): void {
  saveGuestCart(
    quantity <= 0
      ? guestCart().filter((line) => !isSame(line, of))
      : guestCart().map((line) =>
          isSame(line, of) ? { ...line, quantity: Math.min(MAX_QUANTITY, quantity) } : line,
        ),
  );
}

/** Lines that were there before, with the price they had then. */
export function restoreGuestCart(lines: CartLine[]): void {
  saveGuestCart(
    lines.map(({ productId, productName, price, addedPrice, ...line }) => ({
      ...line,
      id: Number(productId),
      name: productName,
      price: addedPrice ?? price,
    })),
  );
}

/** The guest's line with today's price and text, as the server would answer it. */
export function toCartLine(line: GuestLine, products: Product[] | undefined): CartLine {
  const product = products?.find((each) => each.id === line.id);
  const variant =
    line.variantId === undefined
      ? product && chosenVariant(product, undefined)
      : product?.variants.find(({ id }) => id === line.variantId);
  const now = product ?? line;
  const price = variant?.price ?? line.price;
  return {
    productId: String(line.id),
    variantId: variant?.id ?? line.variantId ?? 0,
    variant: variant ? nameVariant(variant.options) : (line.variant ?? null),
    productName: now.name,
    price,
    description: now.description,
    image: variant?.images[0] ?? now.image,
    category: now.category,
    quantity: line.quantity,
    addedPrice: price === line.price ? null : line.price,
    stock: products ? stockOf(product, variant) : null,
    videoId: line.videoId ?? null,
    at: line.at ?? null,
  };
}

/** How many can be bought: the number is known of a product's only variant. */
function stockOf(product: Product | undefined, variant: Variant | undefined): number | null {
  if (!product || !variant?.inStock) return 0;
  return product.variants.length === 1 ? product.stock : null;
}
