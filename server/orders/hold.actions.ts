import type { CheckoutStatus, PricedLine } from '#server/app/database/columns.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { Context } from '#server/app/context.ts';
import { releaseStock, reserveStock } from '#server/shop/sales.actions.ts';
import {
  endCheckout,
  lockCheckout,
  noteAttempt,
  noteCapture,
  setReserved,
  type Checkout,
} from './checkouts.store.ts';
import { markCancelled } from './changes.store.ts';
import { sendEmail } from './orders.emails.ts';
import { findOrder, noteEvent } from './orders.store.ts';

/** The stock that a checkout holds from the moment on at which its money is taken. All inside the caller's transaction. */

/** Notes that the money is about to be taken, and takes the stock: after this there is no way but to the end. */
export async function beginCapture(
  trx: Trx,
  id: number,
): Promise<'closed' | 'sold-out' | { attempt: number }> {
  const checkout = await lockCheckout(trx, id);
  if (checkout.status !== 'OPEN') return 'closed';
  if (!(await holdStock(trx, checkout))) return 'sold-out';
  await noteCapture(trx, id);
  return { attempt: checkout.captureAttempt };
}

/** Takes the stock, unless it is taken already; false where there isn't enough. */
export async function holdStock(trx: Trx, checkout: Checkout): Promise<boolean> {
  if (checkout.reserved) return true;
  if (!(await reserveStock(trx, checkout.lines))) return false;
  await setReserved(trx, checkout.id, true);
  return true;
}

/** Nothing came of this attempt: its stock is free again, another attempt may come. */
export async function endCapture(trx: Trx, id: number, attempt: number): Promise<void> {
  const checkout = await lockCheckout(trx, id);
  // somebody else's capture is none of this attempt's
  if (checkout.status !== 'OPEN' || checkout.captureAttempt !== attempt) return;
  if (checkout.reserved) await freeStock(trx, checkout);
  await noteAttempt(trx, id, attempt);
}

/** Its money came: the order stands. */
export const finishCheckout = (trx: Trx, { id }: Checkout): Promise<void> => endCheckout(trx, id, 'DONE');

/** Nothing comes of it: its stock is free again, and an order that waited for its money is cancelled. */
export async function closeCheckout(
  ctx: Context,
  trx: Trx,
  checkout: Checkout,
  status: Exclude<CheckoutStatus, 'OPEN' | 'DONE'>,
  { why = 'The payment was never completed.', tellsBuyer = true } = {},
): Promise<void> {
  if (checkout.reserved) await freeStock(trx, checkout);
  await endCheckout(trx, checkout.id, status);
  const order = await findOrder(trx, { checkoutId: checkout.id });
  if (order?.status !== 'PENDING') return;
  await markCancelled(trx, order.id);
  await noteEvent(trx, order.id, 'system', why, 'CANCELLED');
  if (tellsBuyer) await sendEmail(ctx, trx, 'cancelled', order);
}

async function freeStock(trx: Trx, checkout: Checkout): Promise<void> {
  await releaseStock(trx, checkout.lines);
  await setReserved(trx, checkout.id, false);
}

/** What a cancelled order took off the stock is free again. `checkout` is the one it came from, locked. */
export async function freeStockOf(
  trx: Trx,
  order: { items: PricedLine[] },
  checkout: Checkout | null,
): Promise<void> {
  if (!checkout) await releaseStock(trx, order.items);
  else if (checkout.reserved) await freeStock(trx, checkout);
}
