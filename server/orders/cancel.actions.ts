import { PaymentError, type Payment } from '#server/adapters/payments/payments.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { transactStock } from '#server/shop/sales.actions.ts';
import { cancelClaimed, claimCancelling, deferCancelling, endCancelling } from './changes.store.ts';
import { lockCheckout } from './checkouts.store.ts';
import { freeStockOf } from './reserve.actions.ts';
import { sendEmail } from './orders.emails.ts';
import { describeCancel, EVENTS, type CancelledMoney } from './order-events.rules.ts';
import { notifyOrder } from './orders.notifications.ts';
import { findOrder, recordOrderEvent, type Actor, type OrderRow } from './orders.store.ts';
import { refundCapture } from './refunds/refund.jobs.ts';
import { settleRefundsOf } from './refunds/line-refunds.actions.ts';
import { listRefunds, lockOrder } from './refunds/line-refunds.store.ts';
import { recordRefunds } from './refunds/record-refunds.actions.ts';
import { owesRefund, refundRest, reportFailedRefund } from './refunds/refunds.actions.ts';

/**
 * Cancels an order; the money is refunded first. The order is claimed before, so that no one ships it
 * meanwhile. If the process dies or the refund is pending, the job takes over: then the order is returned not
 * cancelled yet, and a repeated call returns its progress.
 */
export async function cancelOrder(
  ctx: Context,
  id: number,
  actor: Actor,
  reason: string | null,
): Promise<OrderRow> {
  const at = new Date(ctx.clock.now());
  if (!(await claimCancelling(ctx.db, id, { at, by: actor, reason }))) {
    const order = await findOrder(ctx.db, { id });
    if (order && owesRefund(order)) return await refundAgain(ctx, order, actor);
    if (order?.status === 'CANCELLED' && order.cancel_deferred) return order;
    if (!order?.cancelling_at || order.status === 'CANCELLED')
      throw fail(409, 'WRONG_STATUS', "This order can't be cancelled.");
  }
  const order = await finishCancelling(ctx, id, actor);
  if (order.status !== 'CANCELLED') await deferCancelling(ctx.db, id);
  return order;
}

/** Gives back and cancels a claimed order; may be repeated. Comes back as it was where the provider can't be reached. */
export async function finishCancelling(ctx: Context, id: number, actor: Actor): Promise<OrderRow> {
  const found = await findOrder(ctx.db, { id });
  if (!found) throw fail(404, 'NOT_FOUND', 'Order not found');
  const { service } = ctx.payments;
  // refunds of its parts that are under way
  const order = service ? await settleRefundsOf(ctx, service, found) : found;
  if (order.status === 'CANCELLED' || !order.cancelling_at) return order;
  const { refund, refunds } =
    order.capture_id === null ? notRefunded('unknown') : await refundOrder(ctx, order, order.capture_id);
  if (refund === 'unavailable') return order;
  if (refund === 'pending') {
    await transact(ctx.db, async (trx) => {
      if (await deferCancelling(trx, id))
        await recordOrderEvent(trx, id, 'system', EVENTS.REFUND_PENDING(), order.status);
    });
    return order;
  }
  if (refund === 'rejected') {
    await revertCancelling(ctx, order);
    throw fail(
      422,
      'REFUND_REJECTED',
      "The payment provider rejected the refund, so the order hasn't changed.",
    );
  }
  return await transactStock(ctx, async (trx) => {
    const checkout = order.checkout_id === null ? null : await lockCheckout(trx, order.checkout_id);
    await lockOrder(trx, id);
    const before = await findOrder(trx, { id });
    // a refund that is still under way here may be among those of the provider: the next round settles it
    const isUnsettled = (await listRefunds(trx, id)).some(({ status }) => status === 'PENDING');
    if (!before || isUnsettled) return order;
    // an order paid at this very moment isn't what was claimed: the job's next round refunds it
    const done = await cancelClaimed(trx, {
      id,
      captureId: order.capture_id,
      refundedAt: refund === 'done' ? new Date(ctx.clock.now()) : null,
    });
    const row = await findOrder(trx, { id });
    if (!row) throw fail(404, 'NOT_FOUND', 'Order not found');
    if (!done) return row;
    // an open checkout is watched on: its payment may still come in, and then goes back
    await freeStockOf(trx, row, checkout);
    const cents = row.refunded_cents - before.refunded_cents;
    await recordRefunds(ctx, trx, row, { cents, refunds, reason: row.cancel_reason, by: actor });
    const cancellation = describeCancel(moneyOf(row, before.refunded_cents), row.cancel_reason);
    await recordOrderEvent(trx, id, actor, cancellation, 'CANCELLED');
    await notifyOrder(ctx, trx, id, 'CANCELLED');
    if (typeof actor !== 'string')
      await audit(trx, actor, {
        action: 'order.status',
        subjectType: 'order',
        subjectId: id,
        before: { status: order.status },
        after: { status: 'CANCELLED', refunded: row.refunded_at !== null },
      });
    await sendEmail(ctx, trx, 'cancelled', row);
    return row;
  });
}

