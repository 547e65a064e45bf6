import { MAX_QUANTITY } from '#contract/shop/shop.ts';
import type { CartLine, Product } from '#contract/shop/shop.ts';
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

/** Adding a product again raises its quantity. */
export function addToGuestCart(product: Product, quantity = 1): void {
  const lines = guestCart();
  const found = lines.find((line) => line.id === product.id);
  const line = {
    id: product.id,
    name: product.name,
    price: product.price,
    description: product.description,
    image: product.image,
    category: product.category,
  };
  write(
    found
      ? lines.map((each) =>
          each === found ? { ...found, quantity: Math.min(MAX_QUANTITY, found.quantity + quantity) } : each,
        )
      : [...lines, { ...line, quantity }],
  );
}

/** 0 or less takes the line out. */
export function setGuestQuantity(id: number, quantity: number): void {
  write(
    quantity <= 0
      ? guestCart().filter((line) => line.id !== id)
      : guestCart().map((line) =>
          line.id === id ? { ...line, quantity: Math.min(MAX_QUANTITY, quantity) } : line,
        ),
  );
}

/** Lines that were there before, with the price they had then. */
export function restoreGuestCart(lines: CartLine[]): void {
  write(
    lines.map(({ productId, productName, price, addedPrice, description, image, category, quantity }) => ({
      id: Number(productId),
      name: productName,
      price: addedPrice ?? price,
      description,
      image,
      category,
      quantity,
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
  const now = product ?? line;
  return {
    productId: String(line.id),
    productName: now.name,
    price: now.price,
    description: now.description,
    image: now.image,
    category: now.category,
    quantity: line.quantity,
    addedPrice: now.price === line.price ? null : line.price,
    stock: products ? (product ? product.stock : 0) : null,
  };
}
