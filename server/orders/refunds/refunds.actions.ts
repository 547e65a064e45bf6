import type { StoredMessage } from '#contract/text/message.ts';
import {
  PaymentError,
  PAYMENTS,
  type Payment,
  type Payments,
  type RefundStatus,
} from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
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
import { settleRefundsOf } from './line-refunds.actions.ts';
import { listRefunds, lockOrder } from './line-refunds.store.ts';
import { recordRefunds, undoFailedRefunds } from './record-refunds.actions.ts';

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
 * second one within the same `attempt`; without an attempt each call makes another. `failed`: how many had failed before;
 * `refunds`: all there are then.
 */
export async function refundRest(
  service: Payments,
  { paymentId, captureId, cents, currency }: Refundable,
  attempt?: string,
): Promise<{ status: RefundStatus; failed: number; refunds: Payment['refunds'] }> {
  const known = await findRefunds(service, paymentId);
  const failed = countFailed(known);
  const rest = cents - known.refundedCents - known.pendingCents;
  const { refunds } = known;
  if (rest <= 0) return { status: known.pendingCents > 0 ? 'PENDING' : 'COMPLETED', failed, refunds };
  const requestId = `refund-${captureId}-${rest}-${attempt ?? failed}`;
  try {
    const created = await service.refund(captureId, { cents: rest, currency, requestId });
    // the answer to a request that was made before may be that of then
    const before = refunds.find(({ id }) => id === created.id);
    const status = before?.status ?? created.status;
    return {
      status: status === 'COMPLETED' && known.pendingCents > 0 ? 'PENDING' : status,
      failed,
      refunds: before ? refunds : [...refunds, { ...created, cents: rest }],
    };
  } catch (error) {
    if (!(error instanceof PaymentError) || error.problem !== 'refunded') throw error;
    // another caller was faster
    const after = await findRefunds(service, paymentId);
    return { status: after.pendingCents > 0 ? 'PENDING' : 'COMPLETED', failed, refunds: after.refunds };
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

/** Refunds that were done and failed after all: the order, its documents and emails follow. */
async function followFailures(ctx: Context, trx: Trx, order: OrderRow, payment: Payment): Promise<OrderRow> {
  if (countFailed(payment) === 0) return order;
  const left = await undoFailedRefunds(trx, order, payment);
  if (!(await lowerRefunded(trx, order.id, left))) return order;
  await reportFailedRefund(ctx, trx, order, EVENTS.REFUND_FAILED());
  const row = (await findOrder(trx, { id: order.id })) ?? order;
  await sendEmail(ctx, trx, 'refundFailed', row);
  return row;
}

/** How often a payment is read again that changes while it is followed. */
const TRIES = 3;

/**
 * Records what was refunded at the provider, or failed there after all; a fully refunded order is cancelled, unless it has
 * shipped. Refunds of ours are settled before, so that what is left was made there.
 */
export async function followRefunds(ctx: Context, before: OrderRow, known: Payment): Promise<void> {
  const { service } = ctx.payments;
  for (let tries = 0, payment = known; tries < TRIES; tries += 1) {
    const order = service ? await settleRefundsOf(ctx, service, before) : before;
    // what was settled just now is not in an answer from before
    if (service && (tries > 0 || order !== before)) payment = await service.getOrder(order.payment_id);
    if (await applyRefunds(ctx, order, payment)) return;
  }
  throw new PaymentError('unavailable', PAYMENTS.NO_ANSWER());
}

/** False where one of ours is under way that the payment may or may not include. */
async function applyRefunds(ctx: Context, { id, checkout_id }: OrderRow, payment: Payment): Promise<boolean> {
  if (payment.refunds.length === 0 && payment.refundedCents === 0) return true;
  return await transactStock(ctx, async (trx) => {
    const checkout = checkout_id === null ? null : await lockCheckout(trx, checkout_id);
    await lockOrder(trx, id);
    const found = await findOrder(trx, { id });
    if (!found) return true;
    if (await hasMoved(trx, id, payment)) return false;
    const order = await followFailures(ctx, trx, found, payment);
    const raised = await raiseRefunded(trx, id, {
      to: payment.refundedCents,
      at: new Date(ctx.clock.now()),
    });
    if (raised) await recordRaised(ctx, trx, { order, checkout, raised, refunds: payment.refunds });
    return true;
  });
}

/** Whether the payment has a refund that isn't recorded as it is there, yet. */
async function hasMoved(trx: Trx, orderId: number, { refunds }: Payment): Promise<boolean> {
  const pending = (await listRefunds(trx, orderId)).filter(({ status }) => status === 'PENDING');
  return pending.some((refund) => refunds.find(({ id }) => id === refund.provider_id)?.status !== 'PENDING');
}

/** What was refunded at the provider, in the order's history, with its credit note and emails. */
async function recordRaised(
  ctx: Context,
  trx: Trx,
  {
    order,
    checkout,
    raised,
    refunds,
  }: {
    order: OrderRow;
    checkout: Checkout | null;
    raised: NonNullable<Awaited<ReturnType<typeof raiseRefunded>>>;
    refunds: Payment['refunds'];
  },
): Promise<void> {
  const { status, before, refundedCents, totalCents } = raised;
  const { currency } = order;
  const isWhole = refundedCents >= totalCents;
  const amount = { cents: refundedCents - before, currency };
  await recordRefunds(ctx, trx, order, { cents: amount.cents, refunds, reason: null, by: 'system' });
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
