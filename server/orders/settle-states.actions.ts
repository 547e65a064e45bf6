import type { StoredMessage } from '#contract/text/message.ts';
import type { Payment } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { clearBought } from '#server/shop/sales.actions.ts';
import { watchCheckout } from './checkouts.store.ts';
import { recordLatePayment, markPaid } from './changes.store.ts';
import {
  beginCapture,
  closeCheckout,
  endCapture,
  finishCheckout,
  reserveItems,
  takeCode,
  type ReservedCheckout,
  type Shortage,
} from './reserve.actions.ts';
import { sendEmail } from './orders.emails.ts';
import { notifyOrder } from './orders.notifications.ts';
import { findMove, type PaymentOutcome } from './orders.rules.ts';
import { EVENTS } from './order-events.rules.ts';
import { findOrder, insertOrder, recordOrderEvent, type OrderRow, type PaidBy } from './orders.store.ts';
import { issueInvoice } from './invoices/invoices.actions.ts';
import { refundCapture } from './refunds/refund.jobs.ts';

/** What became of a checkout: an order, or why there is none. */
export type Settled =
  | { order: OrderRow }
  | {
      order: null;
      why: Shortage | 'not-approved' | 'declined' | 'mismatch' | 'gone' | 'expired' | 'unavailable';
    };

/** The provider's payment, or why it could not be read. */
export type Answer =
  | (PaymentOutcome & { payment: Payment })
  | { kind: 'not-taken'; attempt: number; why: 'declined' | 'not-approved' }
  /** Approved all the same, but not to be taken: a run elsewhere has it. */
  | { kind: 'elsewhere' }
  | { kind: 'unknown' }
  | { kind: 'refused' }
  | { kind: 'unreachable' };

type AnswerOf<K extends Answer['kind']> = Extract<Answer, { kind: K }>;

interface LockedCheckout extends ReservedCheckout {
  ctx: Context;
  trx: Trx;
  /** The buyer waits for it: an order is made even of "we couldn't ask". */
  buyer: boolean;
}

/**
 * Final: later provider updates don't change it. An order cancelled while its payment was in progress is
 * still watched.
 */
export const isOver = ({ checkout, order }: ReservedCheckout): boolean =>
  order !== null &&
  !findMove(order.status, 'PAID') &&
  !(order.status === 'CANCELLED' && checkout.status === 'OPEN');

/**
 * Applies the provider's result to the checkout's current state: another process may have been faster.
 * `attempt`: capture it.
 */
export async function applyAnswer(
  reserved: LockedCheckout,
  answer: Answer,
): Promise<Settled | { attempt: number }> {
  const { order, checkout } = reserved;
  if (order && isOver(reserved)) return { order };
  if (order?.status === 'CANCELLED') return await settleCancelled(reserved, order, answer);
  if (answer.kind === 'paid') return await settlePaid(reserved, answer);
  if (checkout.status !== 'OPEN')
    return order ? { order } : { order: null, why: WHY_CLOSED[answer.kind] ?? whyGone(checkout) };
  return await settleOpen(reserved, answer);
}

/** Reads a closed checkout again. */
const WHY_CLOSED: Partial<Record<Answer['kind'], 'declined' | 'mismatch'>> = {
  failed: 'declined',
  mismatch: 'mismatch',
};

function settleOpen(
  checkout: LockedCheckout,
  answer: Exclude<Answer, { kind: 'paid' }>,
): Promise<Settled | { attempt: number }> {
  switch (answer.kind) {
    case 'capture':
      return settleApproved(checkout);
    case 'under-review':
      return leavePending(checkout, toPayer(answer), EVENTS.UNDER_REVIEW());
    case 'unreachable':
      return settleUnreachable(checkout);
    case 'mismatch':
      return settleMismatch(checkout, answer);
    case 'failed':
      return close(checkout, 'declined');
    case 'gone':
    case 'unknown':
      return close(checkout, 'gone');
    case 'not-taken':
      return settleNotTaken(checkout, answer);
    case 'not-approved':
      return settleNotApproved(checkout);
    case 'elsewhere':
      return Promise.resolve({ order: null, why: 'unavailable' });
    case 'refused':
      return Promise.resolve({ order: null, why: 'not-approved' });
  }
}

const whyGone = ({ expired }: LockedCheckout['checkout']) => (expired ? 'expired' : 'gone');

/** The money may be captured now, once the stock is taken. What was shown is charged no longer than its checkout lives. */
async function settleApproved(reserved: LockedCheckout): Promise<Settled | { attempt: number }> {
  const { ctx, trx, checkout } = reserved;
  const isCapturing = checkout.capturingAt !== null && !checkout.captureLost;
  if (checkout.expired && !isCapturing) return await close(reserved, 'gone');
  const shortage = await beginCapture(ctx, trx, checkout);
  if (shortage) return { order: null, why: shortage };
  return { attempt: checkout.captureAttempt };
}

