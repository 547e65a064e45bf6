import { MessageError } from '#contract/text/message.ts';
import { z } from 'zod';
import { PaymentError, PAYMENTS } from '#server/adapters/payments/payments.ts';
import { HttpError } from '#server/app/http/errors.ts';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { runEach } from '#server/app/jobs/run-each.ts';
import { transactStock } from '#server/shop/sales.actions.ts';
import { takeDueCheckouts, type Checkout } from './checkouts.store.ts';
import { closeCheckout, reserveCheckout } from './reserve.actions.ts';
import { finishCancelling } from './cancel.actions.ts';
import { listLeftClaims } from './changes.store.ts';
import { settleCheckout } from './settle.actions.ts';
import { findOrder, type OrderRow } from './orders.store.ts';
import { followRefunds } from './refunds/refunds.actions.ts';
import { settleRefund } from './refunds/line-refunds.actions.ts';
import { listPendingRefunds } from './refunds/line-refunds.store.ts';

/** A webhook reported an event of this payment. */
export const settlePayment = job({
  name: 'payments.settle',
  schema: z.object({ checkoutId: z.number().int() }),
  async run(ctx, { checkoutId }) {
    const settled = await settleCheckout(ctx, checkoutId);
    if (!settled.order) {
      if (settled.why === 'unavailable') throw new MessageError(PAYMENTS.NO_ANSWER());
      return;
    }
    await lookForRefunds(ctx, settled.order);
  },
});

/** A webhook reported an event of this order's capture. */
export const followCapture = job({
  name: 'payments.follow-capture',
  schema: z.object({ orderId: z.number().int() }),
  async run(ctx, { orderId }) {
    const order = await findOrder(ctx.db, { id: orderId });
    if (order) await lookForRefunds(ctx, order);
  },
});

async function lookForRefunds(ctx: Context, order: OrderRow): Promise<void> {
  const isCancelling = order.cancelling_at !== null && order.status !== 'CANCELLED';
  if (!order.capture_id || isCancelling || !ctx.payments.service) return;
  await followRefunds(ctx, order, await ctx.payments.service.getOrder(order.payment_id));
}

/** Many wait for the provider more than for us; few enough to leave it and the database room. */
const LANES = 4;
const BATCH = 10;
/** The next run begins by then, and looks again at what is most urgent. */
const RUN_MS = 50_000;

/** Until none is due, the urgent first in each batch. */
async function settleDue(ctx: Context, signal: AbortSignal): Promise<void> {
  const end = ctx.clock.now() + RUN_MS;
  const lane = async () => {
    while (ctx.clock.now() < end) {
      const due = await takeDueCheckouts(ctx.db, BATCH);
      if (due.length === 0) return;
      for (const checkout of due) {
        if (signal.aborted) return;
        await settleOne(ctx, checkout);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function settleOne(ctx: Context, checkout: Checkout): Promise<void> {
  try {
    if (checkout.paymentId) await settleCheckout(ctx, checkout.id);
    // its payment was never created, so it can't be paid
    else
      await transactStock(ctx, async (trx) =>
        closeCheckout(ctx, trx, await reserveCheckout(trx, checkout.id), 'EXPIRED'),
      );
  } catch (error) {
    ctx.log.warn('A checkout could not be settled; it comes again.', { checkout: checkout.id, error });
  }
}

/**
 * Every minute: finishes what a browser, a webhook or a dead process left open. A captured payment becomes
 * its order within five minutes even if no further call arrives.
 */
export const reconcilePayments = job({
  name: 'payments.reconcile',
  schema: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
  seconds: 300,
  concurrency: 1,
  async run(ctx, _data, { signal }) {
    await settleDue(ctx, signal);
    const { service } = ctx.payments;
    if (service)
      await runEach(await listPendingRefunds(ctx.db, 50), signal, (id) => settleRefund(ctx, service, id));
    const claims = await listLeftClaims(ctx.db, new Date(ctx.clock.now() - 30_000));
    await runEach(claims, signal, ({ id, by }) =>
      finishCancelling(ctx, id, by).catch((error: unknown) => {
        if (!(error instanceof HttpError) && !(error instanceof PaymentError)) throw error;
      }),
    );
  },
});
