import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';

/** A transaction that may change the stock: the catalogue's cached answers end with it. */
export async function transactStock<T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> {
  const result = await transact(ctx.db, work);
  ctx.cache.drop('products');
  return result;
}
