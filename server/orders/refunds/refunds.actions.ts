import type { StoredMessage } from '#contract/text/message.ts';
import {
  PaymentError,
  type Payment,
  type Payments,
  type RefundStatus,
} from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';
import { listAdminAddresses } from '#server/backups/backups.store.ts';
import { transactStock } from '#server/shop/sales.actions.ts';
import { lockCheckout, type Checkout } from '../checkouts.store.ts';
import { freeStockOf } from '../reserve.actions.ts';
import { lowerRefunded, markCancelled, raiseRefunded } from '../changes.store.ts';
import { refundFailedEmail, sendEmail } from '../orders.emails.ts';
import { EVENTS } from '../order-events.rules.ts';
import { notifyOrder } from '../orders.notifications.ts';
import { findMove } from '../orders.rules.ts';
import { findOrder, recordOrderEvent, type OrderRow } from '../orders.store.ts';
import { recordRefundElsewhere, settleRefundsOf } from './line-refunds.actions.ts';
import { failRefunds } from './line-refunds.store.ts';

type Refunds = Pick<Payment, 'refundedCents' | 'pendingCents' | 'refunds'>;

export interface Refundable {
  /** Null in an import, which may know the capture alone. */
  paymentId: string | null;
  captureId: string;
  cents: number;
  currency: string;
}

/**
 * Gives back what the provider has not given back yet; may be repeated. Throws PaymentError. A refund that failed gets no
 * second one within the same `attempt`; without an attempt each call makes another. `failed`: how many had failed before.
 */
export async function refundRest(
  service: Payments,
  { paymentId, captureId, cents, currency }: Refundable,
  attempt?: string,
): Promise<{ status: RefundStatus; failed: number }> {
  const known = await findRefunds(service, paymentId);
  const failed = countFailed(known);
  const rest = cents - known.refundedCents - known.pendingCents;
  if (rest <= 0) return { status: known.pendingCents > 0 ? 'PENDING' : 'COMPLETED', failed };
  const requestId = `refund-${captureId}-${rest}-${attempt ?? failed}`;
  try {
    const created = await service.refund(captureId, { cents: rest, currency, requestId });
    // the answer to a request that was made before may be that of then
    const status = known.refunds.find(({ id }) => id === created.id)?.status ?? created.status;
    return { status: status === 'COMPLETED' && known.pendingCents > 0 ? 'PENDING' : status, failed };
  } catch (error) {
    if (!(error instanceof PaymentError) || error.problem !== 'refunded') throw error;
    // another caller was faster
    const { pendingCents } = await findRefunds(service, paymentId);
    return { status: pendingCents > 0 ? 'PENDING' : 'COMPLETED', failed };
  }
}

const countFailed = ({ refunds }: Pick<Payment, 'refunds'>): number =>
  refunds.filter(({ status }) => status === 'FAILED').length;

async function findRefunds(service: Payments, paymentId: string | null): Promise<Refunds> {
  const none = { refundedCents: 0, pendingCents: 0, refunds: [] };
  if (paymentId === null) return none;
  try {
    return await service.getOrder(paymentId);
  } catch (error) {
    if (error instanceof PaymentError && error.problem === 'not-found') return none;
    throw error;
  }
}

/** The money of a cancelled order is still here, and an admin may try again. */
export const owesRefund = (order: OrderRow): boolean =>
  order.status === 'CANCELLED' &&
  order.capture_id !== null &&
  order.checkout_id !== null &&
  order.refunded_at === null;

/** In the order's history, and by email to the admins. */
export async function reportFailedRefund(
  ctx: Context,
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'status'>,
  text: StoredMessage,
): Promise<void> {
  await recordOrderEvent(trx, order.id, 'system', text, order.status);
  await emailAdmins(ctx, trx, refundFailedEmail(ctx, order.id));
}

export async function emailAdmins(ctx: Context, trx: Trx, email: EmailTemplate): Promise<void> {
  for (const address of await listAdminAddresses(trx)) await ctx.outbox.sendTemplate(trx, address, email);
}

/** A reported refund failed. */
async function followFailure(ctx: Context, order: OrderRow, payment: Payment): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const failed = payment.refunds.filter(({ status }) => status === 'FAILED').map(({ id }) => id);
    await failRefunds(trx, order.id, failed);
    if (!(await lowerRefunded(trx, order.id, payment.refundedCents))) return;
    await reportFailedRefund(ctx, trx, order, EVENTS.REFUND_FAILED());
    const row = await findOrder(trx, { id: order.id });
    if (row && order.status === 'CANCELLED') await sendEmail(ctx, trx, 'refundFailed', row);
  });
}

/**
 * Records a refund made at the provider and adds it up; a fully refunded order is cancelled, unless it has
 * shipped. Refunds of ours are settled before, so that what is left was made there.
 */
export async function followRefunds(ctx: Context, before: OrderRow, known: Payment): Promise<void> {
  const { service } = ctx.payments;
  const order = service ? await settleRefundsOf(ctx, service, before) : before;
  // what was settled just now is not in an answer from before
  const payment = service && order !== before ? await service.getOrder(order.payment_id) : known;
  if (countFailed(payment) > 0 && payment.refundedCents < order.refunded_cents)
    return await followFailure(ctx, order, payment);
  if (payment.refundedCents === 0) return;
  await transactStock(ctx, async (trx) => {
    const checkout = order.checkout_id === null ? null : await lockCheckout(trx, order.checkout_id);
    const raised = await raiseRefunded(trx, order.id, {
      to: payment.refundedCents,
      at: new Date(ctx.clock.now()),
    });
    if (raised) await recordRaised(ctx, trx, { order, checkout, raised });
  });
}

/** What was refunded at the provider, in the order's history, with its credit note and emails. */
async function recordRaised(
  ctx: Context,
  trx: Trx,
  {
    order,
    checkout,
    raised,
  }: {
    order: OrderRow;
    checkout: Checkout | null;
    raised: NonNullable<Awaited<ReturnType<typeof raiseRefunded>>>;
  },
): Promise<void> {
  const { status, before, refundedCents, totalCents } = raised;
  const { currency } = order;
  const isWhole = refundedCents >= totalCents;
  const amount = { cents: refundedCents - before, currency };
  await recordRefundElsewhere(ctx, trx, order, amount.cents);
  const cancels = isWhole && findMove(status, 'CANCELLED') !== undefined;
  if (cancels) {
    await markCancelled(trx, order.id);
    await freeStockOf(trx, order, checkout);
  }
  const text = !isWhole
    ? EVENTS.PART_REFUNDED_AT_PROVIDER(amount)
    : before > 0
      ? EVENTS.REST_REFUNDED_AT_PROVIDER(amount)
      : EVENTS.REFUNDED_AT_PROVIDER();
  await recordOrderEvent(trx, order.id, 'system', text, cancels ? 'CANCELLED' : status);
  if (cancels) await notifyOrder(ctx, trx, order.id, 'CANCELLED');
  const row = isWhole ? await findOrder(trx, { id: order.id }) : null;
  if (cancels && row) await sendEmail(ctx, trx, 'cancelled', row);
  else if (row?.status === 'CANCELLED') await sendEmail(ctx, trx, 'refunded', row);
}
