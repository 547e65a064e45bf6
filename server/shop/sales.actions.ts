import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import type { PricedLine } from '#server/app/database/columns.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { returnUse, takeUse } from './discount-codes.store.ts';
import { takeFromCart } from './cart.store.ts';
import { markOrdered } from './pictures.store.ts';
import { returnToStock, takeFromStock, type StockChange, type StockLine } from './stock.store.ts';

/* What an order changes in the shop, in the order's own transaction. */

/** A transaction that may change the stock: the catalog's cached responses end with it. */
export async function transactStock<T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> {
  return await transact(ctx.db, async (trx) => {
    const result = await work(trx);
    await ctx.cache.dropIn(trx, 'products');
    return result;
  });
}

/** All of it or nothing; false where there isn't enough. Admins are notified of what is low then. */
export async function reserveStock(
  ctx: Pick<Context, 'jobs'>,
  trx: Trx,
  lines: StockLine[],
  change: StockChange,
): Promise<boolean> {
  const low = await takeFromStock(trx, lines, change);
  for (const { variantId } of low ?? [])
    await notify(ctx, trx, {
      kind: 'STOCK_LOW',
      type: null,
      id: variantId,
      note: String(change.checkoutId ?? ''),
    });
  return low !== null;
}

/** Puts back what a checkout or an order took. */
export async function releaseStock(trx: Trx, lines: StockLine[], change: StockChange): Promise<void> {
  await returnToStock(trx, lines, change);
}

/** What was bought leaves the buyer's cart. */
export async function clearBought(trx: Trx, userId: number, lines: StockLine[]): Promise<void> {
  await takeFromCart(trx, userId, lines);
}

/** Orders show these pictures for good, whatever becomes of the products. */
export async function retainPictures(trx: Trx, lines: Pick<PricedLine, 'image'>[]): Promise<void> {
  await markOrdered(
    trx,
    lines.map(({ image }) => image),
  );
}

/** Counts the use of a checkout's discount code, once; false: it is used up. */
export const takeCodeUse = (...args: Parameters<typeof takeUse>): Promise<boolean> => takeUse(...args);

/** Gives the use of a checkout's code back, once. */
export const returnCode = (trx: Trx, checkoutId: number): Promise<void> => returnUse(trx, checkoutId);
