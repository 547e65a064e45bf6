import { useSyncExternalStore } from 'react';

/** The guest's cart, and the event that tells of its changes in this tab. */
export const GUEST_CART_KEY = 'guestCart';
export const CART_CHANGED = 'cart-changed';

function watch(listener: () => void): () => void {
  window.addEventListener(CART_CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CART_CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

function countGuestItems(): number {
  try {
    const lines = JSON.parse(localStorage.getItem(GUEST_CART_KEY) ?? '[]') as { quantity?: number }[];
    return lines.reduce((sum, line) => sum + (Number(line.quantity) || 0), 0);
  } catch {
    return 0;
  }
}

/** Items in the cart, for the header's badge. */
export function useCartCount(): number {
  return useSyncExternalStore(watch, countGuestItems);
}
