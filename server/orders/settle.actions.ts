import { PaymentError, type Payment, type Payments } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import { transactStock } from '#server/shop/sales.actions.ts';
import { findCheckout, type Checkout } from './checkouts.store.ts';
import { reserveCheckout } from './reserve.actions.ts';
import { evaluatePayment } from './orders.rules.ts';
import { findOrder } from './orders.store.ts';
import { followRefunds } from './refunds/refunds.actions.ts';
import { applyAnswer, isOver, type Answer, type Settled } from './settle-states.actions.ts';

const runs = new WeakMap<Context, Map<number, { run: Promise<Settled>; buyer: boolean }>>();

/**
 * Brings a checkout in line with the provider's payment. Idempotent and safe to run concurrently: the buyer's
 * call, webhooks and the job all use it, and the second caller finds it done.
 */
export function settleCheckout(
  ctx: Context,
  id: number,
  { buyer = false }: { buyer?: boolean } = {},
): Promise<Settled> {
  const running = runs.get(ctx) ?? new Map<number, { run: Promise<Settled>; buyer: boolean }>();
  runs.set(ctx, running);
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
  const checkout = await findCheckout(ctx.db, { id });
  const order = checkout && (await findOrder(ctx.db, { checkoutId: id }));
  if (order && isOver({ checkout, order })) return { order };
  const { service } = ctx.payments;
  if (!checkout?.paymentId || !service) return { order: null, why: 'gone' };
  const payable = { ...checkout, paymentId: checkout.paymentId };
  const settled = await conclude(ctx, id, await fetchPayment(ctx, service, payable), buyer);
  if (!('attempt' in settled)) return settled;
  const taken = await conclude(ctx, id, await takeMoney(ctx, service, payable, settled.attempt), buyer);
  if ('attempt' in taken) throw new Error('A payment is captured once a run.');
  return taken;
}

/** What the answer makes of the checkout, in one transaction; `attempt`: its money may be taken now. */
async function conclude(
  ctx: Context,
  id: number,
  answer: Answer,
  buyer: boolean,
): Promise<Settled | { attempt: number }> {
  const settled = await transactStock(ctx, async (trx) =>
    applyAnswer({ ctx, trx, buyer, ...(await reserveCheckout(trx, id)) }, answer),
  );
  if (answer.kind === 'paid' && 'order' in settled && settled.order)
    await followRefunds(ctx, settled.order, answer.payment);
  return settled;
}

type Payable = Checkout & { paymentId: string };

async function fetchPayment(ctx: Context, service: Payments, checkout: Payable): Promise<Answer> {
  try {
    return evaluate(checkout, await service.getOrder(checkout.paymentId));
  } catch (error) {
    return toAnswer(ctx, checkout, error);
  }
}

async function takeMoney(
  ctx: Context,
  service: Payments,
  checkout: Payable,
  attempt: number,
): Promise<Answer> {
  try {
    const answer = evaluate(checkout, await captureOrder(service, checkout, attempt));
    if (answer.kind !== 'mismatch' && answer.kind !== 'capture') return answer;
    // some responses omit the total; then the recorded one is read
    const onRecord = evaluate(checkout, await service.getOrder(checkout.paymentId));
    return onRecord.kind === 'capture' ? { kind: 'elsewhere' } : onRecord;
  } catch (error) {
    if (error instanceof PaymentError && (error.problem === 'declined' || error.problem === 'not-approved'))
      return { kind: 'not-taken', attempt, why: error.problem };
    return toAnswer(ctx, checkout, error);
  }
}

async function captureOrder(service: Payments, { paymentId }: Payable, attempt: number): Promise<Payment> {
  // the same for all who try at once; another one after a definite decline, which the provider would only repeat
  const requestId = `capture-${paymentId}${attempt === 1 ? '' : `-${attempt}`}`;
  try {
    return await service.captureOrder(paymentId, requestId);
  } catch (error) {
    if (!(error instanceof PaymentError) || error.problem !== 'captured') throw error;
    return await service.getOrder(paymentId);
  }
}

const evaluate = (checkout: Payable, payment: Payment): Answer => ({
  ...evaluatePayment(
    {
      reference: String(checkout.id),
      paymentId: checkout.paymentId,
      cents: checkout.cents,
      currency: checkout.currency,
    },
    payment,
  ),
  payment,
});

function toAnswer(ctx: Context, checkout: Checkout, error: unknown): Answer {
  if (!(error instanceof PaymentError)) throw error;
  ctx.log.warn('A payment could not be settled yet.', {
    checkout: checkout.id,
    problem: error.problem,
    issue: error.issue,
  });
  if (error.problem === 'unavailable') return { kind: 'unreachable' };
  return error.problem === 'not-found' ? { kind: 'unknown' } : { kind: 'refused' };
}
