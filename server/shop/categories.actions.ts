import { replaceCategories } from '#server/app/database/categories.ts';
import type { Trx } from '#server/app/database/database.ts';

/** Like replaceCategories, for products. Orders are unchanged. */
export const changeProductCategories = (
  trx: Trx,
  names: string[],
  moves: Map<string, string>,
): Promise<string[]> =>
  replaceCategories(trx, { names: 'product_categories', table: 'products' }, names, moves);
