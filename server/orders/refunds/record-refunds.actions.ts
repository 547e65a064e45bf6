import type { Payment } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { cancelCreditNote, issueCreditNote } from '../invoices/invoices.actions.ts';
import type { Actor, OrderRow } from '../orders.store.ts';
import { countPieces, insertRefund, listRefunds, undoRefunds, type RefundRow } from './line-refunds.store.ts';

/** Issues the credit note of a refund, where its order has an invoice. */
export async function creditRefund(
  ctx: Context,
  trx: Trx,
  order: OrderRow,
  refund: RefundRow,
): Promise<void> {
  if (order.invoices.length === 0) return;
  const earlier = (await listRefunds(trx, order.id)).filter(({ id }) => id < refund.id);
  await issueCreditNote(ctx, trx, order, {
    refundId: refund.id,
    cents: refund.cents,
    lines: refund.lines,
    before: countPieces(earlier),
    reason: refund.reason,
  });
}

const sum = (all: { cents: number }[]): number => all.reduce((total, { cents }) => total + cents, 0);

/**
 * Records money that was returned without a refund of lines or an amount: by a cancellation, or at the provider. Each of the
 * provider's `refunds` that is new gets its own, so that it can be undone.
 */
export async function recordRefunds(
  ctx: Context,
  trx: Trx,
  order: OrderRow,
  {
    cents,
    refunds,
    reason,
    by,
  }: { cents: number; refunds: Payment['refunds']; reason: string | null; by: Actor },
): Promise<void> {
  if (cents <= 0) return;
  const known = (await listRefunds(trx, order.id)).map((refund) => refund.provider_id);
  const made = refunds.filter(({ id, status }) => status === 'COMPLETED' && !known.includes(id));
  for (const part of sum(made) === cents ? made : [{ id: null, cents }]) {
    const refund = await insertRefund(trx, {
      orderId: order.id,
      status: 'DONE',
      cents: part.cents,
      reason,
      lines: [],
      restock: false,
      by,
      providerId: part.id,
    });
    await creditRefund(ctx, trx, order, refund);
  }
}

/**
 * Undoes refunds that were done and failed at the provider after all, and cancels their credit notes. Returns what the order
 * has refunded then; `refundedCents` is of the provider.
 */
export async function undoFailedRefunds(
  trx: Trx,
  order: OrderRow,
  { refunds, refundedCents }: Pick<Payment, 'refunds' | 'refundedCents'>,
): Promise<number> {
  const failed = refunds.filter(({ status }) => status === 'FAILED').map(({ id }) => id);
  const done = (await listRefunds(trx, order.id)).filter(({ status }) => status === 'DONE');
  const named = done.filter((refund) => refund.provider_id !== null);
  const undone = named.filter((refund) => failed.includes(refund.provider_id ?? ''));
  // recorded without the provider's id, or before refunds were recorded one by one
  const unnamed = order.refunded_cents - sum(named);
  const lost = undone.length > 0 ? 0 : Math.min(unnamed, order.refunded_cents - refundedCents);
  if (lost > 0) undone.push(...done.filter((refund) => refund.provider_id === null));
  await undoRefunds(
    trx,
    undone.map(({ id }) => id),
  );
  for (const { id } of undone) await cancelCreditNote(trx, order.id, id);
  return order.refunded_cents - Math.max(lost, sum(undone));
}
