import type { z } from 'zod';
import type { RefundInput } from '#contract/orders/refunds.ts';
import { refundOfLine } from '#contract/shop/pricing.rules.ts';
import { msg } from '#contract/text/message.ts';
import { fromAmount } from '#server/adapters/payments/money.ts';
import { PaymentError, type Payments } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { releaseStock, transactStock } from '#server/shop/sales.actions.ts';
import { lockCheckout } from '../checkouts.store.ts';
import { markCancelled } from '../changes.store.ts';
import { sendEmail } from '../orders.emails.ts';
import { describeRefund } from '../order-events.rules.ts';
import { notifyOrder } from '../orders.notifications.ts';
import { findMove } from '../orders.rules.ts';
import { findOrder, recordOrderEvent, type Actor, type OrderRow } from '../orders.store.ts';
import { pricingOf } from '../pricing-of.ts';
import { creditRefund } from './record-refunds.actions.ts';
import { requireReauthenticationForRefund } from './refund-confirmation.ts';
import { freeStockOf } from '../reserve.actions.ts';
import {
  addRefunded,
  attachProviderRefund,
  countPieces,
  countReturned,
  endRefund,
  findRefund,
  insertRefund,
  listRefunds,
  lockOrder,
  type RefundRow,
} from './line-refunds.store.ts';

type Wanted = z.output<typeof RefundInput>;

const REFUNDABLE = new Set(['PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED']);

/** Refunds lines or an amount, at the provider first. `pending`: it isn't done there yet. Null: no such order. */
export async function refundPart(
  ctx: Context,
  id: number,
  wanted: Wanted,
  admin: User,
): Promise<{ order: OrderRow; pending: boolean } | null> {
  const { service } = ctx.payments;
  if (!service) throw fail(503, 'PAYMENTS_OFF', 'Payments aren’t set up on this site yet.');
  const refundId = await transact(ctx.db, async (trx) => {
    await lockOrder(trx, id);
    const order = await findOrder(trx, { id });
    if (!order) return null;
    if (!REFUNDABLE.has(order.status) || order.cancelling_at || !order.capture_id)
      throw fail(409, 'WRONG_STATUS', "This order can't be refunded.");
    const cents = sumWanted(order, wanted, await listRefunds(trx, id));
    requireReauthenticationForRefund(ctx, admin, cents);
    const { reason, restock } = wanted;
    const lines = wanted.lines ?? [];
    const refund = { orderId: id, status: 'PENDING', cents, reason, lines, restock, by: admin } as const;
    return (await insertRefund(trx, refund)).id;
  });
  if (refundId === null) return null;
  const status = await settleRefund(ctx, service, refundId);
  const order = await findOrder(ctx.db, { id });
  if (!order) return null;
  if (status === 'FAILED')
    throw fail(
      422,
      'REFUND_REJECTED',
      "The payment provider rejected the refund, so the order hasn't changed.",
    );
  return { order, pending: status === 'PENDING' };
}

/** Throws 409 for more than what is left, 422 for lines that the order doesn't have. */
function sumWanted(order: OrderRow, { lines, amount }: Wanted, refunds: RefundRow[]): number {
  const { currency } = order;
  const pending = refunds.filter(({ status }) => status === 'PENDING');
  const left = order.total_cents - order.refunded_cents - pending.reduce((sum, { cents }) => sum + cents, 0);
  const tooMuch = () =>
    fail(409, 'REFUND_TOO_HIGH', msg`Only ${{ cents: left, currency }} is left to refund.`);
  const cents = lines
    ? sumLines(order, lines, countPieces(refunds), tooMuch)
    : (fromAmount(amount ?? 0) ?? 0);
  if (cents > left) throw tooMuch();
  if (cents === 0) throw fail(422, 'NOTHING_TO_REFUND', 'Nothing was paid for this.');
  return cents;
}

function sumLines(
  order: OrderRow,
  lines: NonNullable<Wanted['lines']>,
  pieces: Map<number, number>,
  tooMuch: () => Error,
): number {
  const pricing = pricingOf(order);
  return lines.reduce((sum, { lineId, quantity }) => {
    const line = order.items[lineId - 1];
    if (!line) throw fail(422, 'UNKNOWN_LINE', 'This order has no such line.');
    const before = pieces.get(lineId) ?? 0;
    if (before + quantity > line.quantity) throw tooMuch();
    return sum + refundOfLine(line, pricing, lineId - 1, { before, quantity }).cents;
  }, 0);
}