/** Captured: creates exactly one order, with its email, and removes the bought lines from the cart. */
async function settlePaid(
  { ctx, trx, checkout, order: before }: LockedCheckout,
  answer: AnswerOf<'paid'>,
): Promise<Settled> {
  const by = { ...toPayer(answer), captureId: answer.captureId };
  const order = before ? await markPaid(trx, before, by) : await insertOrder(trx, checkout, 'PAID', by);
  if (!order) throw new Error('The order can’t be paid any more.');
  await recordOrderEvent(trx, order.id, 'buyer', EVENTS.PAID(), 'PAID');
  await notifyOrder(ctx, trx, order.id, 'PAID');
  await takeCode(trx, checkout, { forced: true });
  if (!(await reserveItems(ctx, trx, checkout)))
    await recordOrderEvent(trx, order.id, 'system', EVENTS.OVERSOLD(), 'PAID');
  await finishCheckout(trx, checkout);
  if (checkout.userId !== null) await clearBought(trx, checkout.userId, checkout.lines);
  await issueInvoice(ctx, trx, order);
  await sendEmail(ctx, trx, 'confirmed', order);
  // with its invoice
  return { order: (await findOrder(trx, { id: order.id })) ?? order };
}

/** Unknown whether it was captured. The buyer sees the order as pending, and the job continues polling. */
async function leavePending(
  { ctx, trx, checkout, order: before }: LockedCheckout,
  by: PaidBy,
  text: StoredMessage,
): Promise<Settled> {
  if (before) return { order: before };
  // if there is enough: the money may be taken already
  await reserveItems(ctx, trx, checkout);
  const order = await insertOrder(trx, checkout, 'PENDING', by);
  await recordOrderEvent(trx, order.id, 'buyer', text, 'PENDING');
  await watchCheckout(trx, checkout.id);
  return { order };
}

async function settleUnreachable(checkout: LockedCheckout): Promise<Settled> {
  if (!checkout.buyer) return { order: null, why: 'unavailable' };
  return await leavePending(checkout, UNKNOWN_USER, EVENTS.UNREACHABLE());
}

async function settleNotTaken(
  { trx, checkout }: LockedCheckout,
  answer: AnswerOf<'not-taken'>,
): Promise<Settled> {
  await endCapture(trx, checkout, answer.attempt);
  return { order: null, why: answer.why };
}

async function settleNotApproved(reserved: LockedCheckout): Promise<Settled> {
  const { trx, checkout } = reserved;
  if (checkout.expired) return await close(reserved, 'gone');
  // an attempt without a known result: it was not captured
  if (checkout.captureLost) await endCapture(trx, checkout, checkout.captureAttempt);
  return { order: null, why: 'not-approved' };
}

async function settleMismatch(
  reserved: LockedCheckout,
  { payment, why, captureId }: AnswerOf<'mismatch'>,
): Promise<Settled> {
  const { ctx, trx, checkout, order } = reserved;
  ctx.log.error('A payment does not match its checkout; it is given back if it was taken.', {
    checkout: checkout.id,
    payment: payment.id,
    why,
  });
  const taken = captureId ? payment.capture : null;
  await closeCheckout(ctx, trx, reserved, 'REJECTED', {
    why: EVENTS.MISMATCH(),
    notifiesBuyer: !taken,
  });
  if (taken) {
    const { cents, currency } = taken;
    const back = { paymentId: payment.id, captureId: taken.id, cents, currency, orderId: order?.id ?? null };
    await ctx.jobs.send(refundCapture, back, { trx });
  }
  return { order: null, why: 'mismatch' };
}

/** It failed: the stock is released, a pending order is cancelled. */
async function close(checkout: LockedCheckout, why: 'gone' | 'declined'): Promise<Settled> {
  await closeCheckout(checkout.ctx, checkout.trx, checkout, why === 'gone' ? 'EXPIRED' : 'REJECTED');
  return { order: null, why: why === 'gone' ? whyGone(checkout.checkout) : why };
}

/** Cancelled while its payment was in progress: no further capture, and what was captured is refunded. */
async function settleCancelled(reserved: LockedCheckout, order: OrderRow, answer: Answer): Promise<Settled> {
  const { trx, checkout } = reserved;
  if (answer.kind === 'paid') await refundLate(reserved, order, answer);
  else if (answer.kind === 'mismatch') await settleMismatch(reserved, answer);
  else if (answer.kind === 'not-taken') await endCapture(trx, checkout, answer.attempt);
  else if (
    answer.kind === 'unknown' ||
    (checkout.expired && 'payment' in answer && answer.kind !== 'under-review')
  )
    await close(reserved, 'gone');
  return { order };
}

async function refundLate(
  { ctx, trx, checkout }: LockedCheckout,
  order: OrderRow,
  answer: AnswerOf<'paid'>,
): Promise<void> {
  const { captureId } = answer;
  await recordLatePayment(trx, order.id, { ...toPayer(answer), captureId });
  await finishCheckout(trx, checkout);
  await recordOrderEvent(trx, order.id, 'system', EVENTS.PAID_LATE(), 'CANCELLED');
  const { payment_id: paymentId, total_cents: cents, currency, id: orderId } = order;
  await ctx.jobs.send(refundCapture, { paymentId, captureId, cents, currency, orderId }, { trx });
}

const UNKNOWN_USER: PaidBy = { captureId: null, payerId: null, payerEmail: null };

/** The payer. The capture's id is stored once it counts: it is unique, and only a completed one is money. */
const toPayer = ({ payment: { payerId, payerEmail } }: { payment: Payment }): PaidBy => ({
  ...UNKNOWN_USER,
  payerId,
  payerEmail,
});
