import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { inSavepoint, isRowFault, transact, type Trx } from '#server/app/database/database.ts';
import { oneAtATime } from '#server/app/one-at-a-time.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { deliverWebhook } from './deliver.jobs.ts';
import { listListeners, readSubject, takeEvents, type HappenedEvent, type Listener } from './events.store.ts';
import { insertDelivery } from './webhooks.store.ts';

const PAGE = 100;

/** Hands what happened to the webhooks that listen, a page in a transaction. */
export async function spreadEvents(ctx: Context): Promise<void> {
  for (let taken = PAGE; taken === PAGE && !ctx.stopping.aborted;) taken = await spreadPage(ctx);
}

const spreadPage = (ctx: Context): Promise<number> =>
  transact(ctx.db, async (trx) => {
    const events = await takeEvents(trx, PAGE);
    const listeners = events.length > 0 ? await listListeners(trx) : [];
    for (const happened of events)
      await inSavepoint(trx, () => spread(ctx, trx, happened, listeners)).catch((error: unknown) => {
        if (!isRowFault(error)) throw error;
        ctx.log.error('Webhooks are not sent an event that always fails.', { ...happened, error });
      });
    return events.length;
  });

async function spread(ctx: Context, trx: Trx, happened: HappenedEvent, listeners: Listener[]): Promise<void> {
  const data = await readSubject(trx, happened);
  if (!data) return;
  const body = JSON.stringify({ event: happened.event, at: happened.at.toISOString(), data });
  for (const { id: webhookId } of listeners.filter(({ events }) => events.includes(happened.event))) {
    const now = new Date(ctx.clock.now());
    const { id } = await insertDelivery(trx, { webhookId, event: happened.event, body, now });
    await ctx.jobs.send(deliverWebhook, { id }, { trx });
  }
}

/** For events that weren't delivered when they happened, as during a process start. */
export const spreadWebhooks = job({
  name: 'webhooks.spread',
  schema: z.object({}),
  cron: '* * * * *',
  unique: true,
  concurrency: 1,
  retryLimit: 1,
  run: spreadEvents,
});

/** Runs whenever the database announces an event. */
export function spreadAtOnce(ctx: Context): void {
  const look = oneAtATime(() =>
    spreadEvents(ctx).catch((error: unknown) =>
      ctx.log.warn('Webhooks could not be told what happened; they are within a minute.', { error }),
    ),
  );
  ctx.pubsub.subscribe('webhooks', () => void look());
}
