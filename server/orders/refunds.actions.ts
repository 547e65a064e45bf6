import { msg } from '#contract/text/said.ts';
import { PaymentError, type Payment, type Payments } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import { formatMoney } from '#server/app/i18n/formats.ts';
import { transactStock } from '#server/shop/sales.actions.ts';
import { lockCheckout } from './checkouts.store.ts';
import { freeStockOf } from './hold.actions.ts';
import { markCancelled, raiseRefunded } from './changes.store.ts';
import { sendEmail } from './orders.emails.ts';
import { describeRefund } from './order-events.rules.ts';
import { tellOfOrder } from './orders.news.ts';
import { findMove } from './orders.rules.ts';
import { findOrder, noteEvent, type OrderRow } from './orders.store.ts';

/** Gives back what the provider has not given back yet. Throws PaymentError; may be repeated. */
export async function refundRest(
  service: Payments,
  {
    paymentId,
    captureId,
    cents,
    currency,
  }: { paymentId: string | null; captureId: string; cents: number; currency: string },
): Promise<void> {
  const rest = cents - (paymentId === null ? 0 : await findRefunded(service, paymentId));
  if (rest > 0)
    await service.refund(captureId, { cents: rest, currency, requestId: `refund-${captureId}-${rest}` });
}

async function findRefunded(service: Payments, paymentId: string): Promise<number> {
  try {
    return (await service.getOrder(paymentId)).refundedCents;
  } catch (error) {
    // an import may know the capture alone
    if (error instanceof PaymentError && error.problem === 'not-found') return 0;
    throw error;
  }
}

/** What was given back at the provider is noted and counted; an order of which nothing is left is cancelled, if it hasn't left yet. */
export async function followRefunds(ctx: Context, order: OrderRow, payment: Payment): Promise<void> {
  if (payment.refundedCents === 0) return;
  await transactStock(ctx, async (trx) => {
    const checkout = order.checkout_id === null ? null : await lockCheckout(trx, order.checkout_id);
    const raised = await raiseRefunded(trx, order.id, {
      to: payment.refundedCents,
      at: new Date(ctx.clock.now()),
    });
    if (!raised) return;
    const { status } = raised;
    if (raised.refundedCents < raised.totalCents)
      return await noteEvent(
        trx,
        order.id,
        'system',
        describeRefund(formatMoney(raised.refundedCents - raised.before, order.currency, 'en'), false),
        status,
      );
    const cancels = findMove(status, 'CANCELLED') !== undefined;
    if (cancels) {
      await markCancelled(trx, order.id);
      await freeStockOf(trx, order, checkout);
    }
    await noteEvent(
      trx,
      order.id,
      'system',
      raised.before > 0
        ? describeRefund(formatMoney(raised.totalCents - raised.before, order.currency, 'en'), true)
        : msg('The payment was refunded at the provider.'),
      cancels ? 'CANCELLED' : status,
    );
    if (cancels) await tellOfOrder(ctx, trx, order.id, 'CANCELLED');
    const row = await findOrder(trx, { id: order.id });
    if (cancels && row) await sendEmail(ctx, trx, 'cancelled', row);
  });
}
