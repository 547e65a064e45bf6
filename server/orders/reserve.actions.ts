import type { StoredMessage } from '#contract/text/message.ts';
import type { StockReason } from '#contract/shop/stock.ts';
import type { CheckoutStatus } from '#server/app/database/columns.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { Context } from '#server/app/context.ts';
import { releaseStock, reserveStock, returnCode, takeCodeUse } from '#server/shop/sales.actions.ts';
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
import { countReturned } from './refunds/line-refunds.store.ts';
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

/** Why a checkout can't be paid now. */
export type Shortage = 'sold-out' | 'code-used-up';

/** Records that the money is about to be captured, and takes the stock and the code: after this there is no way back. */
export async function beginCapture(ctx: Context, trx: Trx, checkout: Checkout): Promise<Shortage | null> {
  if (!(await takeCode(trx, checkout, { forced: false }))) return 'code-used-up';
  if (!(await reserveItems(ctx, trx, checkout))) {
    await returnCode(trx, checkout.id);
    return 'sold-out';
  }
  await scheduleCapture(trx, checkout.id);
  return null;
}

/** Uses its discount code, unless it is used already. Forced: the payment is captured, so it counts in any case. */
export async function takeCode(
  trx: Trx,
  { id, codeId, person }: Checkout,
  { forced }: { forced: boolean },
): Promise<boolean> {
  return codeId === null || (await takeCodeUse(trx, { codeId, person, checkoutId: id }, { forced }));
}

/** Takes the stock, unless it is taken already; false where there isn't enough. */
export async function reserveItems(ctx: Context, trx: Trx, checkout: Checkout): Promise<boolean> {
  if (checkout.reserved) return true;
  const change = { reason: 'SALE', actor: 'buyer', checkoutId: checkout.id } as const;
  if (!(await reserveStock(ctx, trx, checkout.lines, change))) return false;
  await setReserved(trx, checkout.id, true);
  return true;
}

/** This attempt failed: its stock is released, another attempt may follow. */
export async function endCapture(trx: Trx, checkout: Checkout, attempt: number): Promise<void> {
  // another buyer's capture doesn't concern this attempt
  if (checkout.status !== 'OPEN' || checkout.captureAttempt !== attempt) return;
  await freeCheckout(trx, checkout, 'RELEASED');
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
  await freeCheckout(trx, checkout, 'RELEASED');
  await endCheckout(trx, checkout.id, status);
  if (order?.status !== 'PENDING') return;
  await markCancelled(trx, order.id);
  await recordOrderEvent(trx, order.id, 'system', why, 'CANCELLED');
  await notifyOrder(ctx, trx, order.id, 'CANCELLED');
  if (notifiesBuyer) await sendEmail(ctx, trx, 'cancelled', order);
}

/** Puts back the stock that it took, and its code. */
async function freeCheckout(trx: Trx, checkout: Checkout, reason: StockReason): Promise<void> {
  await returnCode(trx, checkout.id);
  if (!checkout.reserved) return;
  await releaseStock(trx, checkout.lines, { reason, actor: 'system', checkoutId: checkout.id });
  await setReserved(trx, checkout.id, false);
}

/** What a cancelled order took off the stock is free again, but for what was put back before. `checkout` is the one it came from, locked. */
export async function freeStockOf(
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'items'>,
  checkout: Checkout | null,
): Promise<void> {
  if (checkout) await returnCode(trx, checkout.id);
  if (checkout && !checkout.reserved) return;
  const returned = await countReturned(trx, order.id);
  const left = order.items
    .map((line, at) => ({ ...line, quantity: line.quantity - (returned.get(at + 1) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  await releaseStock(trx, left, { reason: 'CANCELLED', actor: 'system', orderId: order.id });
  if (checkout) await setReserved(trx, checkout.id, false);
}
