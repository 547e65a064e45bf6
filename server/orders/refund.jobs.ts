import { msg } from '#contract/text/said.ts';
import { z } from 'zod';
import { PaymentError } from '#server/adapters/payments/payments.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { markRefunded } from './changes.store.ts';
import { refundRest } from './refunds.actions.ts';

/** Gives a payment back that no order stands for. */
export const refundCapture = job({
  name: 'payments.refund',
  schema: z.object({
    paymentId: z.string().nullable(),
    captureId: z.string(),
    cents: z.number().int(),
    currency: z.string(),
    orderId: z.number().int().nullable(),
  }),
  retryLimit: 30,
  retryDelay: 10,
  async run(ctx, { paymentId, captureId, cents, currency, orderId }) {
    if (!ctx.payments.service) throw new Error(msg('Payments are not set up.'));
    try {
      await refundRest(ctx.payments.service, { paymentId, captureId, cents, currency });
    } catch (error) {
      if (error instanceof PaymentError && error.problem === 'rejected')
        ctx.log.error('The provider refuses a refund; please look into it by hand.', {
          captureId,
          issue: error.issue,
        });
      throw error;
    }
    if (orderId !== null) await markRefunded(ctx.db, orderId, new Date(ctx.clock.now()));
  },
});
