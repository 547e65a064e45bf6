import { sql } from 'kysely';
import type { PushTarget } from '#server/adapters/push/push.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { SPOKEN } from '#server/app/i18n/account-language.ts';
import { isShown } from './kinds.store.ts';
import { selectNotifications, type NotificationRow } from './shown.store.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

interface Person {
  userId: number;
  /** In which they read: what they chose, else the language their account was made in. */
  language: string | null;
}

/** The browser that a notification goes to, while it is its person's, their session holds, and they want such pushes. */
export async function findPushTarget(
  db: Db,
  { id, subscriptionId }: { id: number; subscriptionId: number },
): Promise<(PushTarget & Person) | null> {
  const row = await db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('notifications as n', 'n.user_id', 'p.user_id')
    .where('p.id', '=', subscriptionId)
    .where('n.id', '=', id)
    .where('s.expires_at', '>', NOW)
    .where('u.suspended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_ways as w')
            .whereRef('w.user_id', '=', 'n.user_id')
            .whereRef('w.kind', '=', 'n.kind')
            .where('w.push', '=', false)
            .select('w.kind'),
        ),
      ),
    )
    .select(['p.endpoint', 'p.p256dh', 'p.auth', 'p.user_id as userId', SPOKEN.as('language')])
    .executeTakeFirst();
  return row ?? null;
}

/** Its push service reported it gone; the user sees that in the settings. */
export async function dropPushSubscription(db: Db, id: number, userId: number): Promise<void> {
  await sql`
    with gone as (delete from push_subscriptions where id = ${id} and user_id = ${userId} returning user_id)
    insert into notification_boxes as b (user_id, push_failed_at) select user_id, now() from gone
    on conflict (user_id) do update set push_failed_at = now()`.execute(db);
}

export interface Addressee extends Person {
  username: string;
  email: string;
}

/** Users reachable by email: with an address that accepted the last ones. */
export async function findAddressee(db: DbOrTrx, userId: number): Promise<Addressee | null> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('notification_boxes as b', 'b.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('u.suspended_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(({ eb, fn }) => eb('b.email_failed', 'is distinct from', fn<string>('lower', ['u.email'])))
    .select(['u.id as userId', 'u.username', 'u.email', SPOKEN.as('language')])
    .executeTakeFirst();
  return row?.email ? { ...row, email: row.email } : null;
}

/** Still to be mailed at once: neither read nor mailed, and the user still wants such emails. */
export async function findToEmail(db: Db, id: number): Promise<NotificationRow | null> {
  const { rows } = await selectNotifications(sql`
    select * from notifications n where id = ${id} and email = 'AT_ONCE' and emailed_at is null and read_at is null
      and not exists (select from notification_ways w where w.user_id = n.user_id and w.kind = n.kind and w.email = 'NONE')
      and ${isShown}`).execute(db);
  return rows[0] ?? null;
}

export async function markEmailed(db: DbOrTrx, ids: number[]): Promise<void> {
  await db.updateTable('notifications').set({ emailed_at: NOW }).where('id', 'in', ids).execute();
}

const DAILY_PAGE = 500;
const DAILY_LINES = 50;

/**
 * Users due for their daily email, once each and day; claiming them here claims them for all processes. 500
 * at most.
 */
export async function claimDailyRecipients(trx: Trx, day: string): Promise<number[]> {
  return await sqlNumbers`
    with due as (
      select b.user_id from notification_boxes b
      where (b.daily_on is null or b.daily_on < ${day}::date)
        and exists (select from notification_ways w where w.user_id = b.user_id and w.email = 'DAILY')
        and exists (select from notifications n where n.user_id = b.user_id and n.email = 'DAILY' and n.emailed_at is null
          and n.read_at is null)
      order by b.user_id limit ${DAILY_PAGE} for update skip locked
    )
    update notification_boxes b set daily_on = ${day}::date from due where b.user_id = due.user_id
    returning b.user_id`.execute(trx);
}

/** The content of a daily email: what is unread since the last one, the latest first. */
export async function listDaily(db: Db, userId: number): Promise<NotificationRow[]> {
  const { rows } = await selectNotifications(sql`
    select * from notifications n where user_id = ${userId} and email = 'DAILY' and emailed_at is null and read_at is null
      and exists (select from notification_ways w where w.user_id = n.user_id and w.kind = n.kind and w.email = 'DAILY')
      and created_at > now() - interval '7 days' and ${isShown}
    order by event desc limit ${DAILY_LINES}`).execute(db);
  return rows.toSorted((a, b) => b.event - a.event);
}

/** Notified, or too many to notify. */
export async function markDailySent(db: Db, userId: number, last: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ emailed_at: NOW })
    .where('user_id', '=', userId)
    .where('email', '=', 'DAILY')
    .where('emailed_at', 'is', null)
    .where('event', '<=', last)
    .execute();
}
