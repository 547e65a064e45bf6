import { MessageError, type StoredMessage } from '#contract/text/message.ts';
import { z } from 'zod';
import { DELIVERY_RETRIES } from '#contract/webhooks/webhooks.ts';
import type { Context } from '#server/app/context.ts';
import { openSecretBox } from '#server/app/database/secret-box.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { DELIVERIES, explainFailure, sign } from './webhooks.rules.ts';
import { dropOldDeliveries, endDelivery, findWaiting, recordAttempt } from './webhooks.store.ts';

const TIMEOUT_MS = 10_000;
export const SECRET_CONTEXT = 'webhook';

/** Sends one delivery to one webhook. The queue retries until the receiver returns success. */
export const deliverWebhook = job({
  name: 'webhooks.deliver',
  schema: z.object({ id: z.number().int() }),
  // a slow receiver occupies some of these, but no other queue
  concurrency: 8,
  retryLimit: DELIVERY_RETRIES,
  retryDelay: 15,
  seconds: 60,
  async run(ctx, { id }, { signal }) {
    const waiting = await findWaiting(ctx.db, id);
    if (!waiting) return;
    const now = new Date(ctx.clock.now());
    const end = (
      status: 'DELIVERED' | 'FAILED',
      responseStatus: number | null,
      problem: StoredMessage | null,
    ) => recordAttempt(ctx.db, id, { status, responseStatus, problem, now });
    if (!waiting.is_active) return end('FAILED', null, DELIVERIES.OFF());
    const secret = openSecretBox(ctx.settings).open(SECRET_CONTEXT, waiting.secret);
    if (secret === null) return end('FAILED', null, DELIVERIES.LOCKED());
    const outcome = await post(ctx, { id, ...waiting, secret }, signal);
    if (outcome.problem === null) return end('DELIVERED', outcome.status, null);
    await recordAttempt(ctx.db, id, { ...outcome, responseStatus: outcome.status, status: 'WAITING', now });
    throw new MessageError(outcome.problem);
  },
  onFailed: (ctx, { id }) => endDelivery(ctx.db, id),
});

interface Sent {
  id: number;
  url: string;
  event: string;
  body: string;
  secret: string;
}

async function post(
  { outbound, clock }: Context,
  { id, url, event, body, secret }: Sent,
  signal: AbortSignal,
): Promise<{ status: number | null; problem: StoredMessage | null }> {
  try {
    const { status } = await outbound.post(url, {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'LLL-webhook/1',
        'x-event': event,
        'x-delivery': String(id),
        'x-signature': sign(secret, body, clock.now()),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return {
      status,
      problem: status >= 200 && status < 300 ? null : DELIVERIES.ANSWERED(String(status)),
    };
  } catch (error) {
    return { status: null, problem: explainFailure(error) };
  }
}

export const sweepDeliveries = job({
  name: 'webhooks.sweep',
  schema: z.object({}),
  cron: '23 * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 1,
  run: (ctx) => dropOldDeliveries(ctx.db, new Date(ctx.clock.now())),
});
