import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { shop } from '#contract/shop/shop.ts';
import type { ProductChange } from '#contract/shop/product-input.ts';
import type { CartLine, Product } from '#contract/shop/shop.ts';
import { ApiError, call } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { fileForm } from '#web/app/client/file-form.ts';
import { useToken } from '#web/app/session/session.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { cartQuery } from './cart-count.ts';
import { clearGuestCart, emptyCart, guestCart, watchGuestCart } from './guest-cart.ts';
import {
  addToGuestCart,
  restoreGuestCart,
  setGuestQuantity,
  toCartLine,
  type Choice,
} from './guest-lines.ts';
import { useProducts } from './products.queries.ts';

export interface Cart {
  lines: CartLine[] | undefined;
  error: Error | null;
  reload(): void;
  /** Resolves once it is added. */
  add(product: Product, quantity?: number, choice?: Choice): Promise<void>;
  setQuantity(line: CartLine, quantity: number): void;
  remove(line: CartLine): void;
  clear(): Promise<void>;
  /** Restores a cleared cart. */
  restore(lines: CartLine[]): void;
}

/** The guest's cart in this browser, or the signed-in person's on the server. */
export function useCart(): Cart {
  const token = useToken();
  const guest = useGuestCart();
  const server = useServerCartActions(token);
  return token === null ? guest : server;
}

function useGuestCart(): Cart {
  const lines = useSyncExternalStore(watchGuestCart, guestCart, emptyCart);
  const products = useProducts();
  return {
    lines: lines.map((line) => toCartLine(line, products.data)),
    error: null,
    reload: () => {},
    add: async (product, quantity, choice) => addToGuestCart(product, quantity, choice),
    setQuantity: ({ productId, variantId }, quantity) =>
      setGuestQuantity({ id: Number(productId), variantId }, quantity),
    remove: ({ productId, variantId }) => setGuestQuantity({ id: Number(productId), variantId }, 0),
    clear: async () => clearGuestCart(),
    restore: restoreGuestCart,
  };
}

function useServerCartActions(token: string | null): Cart {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(cartQuery(token));
  const key = cartQuery(token).queryKey;
  const change = useMutation({
    // one after the other, so that the last answer is the last word
    scope: { id: 'cart' },
    mutationFn: ({ send }: { send: () => Promise<CartLine[]>; shown?: (lines: CartLine[]) => CartLine[] }) =>
      send(),
    onMutate: async ({ shown }) => {
      await client.cancelQueries({ queryKey: key });
      if (shown) client.setQueryData(key, (lines) => lines && shown(lines));
    },
    onSuccess: (lines) => client.setQueryData(key, lines),
    onError: (failure) => {
      console.warn(failure);
      if (failure instanceof ApiError && failure.isReported) toast(failure.message, { kind: 'bad' });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  const without = (variantId: number) => (lines: CartLine[]) =>
    lines.filter((line) => line.variantId !== variantId);
  return {
    lines: data,
    error,
    reload: () => void refetch(),
    add: async (product, quantity = 1, choice = {}) => {
      await change.mutateAsync({
        send: () => call(shop.addToCart, { body: { productId: product.id, quantity, ...choice } }),
      });
    },
    setQuantity: ({ productId, variantId }, quantity) =>
      change.mutate({
        send: () => call(shop.updateCart, { query: { productId, variantId, quantity: String(quantity) } }),
        shown: (lines) => lines.map((line) => (line.variantId === variantId ? { ...line, quantity } : line)),
      }),
    remove: ({ productId, variantId }) =>
      change.mutate({
        send: () => call(shop.removeFromCart, { query: { productId, variantId } }),
        shown: without(variantId),
      }),
    clear: async () => {
      await change.mutateAsync({ send: () => call(shop.clearCart), shown: () => [] }).catch(() => {});
    },
    restore: (lines) => {
      for (const { productId, variantId, quantity, videoId, at } of lines)
        change.mutate({
          send: () =>
            call(shop.addToCart, {
              body: { productId: Number(productId), variantId, quantity, videoId, at },
            }),
        });
    },
  };
}

const allProductsQuery = queryOptions({
  queryKey: ['products', 'all'],
  queryFn: () => call(shop.adminProducts),
});
export const useAllProducts = () => useQuery(allProductsQuery);

/** Adds a product, or changes the one of this id. */
export const useSaveProduct = () =>
  useChange(
    ({ id, ...input }: ProductChange & { id: number | null }) =>
      id === null
        ? call(shop.createProduct, { body: input })
        : call(shop.updateProduct, { params: { id: String(id) }, body: input }),
    { refetch: [['products'], ['product'], ['cart']] },
  );

/** Puts a picture in the store, for a product to take up. */
export const uploadPicture = (file: File): Promise<{ url: string }> =>
  call(shop.uploadPicture, { body: fileForm(file) });
