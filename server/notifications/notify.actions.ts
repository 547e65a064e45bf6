import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { Fact, type NewFact } from './facts.ts';
import { notifyLikes, notifyPeople, notifyPublishedVideos } from './notify.jobs.ts';

type NotifyContext = Pick<Context, 'jobs'>;

/** Notifies the recipients through a job in the transaction of the fact. */
export async function notify({ jobs }: NotifyContext, trx: Trx, fact: NewFact): Promise<void> {
  await jobs.send(notifyPeople, Fact.parse(fact), { trx, priority: 10 });
}

/**
 * A newly visible comment or post: notifies whom it answers and mentions. Idempotent. Skips the lookup if the
 * text mentions no one.
 */
export async function notifyText(
  ctx: NotifyContext,
  trx: Trx,
  {
    type,
    id,
    text = '@',
    isReply = true,
  }: { type: 'COMMENT' | 'POST'; id: number; text?: string; isReply?: boolean },
): Promise<void> {
  if (isReply) await notify(ctx, trx, { kind: 'REPLY', type, id });
  if (text.includes('@')) await notify(ctx, trx, { kind: 'MENTION', type, id });
}

/** Someone liked an item. */
export async function notifyLike(
  { jobs }: NotifyContext,
  trx: Trx,
  { type, id }: { type: 'VIDEO' | 'COMMENT' | 'POST'; id: number },
): Promise<void> {
  await jobs.send(notifyLikes, Fact.parse({ kind: 'LIKE', type, id }), {
    trx,
    singletonKey: `${type} ${id}`,
  });
}

/** These videos may have become public; announced once each, after the transaction. */
export async function notifyPublished({ jobs }: NotifyContext, trx: Trx, ids: number[]): Promise<void> {
  await jobs.send(notifyPublishedVideos, { ids }, { trx });
}
