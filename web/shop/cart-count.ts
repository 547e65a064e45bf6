import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { shop } from '#contract/shop/shop.ts';
import type { CartLine } from '#contract/shop/shop.ts';
import { ApiError, call } from '#web/app/client/call.ts';
import { useToken } from '#web/app/session/session.ts';
import { clearGuestCart, emptyCart, guestCart, guestCartKey, watchGuestCart } from './guest-cart.ts';

/** The server's cart, after merging the guest's cart once. */
async function loadCart(): Promise<CartLine[]> {
  const guest = guestCart();
  if (guest.length === 0) return await call(shop.cart);
  try {
    const items = guest.slice(0, 50).map(({ id, quantity, variantId, videoId, at }) => ({
      productId: id,
      quantity: Math.min(20, quantity),
      variantId,
      videoId,
      at,
    }));
    const merged = await call(shop.mergeCart, { body: { key: guestCartKey(), items } });
    clearGuestCart();
    return merged;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    // whatever it contains, it can't be merged
    clearGuestCart();
    return await call(shop.cart);
  }
}

export const cartQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['cart', token],
    queryFn: loadCart,
    enabled: token !== null,
    staleTime: 60_000,
  });

/** Items in the cart, for the header's badge. */
export function useCartCount(): number {
  const token = useToken();
  const guest = useSyncExternalStore(watchGuestCart, guestCart, emptyCart);
  const { data } = useQuery(cartQuery(token));
  const lines = token === null ? guest : (data ?? []);
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
