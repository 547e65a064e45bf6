import type { Transaction } from 'kysely';
import { ORDER_STATES } from '#contract/order-states.ts';
import { PaymentError, type Payment, type Payments } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { clearBought, transactStock } from '#server/shop/sales.actions.ts';
import { findCheckout, lockCheckout, watchCheckout, type Checkout } from './checkouts.store.ts';
import { beginCapture, closeCheckout, endCapture, finishCheckout, holdStock } from './hold.actions.ts';
import { sendEmail } from './orders.emails.ts';
import { refundCapture } from './refund.jobs.ts';
import { followRefunds } from './refunds.actions.ts';
import { keepLatePayment, markPaid } from './changes.store.ts';
import { evaluatePayment, findMove, type PaymentOutcome } from './orders.rules.ts';
import { findOrder, insertOrder, noteEvent, type OrderRow, type PaidBy } from './orders.store.ts';

/** What became of a checkout: an order, or why there is none. */
export type Settled =
  | { order: OrderRow }
  | { order: null; why: 'not-approved' | 'declined' | 'mismatch' | 'gone' | 'sold-out' | 'unavailable' };

const underWay = new WeakMap<Context, Map<number, { run: Promise<Settled>; buyer: boolean }>>();

/**
 * Brings a checkout to where the provider's word on its payment puts it. Safe at any time, from anywhere, any number of
 * times: the buyer's call, webhooks and the job all come through here, and whoever comes second finds it done.
 */
export function settleCheckout(
  ctx: Context,
  id: number,
  { buyer = false }: { buyer?: boolean } = {},
): Promise<Settled> {
  const running = underWay.get(ctx) ?? new Map<number, { run: Promise<Settled>; buyer: boolean }>();
  underWay.set(ctx, running);
  const found = running.get(id);
  if (found && (found.buyer || !buyer)) return found.run;
  // the buyer alone makes an order of "we couldn't ask": the system's run is waited for, then the buyer looks again
  const before = found
    ? found.run.then(
        (settled) => (settled.order ? settled : null),
        () => null,
      )
    : Promise.resolve(null);
  const run = before
    .then((settled) => settled ?? settle(ctx, id, buyer))
    .finally(() => {
      if (running.get(id)?.run === run) running.delete(id);
    });
  running.set(id, { run, buyer });
  return run;
}

async function settle(ctx: Context, id: number, buyer: boolean): Promise<Settled> {
  const settled = await trySettling(ctx, id, buyer);
  if (settled.order) return settled;
  // another process may have been quicker at any step: where there is a paid order, that is what became of the checkout
  const order = await findOrder(ctx.db, { checkoutId: id });
  return order && ORDER_STATES[order.status].revenue ? { order } : settled;
}

async function trySettling(ctx: Context, id: number, buyer: boolean): Promise<Settled> {
  const checkout = await findCheckout(ctx.db, { id });
  const { service } = ctx.payments;
  if (!checkout?.paymentId || !service) return { order: null, why: 'gone' };
  const order = await findOrder(ctx.db, { checkoutId: id });
  if (
    order &&
    !findMove(order.status, 'PAID') &&
    !(order.status === 'CANCELLED' && checkout.status === 'OPEN')
  )
    return { order };
  try {
    const payment = await service.getOrder(checkout.paymentId);
    const outcome = evaluate(checkout, payment);
    if (order?.status === 'CANCELLED' && outcome.kind !== 'paid')
      return await watchCancelled(ctx, checkout, order, outcome);
    return outcome.kind === 'capture'
      ? await takeMoney(ctx, service, checkout)
      : await conclude(ctx, checkout, payment, outcome);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    ctx.log.warn('A payment could not be settled yet.', {
      checkout: id,
      problem: error.problem,
      issue: error.issue,
    });
    if (error.problem === 'unavailable')
      return buyer ? await keepPending(ctx, checkout, NOBODY) : { order: null, why: 'unavailable' };
    return error.problem === 'not-found'
      ? await abandon(ctx, checkout, 'gone')
      : { order: null, why: 'not-approved' };
  }
}