function moneyOf(order: OrderRow, before: number): CancelledMoney {
  if (order.refunded_at && before > 0)
    return {
      refunded: 'rest',
      amount: { cents: order.total_cents - before, currency: order.currency },
    };
  if (order.refunded_at) return { refunded: 'all' };
  return order.capture_id ? 'unknown' : 'unpaid';
}

interface Refunded {
  refund: 'done' | 'pending' | 'unknown' | 'unavailable' | 'rejected';
  /** Those that the provider has. */
  refunds: Payment['refunds'];
}
const notRefunded = (refund: Refunded['refund']): Refunded => ({ refund, refunds: [] });

/**
 * unknown: the order has no checkout of ours, and the provider doesn't know its payment (a sample, an
 * import).
 */
async function refundOrder(ctx: Context, order: OrderRow, captureId: string): Promise<Refunded> {
  const fromOtherOrigin = order.checkout_id === null;
  const { service } = ctx.payments;
  if (!service) return notRefunded(fromOtherOrigin ? 'unknown' : 'unavailable');
  try {
    const refundable = {
      paymentId: order.payment_id,
      captureId,
      cents: order.total_cents,
      currency: order.currency,
    };
    const attempt = String(order.cancelling_at?.getTime());
    const { status, refunds } = await refundRest(service, refundable, attempt);
    const refund = ({ COMPLETED: 'done', PENDING: 'pending', FAILED: 'rejected' } as const)[status];
    return { refund, refunds };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (fromOtherOrigin && error.problem === 'not-found') return notRefunded('unknown');
    ctx.log.warn('A refund did not go through.', {
      order: order.id,
      problem: error.problem,
      issue: error.issue,
    });
    return notRefunded(error.problem === 'unavailable' ? 'unavailable' : 'rejected');
  }
}

async function revertCancelling(ctx: Context, order: OrderRow): Promise<void> {
  await transact(ctx.db, async (trx) => {
    if (!(await endCancelling(trx, order))) return;
    await reportFailedRefund(ctx, trx, order, EVENTS.NOT_CANCELLED());
  });
}

/** The order stays cancelled; its money is sent once more. */
async function refundAgain(ctx: Context, order: OrderRow, actor: Actor): Promise<OrderRow> {
  const { id, capture_id: captureId, payment_id: paymentId, total_cents: cents, currency } = order;
  await transact(ctx.db, async (trx) => {
    await recordOrderEvent(trx, id, actor, EVENTS.REFUND_AGAIN(), order.status);
    if (typeof actor !== 'string')
      await audit(trx, actor, {
        action: 'order.status',
        subjectType: 'order',
        subjectId: id,
        before: { status: order.status },
        after: { status: order.status, refunded: false },
      });
    if (captureId !== null)
      await ctx.jobs.send(refundCapture, { paymentId, captureId, cents, currency, orderId: id }, { trx });
  });
  return order;
}
