import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import type { PricedLine } from '#server/app/database/columns.ts';
import { takeFromCart } from './cart.store.ts';
import { markOrdered } from './pictures.store.ts';
import { returnToStock, takeFromStock } from './products.store.ts';

/** What an order changes in the shop, in the order's own transaction. */
type Lines = Pick<PricedLine, 'productId' | 'quantity'>[];

/** A transaction that may change the stock: the catalog's cached responses end with it. */
export async function transactStock<T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> {
  return await transact(ctx.db, async (trx) => {
    const result = await work(trx);
    await ctx.cache.dropIn(trx, 'products');
    return result;
  });
}

/** All of it or nothing; false where there isn't enough. */
export function reserveStock(trx: Trx, lines: Lines): Promise<boolean> {
  return takeFromStock(trx, lines);
}

export async function releaseStock(trx: Trx, lines: Lines): Promise<void> {
  await returnToStock(trx, lines);
}

/** What was bought leaves the buyer's cart. */
export async function clearBought(trx: Trx, userId: number, lines: Lines): Promise<void> {
  await takeFromCart(trx, userId, lines);
}

/** Orders show these pictures for good, whatever becomes of the products. */
export async function retainPictures(trx: Trx, lines: Pick<PricedLine, 'image'>[]): Promise<void> {
  await markOrdered(
    trx,
    lines.map(({ image }) => image),
  );
}
