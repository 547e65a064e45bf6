import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { Fact, type NewFact } from './facts.ts';
import { tellLikes, tellPeople, tellPublished } from './tell.jobs.ts';

type Tells = Pick<Context, 'jobs'>;

/** Tells whom it concerns, by a job in the transaction of the fact. */
export async function tell({ jobs }: Tells, trx: Trx, fact: NewFact): Promise<void> {
  await jobs.send(tellPeople, Fact.parse(fact), { trx, priority: 10 });
}

/**
 * A comment or post that everybody can see now: whom it answers and mentions. Told again it changes nothing. Nobody is
 * looked for where its words name nobody.
 */
export async function tellOfWords(
  ctx: Tells,
  trx: Trx,
  {
    type,
    id,
    text = '@',
    isReply = true,
  }: { type: 'COMMENT' | 'POST'; id: number; text?: string; isReply?: boolean },
): Promise<void> {
  if (isReply) await tell(ctx, trx, { kind: 'REPLY', type, id });
  if (text.includes('@')) await tell(ctx, trx, { kind: 'MENTION', type, id });
}

/** Somebody liked a thing. */
export async function tellOfLike(
  { jobs }: Tells,
  trx: Trx,
  { type, id }: { type: 'VIDEO' | 'COMMENT' | 'POST'; id: number },
): Promise<void> {
  await jobs.send(tellLikes, Fact.parse({ kind: 'LIKE', type, id }), { trx, singletonKey: `${type} ${id}` });
}

/** These videos may have come to be seen by everybody; told once each, after the transaction. */
export async function tellOfVideos({ jobs }: Tells, trx: Trx, ids: number[]): Promise<void> {
  await jobs.send(tellPublished, { ids }, { trx });
}
