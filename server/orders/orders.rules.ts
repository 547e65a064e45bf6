import {
  ORDER_STATES,
  ORDER_STATUSES,
  type OrderMove,
  type OrderStatus,
} from '#contract/orders/order-states.ts';

export const findMove = (from: OrderStatus, to: OrderStatus): OrderMove | undefined =>
  ORDER_STATES[from].moves[to];

/** The statuses from which an order can become `to`, for statements that move it. */
export const statusesBefore = (to: OrderStatus): OrderStatus[] =>
  ORDER_STATUSES.filter((from) => findMove(from, to));

/** What a payment means for its checkout. */
export type PaymentOutcome =
  | { kind: 'paid'; captureId: string }
  | { kind: 'under-review'; captureId: string }
  | { kind: 'capture' }
  | { kind: 'not-approved' }
  | { kind: 'failed' }
  | { kind: 'gone' }
  | { kind: 'mismatch'; why: string; captureId: string | null };

interface PaymentFacts {
  id: string;
  status: string;
  reference: string | null;
  cents: number;
  currency: string;
  capture: { id: string; status: string; cents: number; currency: string } | null;
}

/** Checks a payment against its checkout: unless checkout, amount and currency match, it isn't paid. */
export function evaluatePayment(
  checkout: { reference: string; paymentId: string; cents: number; currency: string },
  payment: PaymentFacts,
): PaymentOutcome {
  const taken =
    payment.capture && ['COMPLETED', 'PENDING', 'PARTIALLY_REFUNDED'].includes(payment.capture.status)
      ? payment.capture.id
      : null;
  const mismatch = (why: string): PaymentOutcome => ({ kind: 'mismatch', why, captureId: taken });
  if (payment.id !== checkout.paymentId) return mismatch('payment');
  // the payment's id is from our own creation of it; a reference, if given, must be ours too
  if (payment.reference !== null && payment.reference !== checkout.reference) return mismatch('reference');
  for (const part of [payment, payment.capture]) {
    if (!part) continue;
    if (part.cents !== checkout.cents) return mismatch('amount');
    if (part.currency !== checkout.currency) return mismatch('currency');
  }
  switch (payment.capture?.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      return { kind: 'paid', captureId: payment.capture.id };
    case 'PENDING':
      return { kind: 'under-review', captureId: payment.capture.id };
    case undefined:
      break;
    default:
      return { kind: 'failed' };
  }
  if (payment.status === 'APPROVED') return { kind: 'capture' };
  return payment.status === 'VOIDED'
    ? { kind: 'gone' }
    : payment.status === 'COMPLETED'
      ? { kind: 'failed' }
      : { kind: 'not-approved' };
}
