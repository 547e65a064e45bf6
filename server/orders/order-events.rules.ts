import type { OrderStatus } from '#contract/orders/order-states.ts';
import { verbatim, storedMessages, type Money, type StoredMessage } from '#contract/text/message.ts';

/** What an order's history holds. */
export const EVENTS = storedMessages('orders', {
  PENDING: 'Marked as pending.',
  MARKED_PAID: 'Marked as paid.',
  PROCESSING: 'Marked as processing.',
  SHIPPED: 'Marked as shipped.',
  SHIPPED_BY: 'Marked as shipped ({0}).',
  DELIVERED: 'Marked as delivered.',
  CANCELLED: 'Marked as cancelled.',
  PAID: 'Paid.',
  OVERSOLD: 'Paid after the reservation expired, so this order exceeds the available stock.',
  UNDER_REVIEW: 'Placed; the provider is reviewing the payment.',
  UNREACHABLE: "Placed; couldn't reach the payment provider.",
  MISMATCH: "The payment doesn't match the order.",
  NEVER_PAID: 'The payment was never completed.',
  PAID_LATE: 'The payment arrived after the cancellation and is being refunded.',
  CANCELLED_REST: 'Cancelled, and the remaining {0} refunded.',
  CANCELLED_REST_WHY: 'Cancelled, and the remaining {0} refunded. {1}',
  CANCELLED_REFUNDED: 'Cancelled and refunded.',
  CANCELLED_REFUNDED_WHY: 'Cancelled and refunded. {0}',
  CANCELLED_UNKNOWN: 'Cancelled. Not refunded: the payment provider has no payment for this order.',
  CANCELLED_UNKNOWN_WHY: 'Cancelled. Not refunded: the payment provider has no payment for this order. {0}',
  CANCELLED_UNPAID: 'Cancelled. No payment had been made.',
  CANCELLED_UNPAID_WHY: 'Cancelled. No payment had been made. {0}',
  NOT_CANCELLED: 'Not cancelled: the payment provider rejected the refund.',
  REFUND_PENDING: 'The refund is pending at the payment provider.',
  REFUND_AGAIN: "We'll try the refund again.",
  REFUND_FAILED: 'The refund failed at the payment provider.',
  REFUNDED: 'The payment was refunded.',
  REFUNDED_AT_PROVIDER: 'The payment was refunded through the provider.',
  REST_REFUNDED_AT_PROVIDER: 'The remaining {0} of the payment was refunded through the provider.',
  PART_REFUNDED: '{0} was refunded.',
  PART_REFUNDED_WHY: '{0} was refunded. {1}',
  PART_REFUND_FAILED: 'The refund of {0} failed at the payment provider.',
  PART_REFUNDED_AT_PROVIDER: '{0} of the payment was refunded through the provider.',
  WITHDRAWN: 'Withdrawal declared.',
  WITHDRAWN_LATE: 'Withdrawal declared after the deadline.',
});

const MARKED: Record<OrderStatus, () => StoredMessage> = { ...EVENTS, PAID: EVENTS.MARKED_PAID };

/** `track`: carrier and number of the shipment. */
export const describeMove = (status: OrderStatus, track: string): StoredMessage =>
  status === 'SHIPPED' && track ? EVENTS.SHIPPED_BY(track) : MARKED[status]();

/** What became of the money of a cancelled order. */
export type CancelledMoney = { refunded: 'all' } | { refunded: 'rest'; amount: Money } | 'unknown' | 'unpaid';

/** `reason`: entered by the user who cancelled it. */
export function describeCancel(money: CancelledMoney, reason: string | null): StoredMessage {
  const why = reason === null ? null : verbatim(reason);
  if (money === 'unknown') return why ? EVENTS.CANCELLED_UNKNOWN_WHY(why) : EVENTS.CANCELLED_UNKNOWN();
  if (money === 'unpaid') return why ? EVENTS.CANCELLED_UNPAID_WHY(why) : EVENTS.CANCELLED_UNPAID();
  if (money.refunded === 'all') return why ? EVENTS.CANCELLED_REFUNDED_WHY(why) : EVENTS.CANCELLED_REFUNDED();
  return why ? EVENTS.CANCELLED_REST_WHY(money.amount, why) : EVENTS.CANCELLED_REST(money.amount);
}

/** A refund of lines or an amount. */
export function describeRefund(
  { currency }: { currency: string },
  { cents, reason }: { cents: number; reason: string | null },
  status: 'DONE' | 'FAILED',
): StoredMessage {
  const amount = { cents, currency };
  if (status === 'FAILED') return EVENTS.PART_REFUND_FAILED(amount);
  return reason === null ? EVENTS.PART_REFUNDED(amount) : EVENTS.PART_REFUNDED_WHY(amount, verbatim(reason));
}
