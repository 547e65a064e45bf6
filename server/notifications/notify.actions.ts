import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { Fact, type NewFact } from './facts.ts';
import { notifyLikes, notifyPeople, notifyPublishedVideos } from './notify.jobs.ts';

type NotifyContext = Pick<Context, 'jobs'>;

/** Tells whom it concerns, by a job in the transaction of the fact. */
export async function notify({ jobs }: NotifyContext, trx: Trx, fact: NewFact): Promise<void> {
  await jobs.send(notifyPeople, Fact.parse(fact), { trx, priority: 10 });
}

/**
 * A comment or post that everybody can see now: whom it answers and mentions. Told again it changes nothing. Nobody is
 * looked for where its words name nobody.
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

/** Somebody liked a thing. */
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

/** These videos may have come to be seen by everybody; told once each, after the transaction. */
export async function notifyPublished({ jobs }: NotifyContext, trx: Trx, ids: number[]): Promise<void> {
  await jobs.send(notifyPublishedVideos, { ids }, { trx });
}
