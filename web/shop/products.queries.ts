import { queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { shop } from '#contract/shop/shop.ts';
import type { Product } from '#contract/shop/shop.ts';
import { call } from '#web/app/client/call.ts';
import { staleUntilFound } from '#web/app/queries.ts';

const productsQuery = queryOptions({ queryKey: ['products'], queryFn: () => call(shop.products) });
export const productQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['product', id],
    enabled: id !== null,
    queryFn: (): Promise<Product | null> => call(shop.product, { params: { id: String(id) } }),
    staleTime: staleUntilFound,
  });

export const preloadProducts = (client: QueryClient) => client.prefetchQuery(productsQuery);
export const preloadProduct = (client: QueryClient, id: number) => client.prefetchQuery(productQuery(id));
export const useProducts = () => useQuery(productsQuery);
export const useProduct = (id: number | null) => useQuery(productQuery(id));

/** The first product that a video's text names. */
export function useNamedProduct(name: string): Product | undefined {
  const { data } = useProducts();
  const search = name.toLowerCase();
  return data?.find(({ name }) => search.includes(name.toLowerCase()));
}
