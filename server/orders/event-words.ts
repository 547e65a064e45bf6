import type { OrderStatus } from '#contract/shop/order-states.ts';
import { inEnglish, keep, msg } from '#contract/text/said.ts';
import { formatMoney, readMoney } from '#server/app/i18n/formats.ts';

/*
 * What an order's history tells: kept in English, and told in the language of whoever reads it (contract/values.ts,
 * Sentence).
 */

const MARKED: Partial<Record<OrderStatus, string>> = {
  PAID: msg('Marked as paid.'),
  PROCESSING: msg('Marked as processing.'),
  SHIPPED: msg('Marked as shipped.'),
  DELIVERED: msg('Marked as delivered.'),
};
const SHIPPED_BY = keep('Marked as shipped ({0}).');

export const markedAs = (status: OrderStatus, track: string): string =>
  status === 'SHIPPED' && track
    ? inEnglish({ message: SHIPPED_BY, values: [track] })
    : (MARKED[status] ?? `Marked as ${status.toLowerCase()}.`);

const REFUNDED_PART = keep('{0} of the payment was refunded at the provider.', readMoney);
const REFUNDED_REST = keep('The remaining {0} of the payment was refunded at the provider.', readMoney);

interface Refunded {
  refundedCents: number;
  totalCents: number;
  before: number;
}

/** `before`: what had been refunded already. */
export function refundedAtProvider(refund: Refunded, currency: string): string {
  const { refundedCents, totalCents, before } = refund;
  const isAll = refundedCents >= totalCents;
  if (isAll && before === 0) return msg('The payment was refunded at the provider.');
  const cents = (isAll ? totalCents : refundedCents) - before;
  const amount = formatMoney(cents, currency, 'en');
  return inEnglish({ message: isAll ? REFUNDED_REST : REFUNDED_PART, values: [amount] });
}

// with a reason first: what follows is a part of it
const REST_FOR = keep('Cancelled, and the remaining {0} refunded. {1}', readMoney);
const REST = keep('Cancelled, and the remaining {0} refunded.', readMoney);
const REFUNDED_FOR = keep('Cancelled and refunded. {0}');
const REFUNDED = msg('Cancelled and refunded.');
const UNKNOWN_FOR = keep(
  'Cancelled. Not refunded: the payment provider knows of no payment for this order. {0}',
);
const UNKNOWN = msg('Cancelled. Not refunded: the payment provider knows of no payment for this order.');
const UNPAID_FOR = keep('Cancelled. Nothing had been paid. {0}');
const UNPAID = msg('Cancelled. Nothing had been paid.');

interface Cancelled {
  refunded: boolean;
  wasPaid: boolean;
  totalCents: number;
  /** What had been refunded already. */
  before: number;
  currency: string;
  reason: string | null;
}

export function cancelled({ refunded, wasPaid, totalCents, before, currency, reason }: Cancelled): string {
  const tell = (plain: string, withReason: string, ...values: string[]) =>
    inEnglish(reason ? { message: withReason, values: [...values, reason] } : { message: plain, values });
  if (refunded && before > 0) return tell(REST, REST_FOR, formatMoney(totalCents - before, currency, 'en'));
  if (refunded) return tell(REFUNDED, REFUNDED_FOR);
  return wasPaid ? tell(UNKNOWN, UNKNOWN_FOR) : tell(UNPAID, UNPAID_FOR);
}
