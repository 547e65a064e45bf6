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

export function saveGuestCart(lines: GuestLine[]): void {
  localStore.set(CART, JSON.stringify(lines));
  if (lines.length === 0) localStore.remove(KEY);
  else if (!localStore.get(KEY))
    localStore.set(KEY, `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`);
  window.dispatchEvent(new Event(CHANGED));
}

export function guestCartKey(): string {
  return localStore.get(KEY) ?? 'guest-cart';
}

export function clearGuestCart(): void {
  saveGuestCart([]);
}

export function watchGuestCart(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  const endOther = watchOtherTabs(listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    endOther();
  };
}