/** Brings a refund in line with the provider; may be repeated by any process. */
export async function settleRefund(
  ctx: Context,
  service: Payments,
  id: number,
): Promise<'DONE' | 'PENDING' | 'FAILED'> {
  const refund = await findRefund(ctx.db, id);
  if (refund?.status !== 'PENDING') return refund?.status ?? 'FAILED';
  const order = await findOrder(ctx.db, { id: refund.order_id });
  if (!order) return 'FAILED';
  const status = await refundAtProvider(ctx, service, order, refund);
  if (status === 'COMPLETED') await completeRefund(ctx, order, refund);
  if (status === 'FAILED')
    await transact(ctx.db, async (trx) => {
      if (await endRefund(trx, id, 'FAILED'))
        await recordOrderEvent(
          trx,
          order.id,
          'system',
          describeRefund(order, refund, 'FAILED'),
          order.status,
        );
    });
  return status === 'COMPLETED' ? 'DONE' : status;
}

async function refundAtProvider(
  ctx: Context,
  service: Payments,
  order: OrderRow,
  refund: RefundRow,
): Promise<'COMPLETED' | 'PENDING' | 'FAILED'> {
  try {
    // the answer to a repeated request is that of the first: later states are those of the payment
    if (refund.provider_id !== null) {
      const { refunds } = await service.getOrder(order.payment_id);
      return refunds.find(({ id }) => id === refund.provider_id)?.status ?? 'PENDING';
    }
    const { id, status } = await service.refund(order.capture_id ?? '', {
      cents: refund.cents,
      currency: order.currency,
      requestId: `refund-${order.id}-${refund.id}`,
    });
    await attachProviderRefund(ctx.db, refund.id, id);
    return status;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    ctx.log.warn('A refund did not go through.', {
      order: order.id,
      problem: error.problem,
      issue: error.issue,
    });
    return error.problem === 'unavailable' ? 'PENDING' : 'FAILED';
  }
}

/** The money is back: the order, the credit note, the stock and the emails follow, once. */
async function completeRefund(ctx: Context, order: OrderRow, refund: RefundRow): Promise<void> {
  const by = actorOf(refund);
  await transactStock(ctx, async (trx) => {
    const checkout = order.checkout_id === null ? null : await lockCheckout(trx, order.checkout_id);
    await lockOrder(trx, order.id);
    if (!(await endRefund(trx, refund.id, 'DONE'))) return;
    await addRefunded(trx, order.id, refund.cents, new Date(ctx.clock.now()));
    const row = await requireOrder(trx, order.id);
    if (refund.restock) await restock(trx, row, refund, by);
    await creditRefund(ctx, trx, row, refund);
    const cancels = row.refunded_at !== null && findMove(row.status, 'CANCELLED') !== undefined;
    if (cancels) {
      await markCancelled(trx, order.id);
      await freeStockOf(trx, row, checkout);
    }
    await recordOrderEvent(
      trx,
      order.id,
      by,
      describeRefund(order, refund, 'DONE'),
      cancels ? 'CANCELLED' : row.status,
    );
    if (typeof by !== 'string')
      await audit(trx, by, {
        action: 'order.refund',
        subjectType: 'order',
        subjectId: order.id,
        after: { cents: refund.cents, lines: refund.lines, restock: refund.restock, reason: refund.reason },
      });
    if (cancels) await notifyOrder(ctx, trx, order.id, 'CANCELLED');
    const latest = await requireOrder(trx, order.id);
    const kind = cancels ? 'cancelled' : latest.refunded_at ? 'refunded' : 'partRefunded';
    await sendEmail(ctx, trx, kind, latest, refund.cents);
  });
}

async function requireOrder(trx: Trx, id: number): Promise<OrderRow> {
  const order = await findOrder(trx, { id });
  if (!order) throw new Error('The order of a refund is gone.');
  return order;
}

const actorOf = ({ actor_id: id, actor_name: username }: RefundRow): Actor =>
  id === null ? 'system' : { id, username };

async function restock(trx: Trx, order: OrderRow, refund: RefundRow, actor: Actor): Promise<void> {
  // with these; those of a refund that failed are back already
  const returned = await countReturned(trx, order.id);
  const lines = refund.lines.flatMap(({ lineId, quantity }) => {
    const line = order.items[lineId - 1];
    if (!line) return [];
    const tooMany = Math.max(0, (returned.get(lineId) ?? 0) - line.quantity);
    return tooMany < quantity ? [{ ...line, quantity: quantity - tooMany }] : [];
  });
  await releaseStock(trx, lines, { reason: 'RETURNED', actor, orderId: order.id });
}

/** Settles what is pending of an order, so that the rest is what was refunded elsewhere. Comes back as it is then. */
export async function settleRefundsOf(ctx: Context, service: Payments, order: OrderRow): Promise<OrderRow> {
  const pending = (await listRefunds(ctx.db, order.id)).filter(({ status }) => status === 'PENDING');
  if (!pending.length) return order;
  for (const { id } of pending) await settleRefund(ctx, service, id);
  return (await findOrder(ctx.db, { id: order.id })) ?? order;
}
