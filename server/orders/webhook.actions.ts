import type { PaymentEvent } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { findCheckout } from './checkouts.store.ts';
import { followCapture, settlePayment } from './orders.jobs.ts';
import { recordPaymentEvent } from './changes.store.ts';
import { findOrderOfCapture } from './orders.store.ts';

/**
 * After an approval the buyer's own browser tries first; it gets the reason for a decline, a webhook doesn't.
 */
const APPROVED_WAIT_SECONDS = 15;

/** Handled once, however often it is sent; its content is read from the provider again. */
export async function handlePaymentEvent(ctx: Context, event: PaymentEvent): Promise<void> {
  await transact(ctx.db, async (trx) => {
    if (!(await recordPaymentEvent(trx, event))) return;
    const checkout = event.paymentId ? await findCheckout(trx, { paymentId: event.paymentId }) : null;
    if (checkout) {
      const after = event.type === 'CHECKOUT.ORDER.APPROVED' ? { after: APPROVED_WAIT_SECONDS } : {};
      await ctx.jobs.send(settlePayment, { checkoutId: checkout.id }, { trx, ...after });
      return;
    }
    const orderId = event.captureId ? await findOrderOfCapture(trx, event.captureId) : null;
    if (orderId !== null) await ctx.jobs.send(followCapture, { orderId }, { trx });
  });
}
