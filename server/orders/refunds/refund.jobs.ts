import { MessageError } from '#contract/text/message.ts';
import { z } from 'zod';
import { PaymentError, PAYMENTS, type Payment } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { markRefunded } from '../changes.store.ts';
import { refundFailedEmail, sendEmail } from '../orders.emails.ts';
import { EVENTS } from '../order-events.rules.ts';
import { findOrder, listEvents, recordOrderEvent } from '../orders.store.ts';
import { lockOrder } from './line-refunds.store.ts';
import { recordRefunds } from './record-refunds.actions.ts';
import { emailAdmins, refundRest, reportFailedRefund } from './refunds.actions.ts';

/** A pending refund may take days; a webhook usually reports it sooner. */
const PENDING_SECONDS = 3600;

/** Refunds a payment that has no order. */
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
  async run(ctx, data) {
    if (!ctx.payments.service) throw new MessageError(PAYMENTS.NOT_SET_UP());
    const { captureId, orderId } = data;
    const { status, failed, refunds } = await refundRest(ctx.payments.service, data).catch(
      (error: unknown) => {
        if (!(error instanceof PaymentError) || error.problem !== 'rejected') throw error;
        ctx.log.error('The provider rejects a refund.', { captureId, issue: error.issue });
        return { status: 'FAILED' as const, failed: null, refunds: [] };
      },
    );
    if (status === 'PENDING') await ctx.jobs.send(refundCapture, data, { after: PENDING_SECONDS });
    else if (status === 'COMPLETED') await recordRefund(ctx, orderId, refunds);
    else {
      await reportOnce(ctx, orderId, failed === 0);
      throw new MessageError(EVENTS.REFUND_FAILED());
    }
  },
});

async function recordRefund(
  ctx: Context,
  orderId: number | null,
  refunds: Payment['refunds'],
): Promise<void> {
  if (orderId === null) return;
  await transact(ctx.db, async (trx) => {
    await lockOrder(trx, orderId);
    const before = await findOrder(trx, { id: orderId });
    if (!(await markRefunded(trx, orderId, new Date(ctx.clock.now())))) return;
    const order = await findOrder(trx, { id: orderId });
    if (!before || !order) return;
    const cents = order.total_cents - before.refunded_cents;
    await recordRefunds(ctx, trx, order, { cents, refunds, reason: order.cancel_reason, by: 'system' });
    await recordOrderEvent(trx, orderId, 'system', EVENTS.REFUNDED(), order.status);
    await sendEmail(ctx, trx, 'refunded', order);
  });
}

/** However often it is tried. */
async function reportOnce(ctx: Context, orderId: number | null, isFirst: boolean): Promise<void> {
  const order = orderId === null ? null : await findOrder(ctx.db, { id: orderId });
  const [last] = order ? await listEvents(ctx.db, order.id) : [];
  if (order ? last?.text.json === EVENTS.REFUND_FAILED().json : !isFirst) return;
  await transact(ctx.db, async (trx) =>
    order
      ? await reportFailedRefund(ctx, trx, order, EVENTS.REFUND_FAILED())
      : await emailAdmins(ctx, trx, refundFailedEmail(ctx, null)),
  );
}
