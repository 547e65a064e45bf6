import { MAX_QUANTITY } from '#contract/shop/shop.ts';
import type { CartLine, Product, Variant } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { localStore, readList, watchOtherTabs } from '#web/ui/storage.ts';

/** A line of the guest's cart in local storage. */
export interface GuestLine {
  id: number;
  name: string;
  price: number;
  description: string;
  image: string | null;
  category: string;
  quantity: number;
  /** Left out in carts from before there were variants. */
  variantId?: number;
  variant?: string | null;
  /** The video that it was added from, and the second in it. */
  videoId?: number | null;
  at?: number | null;
}

/** What is added to a cart beside the product: left out, its first variant in stock. */
export interface Choice {
  variantId?: number | undefined;
  videoId?: number | undefined;
  at?: number | undefined;
}

const CART = 'guestCart';
/** An idempotency key: the server merges this cart once. */
const KEY = 'guestCartKey';
const CHANGED = 'cart-changed';

function isLine(value: unknown): value is GuestLine {
  const line = value as Partial<GuestLine> | null;
  return (
    typeof line === 'object' &&
    line !== null &&
    Number.isInteger(line.id) &&
    Number.isInteger(line.quantity) &&
    Number(line.quantity) > 0 &&
    typeof line.name === 'string' &&
    typeof line.price === 'number'
  );
}

const NOTHING: GuestLine[] = [];
/** The cart as the server renders it. */
export const emptyCart = (): GuestLine[] => NOTHING;

// the same array as on the server: another one would render the header again
let read: { text: string; lines: GuestLine[] } = { text: '[]', lines: NOTHING };

/** The same array until the cart changes. Invalid lines are dropped. */
export function guestCart(): GuestLine[] {
  const text = localStore.get(CART) ?? '[]';
  if (text !== read.text) read = { text, lines: readList(localStore, CART, isLine) };
  return read.lines;
}

function write(lines: GuestLine[]): void {
  localStore.set(CART, JSON.stringify(lines));
  if (lines.length === 0) localStore.remove(KEY);
  else if (!localStore.get(KEY))
    localStore.set(KEY, `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`);
  window.dispatchEvent(new Event(CHANGED));
}

export function guestCartKey(): string {
  return localStore.get(KEY) ?? 'guest-cart';
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
  write(
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
  write(
    quantity <= 0
      ? guestCart().filter((line) => !isSame(line, of))
      : guestCart().map((line) =>
          isSame(line, of) ? { ...line, quantity: Math.min(MAX_QUANTITY, quantity) } : line,
        ),
  );
}

/** Lines that were there before, with the price they had then. */
export function restoreGuestCart(lines: CartLine[]): void {
  write(
    lines.map(({ productId, productName, price, addedPrice, stock: _, ...line }) => ({
      ...line,
      id: Number(productId),
      name: productName,
      price: addedPrice ?? price,
    })),
  );
}

export function clearGuestCart(): void {
  write([]);
}

export function watchGuestCart(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  const endOther = watchOtherTabs(listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    endOther();
  };
}

/** The guest's line with today's price and words, as the server would answer it. */
export function toCartLine(line: GuestLine, products: Product[] | undefined): CartLine {
  const product = products?.find((each) => each.id === line.id);
  const variant = product && chosenVariant(product, line.variantId);
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
