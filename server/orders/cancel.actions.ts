import { PaymentError } from '#server/adapters/payments/payments.ts';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database.ts';
import { fail } from '#server/app/errors.ts';
import { releaseStock, type PricedLine } from '#server/shop/products.store.ts';
import { giveBack, lockCheckout } from './checkouts.store.ts';
import { sendLetter } from './orders.letters.ts';
import type { OrderStatus } from '#contract/orders.ts';
import { findOrder, noteEvent, type Actor, type OrderRow } from './orders.store.ts';

const CANCELLABLE = ['PENDING', 'PAID', 'PROCESSING'];

/**
 * Cancels an order; the money goes back first. The order is claimed before, so that nobody ships it meanwhile, and a
 * claim that its process did not survive is taken up by the job.
 */
export async function cancelOrder(
  ctx: Context,
  id: number,
  actor: Actor,
  reason: string | null,
): Promise<OrderRow> {
  const claimed = await ctx.db
    .updateTable('orders')
    .set({ cancelling_at: new Date(ctx.clock.now()), cancel_reason: reason })
    .where('id', '=', id)
    .where('status', 'in', CANCELLABLE)
    .where('cancelling_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!claimed)
    throw fail(409, 'WRONG_STATUS', 'This order cannot be cancelled, or is being cancelled just now.');
  return await finishCancelling(ctx, id, actor);
}

/** Gives back and cancels a claimed order; may be repeated. */
export async function finishCancelling(ctx: Context, id: number, actor: Actor): Promise<OrderRow> {
  const order = await findOrder(ctx.db, { id });
  if (!order) throw fail(404, 'NOT_FOUND', 'Order not found');
  if (order.status === 'CANCELLED' || !order.cancelling_at) return order;
  const givenBack = order.capture_id !== null && (await giveMoneyBack(ctx, order, order.capture_id));
  return await transact(ctx.db, async (trx) => {
    const checkout = order.checkout_id === null ? null : await lockCheckout(trx, order.checkout_id);
    const done = await trx
      .updateTable('orders')
      .set({
        status: 'CANCELLED',
        ...(givenBack ? { refunded_at: order.refunded_at ?? new Date(ctx.clock.now()) } : {}),
      })
      // an order that was paid in this very moment isn't what was claimed: the job's next round gives that money back
      .where('id', '=', id)
      .where('status', 'in', CANCELLABLE)
      .where('capture_id', order.capture_id === null ? 'is' : '=', order.capture_id)
      .returning('id')
      .executeTakeFirst();
    const row = await findOrder(trx, { id });
    if (!row) throw fail(404, 'NOT_FOUND', 'Order not found');
    if (!done) return row;
    // an open checkout is watched on: its payment may still come in, and then goes back
    if (checkout?.status !== 'OPEN') await releaseStock(trx, row.items as unknown as PricedLine[]);
    else if (checkout.reserved) await giveBack(trx, checkout);
    await noteEvent(
      trx,
      id,
      actor,
      ['Cancelled', whatOfTheMoney(row), row.cancel_reason ? ` ${row.cancel_reason}` : ''].join(''),
      'CANCELLED',
    );
    if (typeof actor !== 'string')
      await audit(trx, actor, {
        action: 'order.status',
        subjectType: 'order',
        subjectId: id,
        before: { status: order.status },
        after: { status: 'CANCELLED', refunded: row.refunded_at !== null },
      });
    await sendLetter(ctx, trx, 'cancelled', row);
    return row;
  });
}

function whatOfTheMoney(order: OrderRow): string {
  if (order.refunded_at) return ', the money was given back.';
  return order.capture_id
    ? '. No money was given back: the payment provider knows no payment of this order.'
    : '. Nothing had been paid.';
}

/** False: no checkout of ours made the order, and the provider knows nothing of its payment (a sample, an import). */
async function giveMoneyBack(ctx: Context, order: OrderRow, captureId: string): Promise<boolean> {
  const fromElsewhere = order.checkout_id === null;
  if (fromElsewhere && !ctx.payments.service) return false;
  try {
    if (!ctx.payments.service) throw new PaymentError('unavailable', 'Payments are not set up.');
    await ctx.payments.service.refund(captureId, {
      cents: order.total_cents,
      currency: order.currency,
      requestId: `refund-${captureId}`,
    });
    return true;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (fromElsewhere && error.problem === 'not-found') return false;
    ctx.log.warn('A refund did not go through.', {
      order: order.id,
      problem: error.problem,
      issue: error.issue,
    });
    if (error.problem === 'unavailable') {
      throw fail(
        503,
        'PROVIDER_DOWN',
        'The payment provider cannot be reached. The refund is tried again by itself; then the order is cancelled.',
        { retryAfter: 60 },
      );
    }
    await ctx.db
      .updateTable('orders')
      .set({ cancelling_at: null, cancel_reason: null })
      .where('id', '=', order.id)
      .execute();
    throw fail(
      422,
      'REFUND_REFUSED',
      'The payment provider refuses the refund, so the order stays as it is.',
    );
  }
}

/** The provider gave the money back (in its own dashboard): the order follows, if it hasn't left yet. */
export async function followRefund(ctx: Context, order: OrderRow): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const open = await trx
      .updateTable('orders')
      .set({ refunded_at: new Date(ctx.clock.now()) })
      .where('id', '=', order.id)
      .where('refunded_at', 'is', null)
      .where('cancelling_at', 'is', null)
      .returning('status')
      .executeTakeFirst();
    if (!open) return;
    const cancels = CANCELLABLE.includes(open.status);
    if (cancels) {
      await trx.updateTable('orders').set({ status: 'CANCELLED' }).where('id', '=', order.id).execute();
      await releaseStock(trx, order.items as unknown as PricedLine[]);
    }
    await noteEvent(
      trx,
      order.id,
      'system',
      'The payment was given back at the provider.',
      cancels ? 'CANCELLED' : (open.status as OrderStatus),
    );
    const row = await findOrder(trx, { id: order.id });
    if (cancels && row) await sendLetter(ctx, trx, 'cancelled', row);
  });
}
