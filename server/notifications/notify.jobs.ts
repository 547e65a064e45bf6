import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { emailNotification } from './email.jobs.ts';
import { publishToStreams, publishToStreamsIn } from './events.ts';
import { Fact } from './facts.ts';
import { pushNotification } from './push.jobs.ts';
import {
  claimPublished,
  retainVisible,
  listFailedQueues,
  listUnannounced,
  listPushTargets,
  writeNotifications,
  type NotifiedPerson,
} from './write.store.ts';

/** Writes a fact's notifications, a thousand recipients at a time, with their emails and pushes. */
export const notifyPeople = job<Fact>({
  name: 'notifications.tell',
  schema: Fact,
  concurrency: 2,
  run: write,
});

/** Queued likes of one item share a job; their own queue, as there are many. */
export const notifyLikes = job<Fact>({
  name: 'notifications.likes',
  schema: Fact,
  unique: true,
  concurrency: 1,
  run: write,
});

async function write(ctx: Context, fact: Fact): Promise<void> {
  const recipients = await transact(ctx.db, async (trx) => {
    // followers are notified of a video once, however often it is hidden and restored
    if (fact.kind === 'CLIP_PUBLISHED' && fact.after === 0 && !(await claimPublished(trx, fact.id)))
      return [];
    const { notified, next } = await writeNotifications(trx, fact);
    const seen = await retainVisible(
      trx,
      notified.flatMap(({ id }) => id ?? []),
    );
    const written = notified.filter(({ id }) => id !== null && seen.has(id));
    await sendOut(ctx, trx, written);
    if (next !== null) await ctx.jobs.send(notifyPeople, { ...fact, after: next }, { trx });
    const recipients = written.map(({ userId }) => userId);
    await publishToStreamsIn(ctx, trx, recipients);
    return recipients;
  });
  publishToStreams(ctx, recipients);
}

/** Emails and pushes of what is new, in the transaction that writes it. */
async function sendOut(ctx: Context, trx: Trx, notified: NotifiedPerson[]): Promise<void> {
  const added = notified.filter(
    (each): each is NotifiedPerson & { id: number } => each.isNew && each.id !== null,
  );
  const emailed = added.filter(({ email }) => email === 'AT_ONCE').map(({ id }) => ({ id }));
  await ctx.jobs.sendAll(emailNotification, emailed, { trx });
  const pushed = new Map(added.flatMap(({ push, userId, id }) => (push ? [[userId, id] as const] : [])));
  const pushes = (await listPushTargets(trx, [...pushed.keys()])).flatMap(
    ({ id: subscriptionId, userId }) => {
      const id = pushed.get(userId);
      return id === undefined ? [] : [{ id, subscriptionId }];
    },
  );
  await ctx.jobs.sendAll(pushNotification, pushes, { trx });
}

/** Videos that everybody can see now, for the first time. */
export const notifyPublishedVideos = job({
  name: 'notifications.published',
  schema: z.object({ ids: z.array(z.number().int()) }),
  async run(ctx, { ids }) {
    await transact(ctx.db, async (trx) => {
      for (const id of await listUnannounced(trx, ids))
        await ctx.jobs.send(notifyPeople, Fact.parse({ kind: 'CLIP_PUBLISHED', type: 'VIDEO', id }), { trx });
    });
  },
});

/** The queue itself doesn't report jobs that failed for good. */
export const notifyFailedJobs = job({
  name: 'notifications.failed-jobs',
  schema: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
  async run(ctx) {
    await transact(ctx.db, async (trx) => {
      for (const { name, hour } of await listFailedQueues(trx))
        await ctx.jobs.send(
          notifyPeople,
          Fact.parse({ kind: 'JOB_FAILED', type: null, id: hour, note: name }),
          { trx },
        );
    });
  },
});