/** Cancelled while its capture's answer was still out: nothing is taken any more, only what was taken meanwhile goes back. */
async function watchCancelled(
  ctx: Context,
  checkout: Checkout,
  order: OrderRow,
  outcome: PaymentOutcome,
): Promise<Settled> {
  if (outcome.kind !== 'under-review' && checkout.expired) await abandon(ctx, checkout, 'gone');
  return { order };
}

const evaluate = (checkout: Checkout, payment: Payment): PaymentOutcome =>
  evaluatePayment(
    {
      reference: String(checkout.id),
      paymentId: checkout.paymentId ?? '',
      cents: checkout.cents,
      currency: checkout.currency,
    },
    payment,
  );

async function takeMoney(ctx: Context, service: Payments, checkout: Checkout): Promise<Settled> {
  const begun = await transactStock(ctx, (trx) => beginCapture(trx, checkout.id));
  if (begun === 'sold-out') return { order: null, why: 'sold-out' };
  if (begun === 'closed') {
    const order = await findOrder(ctx.db, { checkoutId: checkout.id });
    return order ? { order } : { order: null, why: 'gone' };
  }
  let payment: Payment;
  try {
    payment = await service.captureOrder(checkout.paymentId ?? '', captureRequest(checkout, begun.attempt));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.problem === 'declined' || error.problem === 'not-approved') {
      await transactStock(ctx, (trx) => endCapture(trx, checkout.id, begun.attempt));
      return { order: null, why: error.problem };
    }
    if (error.problem !== 'captured') throw error;
    payment = await service.getOrder(checkout.paymentId ?? '');
  }
  // some answers leave out the amount of the whole; then what is on record is asked for
  const outcome = evaluate(checkout, payment);
  if (outcome.kind === 'mismatch' || outcome.kind === 'capture')
    payment = await service.getOrder(checkout.paymentId ?? '');
  return await conclude(ctx, checkout, payment, evaluate(checkout, payment));
}

/** The same for all who try at once; another one after a definite decline, which the provider would only repeat. */
const captureRequest = ({ paymentId }: Checkout, attempt: number): string =>
  `capture-${paymentId}${attempt === 1 ? '' : `-${attempt}`}`;

const NOBODY: PaidBy = { captureId: null, payerId: null, payerEmail: null };

async function conclude(
  ctx: Context,
  checkout: Checkout,
  payment: Payment,
  outcome: PaymentOutcome,
): Promise<Settled> {
  switch (outcome.kind) {
    case 'paid': {
      const order = await keepPaid(ctx, checkout, {
        captureId: outcome.captureId,
        payerId: payment.payerId,
        payerEmail: payment.payerEmail,
      });
      await followRefunds(ctx, order, payment);
      return { order };
    }
    case 'under-review':
      return await keepPending(ctx, checkout, {
        captureId: outcome.captureId,
        payerId: payment.payerId,
        payerEmail: payment.payerEmail,
      });
    case 'mismatch':
      ctx.log.error('A payment does not match its checkout; it is given back if it was taken.', {
        checkout: checkout.id,
        payment: payment.id,
        why: outcome.why,
      });
      return await abandon(ctx, checkout, 'mismatch', outcome.captureId ? payment : null);
    case 'failed':
      return await abandon(ctx, checkout, 'declined');
    case 'gone':
      return await abandon(ctx, checkout, 'gone');
    // approved all the same, but not to be taken: a run elsewhere has it
    case 'capture':
      return { order: null, why: 'unavailable' };
    case 'not-approved':
      if (checkout.expired) return await abandon(ctx, checkout, 'gone');
      // an attempt whose end nobody heard of: its money was not taken
      if (checkout.captureLost)
        await transactStock(ctx, (trx) => endCapture(trx, checkout.id, checkout.captureAttempt));
      return { order: null, why: 'not-approved' };
  }
}

