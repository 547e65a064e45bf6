import { sql } from 'kysely';
import { z } from 'zod';
import { defaultChannels, type EmailFrequency } from '#contract/notifications/kinds.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { IS_ANNOUNCED } from './announced.store.ts';
import type { Fact } from './facts.ts';
import { isShown, KINDS, PAGE } from './kinds.store.ts';
import { sqlNumbers, sqlRows } from '#server/app/database/read-rows.ts';

export interface NotifiedPerson {
  userId: number;
  /** The notification's id; null: it exists already, or the user disabled this kind. */
  id: number | null;
  /** It is new, not raised: emails and pushes go out once. */
  isNew: boolean;
  email: EmailFrequency;
  push: boolean;
}

/**
 * Writes one page of a fact's notifications. Existing ones are left alone, unless there is more since. A
 * user's event numbers are assigned under the lock of their inbox until the transaction ends: a reader of one
 * number has seen all before it.
 */
export async function writeNotifications(
  trx: Trx,
  fact: Fact,
): Promise<{ notified: NotifiedPerson[]; next: number | null }> {
  const { recipients, isRaised = false } = KINDS[fact.kind];
  const usual = defaultChannels(fact.kind);
  const { rows } = await sql<{
    user_id: number;
    id: number | null;
    is_new: boolean;
    email: EmailFrequency;
    push: boolean;
  }>`
    with people as (
      select c.*, coalesce(w.site, ${usual.site}) as site, coalesce(w.email, ${usual.email}) as email,
        coalesce(w.push, ${usual.push}) as push
      from (${recipients(fact)}) c join users u on u.id = c.user_id
      left join notification_ways w on w.user_id = c.user_id and w.kind = ${fact.kind}
      where c.user_id > ${fact.after} and u.suspended_at is null and u.deleted_at is null
      order by c.user_id limit ${PAGE}
    ), fresh as (
      select p.* from people p left join notifications n on n.user_id = p.user_id and n.key = p.key
      where (p.site or p.email <> 'NONE' or p.push)
        and (n.id is null or (${isRaised}::boolean and p.at > n.created_at))
    ), boxes as (
      insert into notification_boxes as b (user_id, last_event) select user_id, 1 from fresh order by user_id
      on conflict (user_id) do update set last_event = b.last_event + 1
      returning b.user_id, b.last_event
    ), written as (
      insert into notifications as n
        (user_id, key, kind, subject_type, subject_id, actor_id, since, note, reason, at_ms, count, event, in_site, email, created_at)
      select f.user_id, f.key, ${fact.kind}, ${fact.type}::text, ${fact.type === null ? null : fact.id}::bigint, f.actor_id,
        f.since, f.note, ${fact.reason === null ? null : JSON.stringify(fact.reason)}::jsonb, ${fact.atSec === null ? null : Math.round(fact.atSec * 1000)}::int, f.count, b.last_event, f.site, f.email, f.at
      from fresh f join boxes b on b.user_id = f.user_id
      on conflict (user_id, key) do update set
        event = excluded.event, count = excluded.count, created_at = excluded.created_at, read_at = null
        where excluded.created_at > n.created_at
      returning n.user_id, n.id, xmax = 0 as is_new
    )
    select p.user_id, w.id, coalesce(w.is_new, false) as is_new, p.email, p.push
    from people p left join written w on w.user_id = p.user_id order by p.user_id`.execute(trx);
  return {
    notified: rows.map((row) => ({
      userId: row.user_id,
      id: row.id,
      isNew: row.is_new,
      email: row.email,
      push: row.push,
    })),
    next: rows.length < PAGE ? null : (rows.at(-1)?.user_id ?? null),
  };
}

/**
 * Deletes notifications the recipient can't see, as the subject is pending review or blocked: they are
 * written once it is shown. Returns the others.
 */
export async function retainVisible(trx: Trx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const gone = await sqlNumbers`
    delete from notifications n where id = any(${ids}::bigint[]) and not ${isShown} returning id`.execute(
    trx,
  );
  const removedIds = new Set(gone);
  return new Set(ids.filter((id) => !removedIds.has(id)));
}

/** Browsers of these people that get pushes, by their sessions that still hold. */
export async function listPushTargets(
  trx: Trx,
  userIds: number[],
): Promise<{ id: number; userId: number }[]> {
  if (userIds.length === 0) return [];
  return await trx
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .where('push_subscriptions.user_id', 'in', userIds)
    .where('sessions.expires_at', '>', NOW)
    .select(['push_subscriptions.id', 'push_subscriptions.user_id as userId'])
    .execute();
}

/** Which of these videos members can see now and were not announced yet. */
export async function listUnannounced(db: DbOrTrx, ids: number[]): Promise<number[]> {
  return await sqlNumbers`
    select id from videos v where id = any(${ids}::bigint[]) and ${IS_ANNOUNCED}
      and not exists (select from announced_videos a where a.video_id = v.id) order by id`.execute(db);
}

/** True once, for a video that members can see; it stays so until the transaction ends. */
export async function claimPublished(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    with shown as (select id from videos v where id = ${id} and ${IS_ANNOUNCED} for share)
    insert into announced_videos (video_id) select id from shown on conflict do nothing returning video_id`.execute(
    trx,
  );
  return rows.length > 0;
}

const FailedQueue = z.object({ name: z.string(), hour: z.number() });

/**
 * Queues with jobs that failed for good within the last minutes, each with the hour of that, counted from 1970 on: the end
 * of an hour is looked at in the next one.
 */
export async function listFailedQueues(trx: Trx): Promise<{ name: string; hour: number }[]> {
  return await sqlRows(FailedQueue)`
    select distinct name, floor(extract(epoch from completed_on) / 3600)::int as hour from pgboss.job
    where state = 'failed' and created_on > now() - interval '2 days'
      and completed_on >= now() - interval '10 minutes' and name not like '\\_\\_pgboss%'`.execute(trx);
}
