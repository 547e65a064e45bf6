import { randomBytes } from 'node:crypto';
import { malformed, notFound, unprocessable } from './errors.ts';

export interface Money {
  currency_code: string;
  value: string;
}
export interface Payer {
  account_id: string;
  email_address: string;
  name: { given_name: string; surname: string };
}
export interface Capture {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amount: Money;
  custom_id?: string;
  final_capture: boolean;
  create_time: string;
}
export interface Refund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  amount: Money;
}
export interface Order {
  id: string;
  intent: 'CAPTURE';
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  amount: Money;
  custom_id?: string;
  description?: string;
  payer: Payer | null;
  capture: Capture | null;
  refunds?: Refund[];
  create_time: string;
  /** The bank's result when the order is captured. */
  outcome: 'COMPLETED' | 'PENDING' | 'DECLINED';
}

export const paypalId = () =>
  randomBytes(16)
    .toString('base64')
    .replaceAll(/[^A-Z0-9]/gi, 'X')
    .slice(0, 17)
    .toUpperCase();
const BUYER: Payer = {
  account_id: 'QYR5Z8XDVJNXQ',
  email_address: 'buyer@example.org',
  name: { given_name: 'Test', surname: 'Buyer' },
};

interface AmountWithBreakdown extends Money {
  breakdown?: Partial<Record<'item_total' | 'tax_total' | 'shipping' | 'discount', Money>>;
}

function sumOf(breakdown: NonNullable<AmountWithBreakdown['breakdown']>): string {
  const of = (part: keyof typeof breakdown) => Number(breakdown[part]?.value ?? 0);
  return (of('item_total') + of('tax_total') + of('shipping') - of('discount')).toFixed(2);
}

/** POST /v2/checkout/orders: one purchase unit, intent CAPTURE. */
export function makeOrder(body: unknown, now: string): Order {
  const { intent, purchase_units: units } = (body ?? {}) as {
    intent?: string;
    purchase_units?: { amount?: AmountWithBreakdown; custom_id?: string; description?: string }[];
  };
  if (intent !== 'CAPTURE') throw malformed('INVALID_PARAMETER_VALUE', 'intent must be CAPTURE.');
  const unit = units?.[0];
  if (!unit?.amount || units?.length !== 1)
    throw malformed('MISSING_REQUIRED_PARAMETER', 'A required field is missing: purchase_units[0].amount.');
  const { amount } = unit;
  if (typeof amount.value !== 'string' || !/^\d{1,8}\.\d{2}$/.test(amount.value))
    throw malformed('INVALID_PARAMETER_SYNTAX', 'amount.value must be a string with 2 decimals.');
  if (Number(amount.value) <= 0)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.');
  if (!/^[A-Z]{3}$/.test(amount.currency_code))
    throw malformed('INVALID_PARAMETER_SYNTAX', 'currency_code must be an ISO 4217 code.');
  if (amount.breakdown && sumOf(amount.breakdown) !== amount.value)
    throw unprocessable('AMOUNT_MISMATCH', 'Should equal item_total + tax_total + shipping - discount.');
  return {
    id: paypalId(),
    intent,
    status: 'CREATED',
    amount,
    payer: null,
    capture: null,
    create_time: now,
    outcome: 'COMPLETED',
    ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
    ...(unit.description ? { description: unit.description } : {}),
  };
}

/** The buyer approves in the provider's window. */
export function approve(
  order: Order,
  { outcome, payer }: { outcome?: Order['outcome'] | undefined; payer?: Partial<Payer> | undefined } = {},
): void {
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.');
  if (order.status === 'VOIDED') throw unprocessable('ORDER_EXPIRED', 'The order is gone.');
  order.status = 'APPROVED';
  order.payer = { ...BUYER, ...payer };
  if (outcome) order.outcome = outcome;
}

/** POST /v2/checkout/orders/{id}/capture. */
export function capture(order: Order, now: string, outcome: Order['outcome']): void {
  if (order.status === 'COMPLETED')
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      'Order already captured. If intent=CAPTURE only one capture per order is allowed.',
    );
  if (order.status !== 'APPROVED')
    throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.');
  if (outcome === 'DECLINED') {
    order.status = 'CREATED';
    order.outcome = 'COMPLETED';
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
    );
  }
  order.status = 'COMPLETED';
  order.capture = {
    id: paypalId(),
    status: outcome,
    amount: order.amount,
    final_capture: true,
    create_time: now,
    ...(order.custom_id ? { custom_id: order.custom_id } : {}),
  };
}

/** POST /v2/payments/captures/{id}/refund, whole or in part. */
export function refund(order: Order, body: unknown, status: Refund['status']): Refund {
  const of = order.capture;
  if (!of) throw notFound();
  if (of.status === 'REFUNDED')
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
  if (of.status !== 'COMPLETED' && of.status !== 'PARTIALLY_REFUNDED')
    throw unprocessable('INVALID_RESOURCE_STATE', 'The capture is not completed.');
  const amount = (body as { amount?: Money } | null)?.amount ?? of.amount;
  if (amount.currency_code !== of.amount.currency_code)
    throw unprocessable('CURRENCY_MISMATCH', 'Currency of refund must be the same as that of the capture.');
  const before = sumRefunds(order, ['COMPLETED', 'PENDING']);
  const left = (Number(of.amount.value) - before - Number(amount.value)).toFixed(2);
  if (Number(left) < 0)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    );
  const newRefund: Refund = { id: paypalId(), status, amount };
  order.refunds = [...(order.refunds ?? []), newRefund];
  markCapture(order);
  return newRefund;
}

/** The last refund is decided, or undone, later. */
export function settleRefund(order: Order, status: Refund['status']): Refund {
  const last = order.refunds?.at(-1);
  if (!last) throw notFound();
  last.status = status;
  markCapture(order);
  return last;
}

const sumRefunds = ({ refunds = [] }: Order, statuses: Refund['status'][]): number =>
  refunds
    .filter(({ status }) => statuses.includes(status))
    .reduce((sum, { amount }) => sum + Number(amount.value), 0);

function markCapture(order: Order): void {
  const { capture: of } = order;
  if (!of) return;
  const done = sumRefunds(order, ['COMPLETED']);
  const whole = done.toFixed(2) === of.amount.value;
  of.status = whole ? 'REFUNDED' : done > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
}

/** The order as the wire shows it; `full` by `Prefer: return=representation`. */
export function showOrder(order: Order, { full }: { full: boolean }) {
  const payer = order.payer;
  return {
    id: order.id,
    status: order.status,
    links: [],
    ...(payer
      ? {
          payment_source: { paypal: { ...payer, account_status: 'VERIFIED' } },
          payer: { payer_id: payer.account_id, email_address: payer.email_address, name: payer.name },
        }
      : {}),
    ...(full ? { intent: order.intent, create_time: order.create_time } : {}),
    purchase_units: [
      {
        reference_id: 'default',
        ...(full ? { amount: order.amount, custom_id: order.custom_id, description: order.description } : {}),
        ...(order.capture
          ? {
              payments: {
                captures: [showCapture(order)],
                ...(order.refunds ? { refunds: order.refunds } : {}),
              },
            }
          : {}),
      },
    ],
  };
}

export function showCapture(order: Order) {
  return {
    ...order.capture,
    supplementary_data: { related_ids: { order_id: order.id } },
    seller_protection: { status: 'ELIGIBLE' },
  };
}
