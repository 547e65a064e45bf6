import { z } from 'zod';
import { PaymentError } from '#server/adapters/payments/payments.ts';
import { job } from '#server/app/jobs.ts';

/** Gives a payment back that no order stands for. */
export const refundCapture = job({
  name: 'payments.refund',
  schema: z.object({
    captureId: z.string(),
    cents: z.number().int(),
    currency: z.string(),
    orderId: z.number().int().nullable(),
  }),
  retryLimit: 30,
  retryDelay: 10,
  async run(ctx, { captureId, cents, currency, orderId }) {
    if (!ctx.payments.service) throw new Error('Payments are not set up.');
    try {
      await ctx.payments.service.refund(captureId, { cents, currency, requestId: `refund-${captureId}` });
    } catch (error) {
      if (error instanceof PaymentError && error.problem === 'refused')
        ctx.log.error('The provider refuses a refund; please look into it by hand.', {
          captureId,
          issue: error.issue,
        });
      throw error;
    }
    if (orderId !== null)
      await ctx.db
        .updateTable('orders')
        .set({ refunded_at: new Date(ctx.clock.now()) })
        .where('id', '=', orderId)
        .where('refunded_at', 'is', null)
        .execute();
  },
});
