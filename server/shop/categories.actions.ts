import { replaceCategories } from '#server/app/database/categories.ts';
import type { Trx } from '#server/app/database/database.ts';

/** As replaceCategories, for products. Orders keep what they were placed with. */
export const changeProductCategories = (
  trx: Trx,
  names: string[],
  moves: Map<string, string>,
): Promise<string[]> =>
  replaceCategories(trx, { names: 'product_categories', table: 'products' }, names, moves);
