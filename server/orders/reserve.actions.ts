import type { StoredMessage } from '#contract/text/message.ts';
import type { CheckoutStatus, PricedLine } from '#server/app/database/columns.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { Context } from '#server/app/context.ts';
import { releaseStock, reserveStock } from '#server/shop/sales.actions.ts';
import {
  endCheckout,
  lockCheckout,
  recordAttempt,
  scheduleCapture,
  setReserved,
  type Checkout,
} from './checkouts.store.ts';
import { markCancelled } from './changes.store.ts';
import { sendEmail } from './orders.emails.ts';
import { notifyOrder } from './orders.notifications.ts';
import { EVENTS } from './order-events.rules.ts';
import { findOrder, recordOrderEvent, type OrderRow } from './orders.store.ts';

/** A checkout that its transaction has locked, and the order that came of it. All here happens inside the caller's transaction. */
export interface ReservedCheckout {
  checkout: Checkout;
  order: OrderRow | null;
}

export async function reserveCheckout(trx: Trx, id: number): Promise<ReservedCheckout> {
  const checkout = await lockCheckout(trx, id);
  return { checkout, order: await findOrder(trx, { checkoutId: id }) };
}

/** Notes that the money is about to be taken, and takes the stock: after this there is no way but to the end. False where there isn't enough. */
export async function beginCapture(trx: Trx, checkout: Checkout): Promise<boolean> {
  if (!(await reserveItems(trx, checkout))) return false;
  await scheduleCapture(trx, checkout.id);
  return true;
}

/** Takes the stock, unless it is taken already; false where there isn't enough. */
export async function reserveItems(trx: Trx, checkout: Checkout): Promise<boolean> {
  if (checkout.reserved) return true;
  if (!(await reserveStock(trx, checkout.lines))) return false;
  await setReserved(trx, checkout.id, true);
  return true;
}

/** This attempt failed: its stock is released, another attempt may follow. */
export async function endCapture(trx: Trx, checkout: Checkout, attempt: number): Promise<void> {
  // another buyer's capture doesn't concern this attempt
  if (checkout.status !== 'OPEN' || checkout.captureAttempt !== attempt) return;
  if (checkout.reserved) await freeStock(trx, checkout);
  await recordAttempt(trx, checkout.id, attempt);
}

/** Captured: the order is final. */
export const finishCheckout = (trx: Trx, { id }: Checkout): Promise<void> => endCheckout(trx, id, 'DONE');

/** It failed: its stock is released, and a pending order is cancelled. */
export async function closeCheckout(
  ctx: Context,
  trx: Trx,
  { checkout, order }: ReservedCheckout,
  status: Exclude<CheckoutStatus, 'OPEN' | 'DONE'>,
  { why = EVENTS.NEVER_PAID(), notifiesBuyer = true }: { why?: StoredMessage; notifiesBuyer?: boolean } = {},
): Promise<void> {
  if (checkout.reserved) await freeStock(trx, checkout);
  await endCheckout(trx, checkout.id, status);
  if (order?.status !== 'PENDING') return;
  await markCancelled(trx, order.id);
  await recordOrderEvent(trx, order.id, 'system', why, 'CANCELLED');
  await notifyOrder(ctx, trx, order.id, 'CANCELLED');
  if (notifiesBuyer) await sendEmail(ctx, trx, 'cancelled', order);
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
