import type { OrderStatus } from '#contract/orders/order-states.ts';
import { Message, msg } from '#contract/text/message.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { cancelOrder } from './cancel.actions.ts';
import { sendEmail } from './orders.emails.ts';
import { describeMove } from './order-events.rules.ts';
import { notifyOrder } from './orders.notifications.ts';
import { findMove } from './orders.rules.ts';
import { findOrder, moveOrder, recordOrderEvent, type OrderRow } from './orders.store.ts';
import { requireReauthenticationForRefund } from './refunds/refund-confirmation.ts';
import { owesRefund } from './refunds/refunds.actions.ts';
import { settleCheckout } from './settle.actions.ts';

export interface Wanted {
  status: OrderStatus;
  carrier: string | null;
  trackingNumber: string | null;
  reason: string | null;
}

/**
 * Moves an order on for an admin, as contract/orders/order-states.ts allows. Comes back as it was where a cancellation waits for
 * the provider; null: there is no such order.
 */
export async function changeStatus(
  ctx: Context,
  id: number,
  wanted: Wanted,
  admin: User,
): Promise<OrderRow | null> {
  const order = await findOrder(ctx.db, { id });
  if (!order) return null;
  const move = findMove(order.status, wanted.status);
  // a caller who was asked to wait for a refund may poll its progress
  const needsReauthentication = wanted.status === 'CANCELLED' && (order.cancel_deferred || owesRefund(order));
  if (!move && !needsReauthentication)
    throw fail(
      409,
      'WRONG_STATUS',
      msg`This order is ${new Message(order.status)} and cannot become ${new Message(wanted.status)}.`,
    );
  if (wanted.status === 'CANCELLED' && (move || owesRefund(order)))
    requireReauthenticationForRefund(
      ctx,
      admin,
      order.capture_id === null ? 0 : order.total_cents - order.refunded_cents,
    );
  if (wanted.status === 'CANCELLED') return await cancelOrder(ctx, id, admin, wanted.reason);
  return move?.needs === 'payment'
    ? await confirmPayment(ctx, order, wanted.status)
    : await advance(ctx, order, wanted, admin);
}

/** Only the provider can report it. */
async function confirmPayment(ctx: Context, order: OrderRow, to: OrderStatus): Promise<OrderRow> {
  const settled = order.checkout_id === null ? null : await settleCheckout(ctx, order.checkout_id);
  if (settled?.order?.status !== to)
    throw fail(409, 'NOT_PAID', "The payment provider hasn't confirmed this payment.");
  return settled.order;
}

async function advance(ctx: Context, order: OrderRow, wanted: Wanted, admin: User): Promise<OrderRow> {
  const { status } = wanted;
  return await transact(ctx.db, async (trx) => {
    const updated = await moveOrder(trx, order.id, order.status, status, wanted);
    if (!updated) throw fail(409, 'WRONG_STATUS', 'Someone else has changed this order. Please reload.');
    const track = [updated.carrier, updated.tracking_number].filter(Boolean).join(' ');
    await recordOrderEvent(trx, order.id, admin, describeMove(status, track), status);
    await notifyOrder(ctx, trx, order.id, status);
    await audit(trx, admin, {
      action: 'order.status',
      subjectType: 'order',
      subjectId: order.id,
      before: { status: order.status },
      after: { status },
    });
    if (status === 'SHIPPED') await sendEmail(ctx, trx, 'shipped', updated);
    return updated;
  });
}
