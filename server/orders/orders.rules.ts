/** The states of an order and its ways (docs/product.md). */
export const ORDER_STATUSES = ['PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const NEXT: Record<OrderStatus, readonly OrderStatus[]> = {
  PENDING: ['PAID', 'CANCELLED'],
  PAID: ['PROCESSING', 'CANCELLED'],
  PROCESSING: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
};

export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => NEXT[from].includes(to);

/** What a payment says about its checkout. */
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

/** Evaluates a payment against what was checked out: the same checkout, amount and currency, or nothing is paid. */
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
  // the payment's id is from our own creation of it; a reference that is told must be ours too
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
