import { z } from 'zod';
import { PaymentError } from '#server/adapters/payments/payments.ts';
import { transact } from '#server/app/database.ts';
import { HttpError } from '#server/app/errors.ts';
import { job } from '#server/app/jobs.ts';
import { closeCheckout, findCheckout, lockCheckout, takeDueCheckouts } from './checkouts.store.ts';
import { finishCancelling, followRefund } from './cancel.actions.ts';
import { settleCheckout } from './settle.actions.ts';
import { findOrder } from './orders.store.ts';

/** A webhook said that something happened to this payment. */
export const settlePayment = job({
  name: 'payments.settle',
  schema: z.object({ checkoutId: z.number().int() }),
  async run(ctx, { checkoutId }) {
    const settled = await settleCheckout(ctx, checkoutId);
    if (!settled.order) {
      if (settled.why === 'unavailable') throw new Error('The payment provider did not answer.');
      return;
    }
    const { order } = settled;
    if (!order.capture_id || order.refunded_at || order.cancelling_at || !ctx.payments.service) return;
    const payment = await ctx.payments.service.getOrder(order.payment_id);
    if (payment.capture?.status === 'REFUNDED') await followRefund(ctx, order);
  },
});

/**
 * Every minute: whatever a browser, a webhook or a process that died left unfinished. A captured payment becomes its
 * order within five minutes even if nobody ever calls again.
 */
export const reconcilePayments = job({
  name: 'payments.reconcile',
  schema: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
  seconds: 300,
  concurrency: 1,
  async run(ctx, _data, { signal }) {
    for (const checkout of await takeDueCheckouts(ctx.db)) {
      if (signal.aborted) return;
      try {
        if (checkout.paymentId) await settleCheckout(ctx, checkout.id);
        // its payment was never made, so nobody can pay it
        else
          await transact(ctx.db, async (trx) =>
            closeCheckout(trx, await lockCheckout(trx, checkout.id), 'EXPIRED'),
          );
      } catch (error) {
        ctx.log.warn('A checkout could not be settled; it comes again.', { checkout: checkout.id, error });
      }
    }
    const left = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('cancelling_at', '<', new Date(ctx.clock.now() - 30_000))
      .where('status', '<>', 'CANCELLED')
      .limit(50)
      .execute();
    for (const { id } of left) {
      if (signal.aborted) return;
      await finishCancelling(ctx, id, 'system').catch((error: unknown) => {
        if (!(error instanceof HttpError) && !(error instanceof PaymentError)) throw error;
      });
    }
  },
});

/** What a webhook's payment belongs to; null: none of ours. */
export async function findCheckoutOfPayment(
  db: Parameters<typeof findCheckout>[0],
  { paymentId, captureId }: { paymentId: string | null; captureId: string | null },
): Promise<number | null> {
  if (paymentId) return (await findCheckout(db, { paymentId }))?.id ?? null;
  if (!captureId) return null;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'checkout_id'])
    .where('capture_id', '=', captureId)
    .executeTakeFirst();
  return order ? ((await findOrder(db, { id: order.id }))?.checkout_id ?? null) : null;
}