/** The money is there: exactly one order of it, with the mail, and the cart without what was bought. */
async function keepPaid(
  ctx: Context,
  { id }: Checkout,
  by: PaidBy & { captureId: string },
): Promise<OrderRow> {
  return await transactStock(ctx, async (trx) => {
    const checkout = await lockCheckout(trx, id);
    const found = await findOrder(trx, { checkoutId: id });
    if (found && !findMove(found.status, 'PAID')) {
      if (found.status === 'CANCELLED' && checkout.status === 'OPEN')
        await refundLate(ctx, trx, checkout, found, by);
      return found;
    }
    if (found) {
      await markPaid(trx, found.id, by);
    }
    const order = found
      ? await findOrder(trx, { id: found.id })
      : await insertOrder(trx, checkout, 'PAID', by);
    if (!order) throw new Error('The order is gone.');
    await noteEvent(trx, order.id, 'buyer', 'Paid.', 'PAID');
    if (!(await holdStock(trx, checkout)))
      await noteEvent(
        trx,
        order.id,
        'system',
        'Paid after its stock was released: more has been sold than there is.',
        'PAID',
      );
    await finishCheckout(trx, checkout);
    if (checkout.userId !== null) await clearBought(trx, checkout.userId, checkout.lines);
    await sendEmail(ctx, trx, 'confirmed', order);
    return order;
  });
}

/** The order was cancelled while its payment was on the way: back it goes. */
async function refundLate(
  ctx: Context,
  trx: Transaction<Database>,
  checkout: Checkout,
  order: OrderRow,
  by: PaidBy & { captureId: string },
): Promise<void> {
  await keepLatePayment(trx, order.id, by);
  await finishCheckout(trx, checkout);
  await noteEvent(
    trx,
    order.id,
    'system',
    'The payment came in after the cancellation; it is being refunded.',
    'CANCELLED',
  );
  await ctx.jobs.send(
    refundCapture,
    {
      paymentId: order.payment_id,
      captureId: by.captureId,
      cents: order.total_cents,
      currency: order.currency,
      orderId: order.id,
    },
    { trx },
  );
}

/** Nobody can tell yet whether the money is there. The buyer sees the order so, and the job goes on asking. */
async function keepPending(ctx: Context, { id }: Checkout, by: PaidBy): Promise<Settled> {
  return await transactStock(ctx, async (trx) => {
    const checkout = await lockCheckout(trx, id);
    const found = await findOrder(trx, { checkoutId: id });
    if (found) return { order: found };
    if (checkout.status !== 'OPEN') return { order: null, why: 'gone' };
    // if there is enough: the money may be taken already
    await holdStock(trx, checkout);
    // the capture's id is kept once it counts: it is unique, and only a completed one is money
    const order = await insertOrder(trx, checkout, 'PENDING', { ...by, captureId: null });
    await noteEvent(
      trx,
      order.id,
      'buyer',
      by.captureId
        ? 'Placed; the provider is reviewing the payment.'
        : 'Placed; the payment provider could not be reached.',
      'PENDING',
    );
    await watchCheckout(trx, id);
    return { order };
  });
}

/** Nothing will come of it: the stock goes back, an order that waited is cancelled, money that was taken is returned. */
async function abandon(
  ctx: Context,
  { id }: Checkout,
  why: 'gone' | 'declined' | 'mismatch',
  taken: Payment | null = null,
): Promise<Settled> {
  await transactStock(ctx, async (trx) => {
    const checkout = await lockCheckout(trx, id);
    if (checkout.status !== 'OPEN') return;
    const order = await findOrder(trx, { checkoutId: id });
    await closeCheckout(ctx, trx, checkout, why === 'gone' ? 'EXPIRED' : 'REJECTED', {
      ...(why === 'mismatch' && { why: 'The payment does not match the order.' }),
      tellsBuyer: !taken,
    });
    if (taken?.capture) {
      await ctx.jobs.send(
        refundCapture,
        {
          paymentId: taken.id,
          captureId: taken.capture.id,
          cents: taken.capture.cents,
          currency: taken.capture.currency,
          orderId: order?.id ?? null,
        },
        { trx },
      );
    }
  });
  return { order: null, why };
}
