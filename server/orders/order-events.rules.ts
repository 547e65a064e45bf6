import type { OrderStatus } from '#contract/shop/order-states.ts';
import { readMoney } from '#server/app/i18n/formats.ts';
import { keep, msg, withValues } from '#contract/text/said.ts';

/*
 * What an order's history tells. It is kept in English and read in each admin's language, so each sentence that holds
 * values is told of here (docs/translating.md); the one that more of them fit stands first.
 */

/** Something was refunded; `amount` as it is kept: `$4.90`. */
const REST_AND_REASON = keep('Cancelled, and the remaining {0} refunded. {1}', readMoney);
const REST = keep('Cancelled, and the remaining {0} refunded.', readMoney);
const REFUNDED_AND_REASON = keep('Cancelled and refunded. {0}');
const UNKNOWN_AND_REASON = keep(
  'Cancelled. Not refunded: the payment provider knows of no payment for this order. {0}',
);
const UNPAID_AND_REASON = keep('Cancelled. Nothing had been paid. {0}');
const SHIPPED_BY = keep('Marked as shipped ({0}).');
const REST_AT_PROVIDER = keep('The remaining {0} of the payment was refunded at the provider.', readMoney);
const PART_AT_PROVIDER = keep('{0} of the payment was refunded at the provider.', readMoney);

const MARKED: Record<OrderStatus, string> = {
  PENDING: msg('Marked as pending.'),
  PAID: msg('Marked as paid.'),
  PROCESSING: msg('Marked as processing.'),
  SHIPPED: msg('Marked as shipped.'),
  DELIVERED: msg('Marked as delivered.'),
  CANCELLED: msg('Marked as cancelled.'),
};

/** `track`: carrier and number, of what was shipped. */
export const describeMove = (status: OrderStatus, track: string): string =>
  status === 'SHIPPED' && track ? withValues(SHIPPED_BY, track) : MARKED[status];

/** What became of the money of a cancelled order. */
export type CancelledMoney =
  | { refunded: 'all' }
  | { refunded: 'rest'; amount: string }
  | 'unknown'
  | 'unpaid';

/** `reason`: what whoever cancelled it wrote. */
export function describeCancel(money: CancelledMoney, reason: string | null): string {
  if (money === 'unknown')
    return reason
      ? withValues(UNKNOWN_AND_REASON, reason)
      : msg('Cancelled. Not refunded: the payment provider knows of no payment for this order.');
  if (money === 'unpaid')
    return reason ? withValues(UNPAID_AND_REASON, reason) : msg('Cancelled. Nothing had been paid.');
  if (money.refunded === 'all')
    return reason ? withValues(REFUNDED_AND_REASON, reason) : msg('Cancelled and refunded.');
  return reason ? withValues(REST_AND_REASON, money.amount, reason) : withValues(REST, money.amount);
}

/** Money that went back without the site. `isRest`: some had gone back before. */
export const describeRefund = (amount: string, isRest: boolean): string =>
  withValues(isRest ? REST_AT_PROVIDER : PART_AT_PROVIDER, amount);
