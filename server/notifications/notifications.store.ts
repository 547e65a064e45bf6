import { sql, type RawBuilder } from 'kysely';
import { MAX_UNREAD, NOTIFICATIONS_PAGE, type NotificationKind } from '#contract/notifications/kinds.ts';
import { compileOnce, type Param } from '#server/app/database/compile-once.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import { isShown } from './kinds.store.ts';
import { selectNotifications, type NotificationRow } from './shown.store.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

const selectList = (unread: boolean) =>
  compileOnce(
    (db, param: Param<{ userId: number; before: number; kinds: readonly NotificationKind[] | null }>) =>
      selectNotifications(sql`select * from notifications n where user_id = ${param('userId')}::bigint and in_site
      and event < ${param('before')}::bigint ${unread ? sql`and read_at is null` : sql``}
      and (${param('kinds')}::text[] is null or kind = any(${param('kinds')}::text[])) and ${isShown}
      order by event desc limit ${NOTIFICATIONS_PAGE + 1}`).compile(db),
  );
const selectAll = selectList(false);
const selectUnread = selectList(true);

/** The list of the site, the latest first. */
export async function listNotifications(
  db: Db,
  userId: number,
  {
    cursor,
    unread = false,
    kinds,
  }: { cursor?: string | undefined; unread?: boolean; kinds?: readonly NotificationKind[] | undefined },
): Promise<Page<NotificationRow>> {
  const before = cursor ? Number(readCursor(cursor, 'n')[0]) : Number.MAX_SAFE_INTEGER;
  const rows = await (unread ? selectUnread : selectAll)(db, { userId, before, kinds: kinds ?? null });
  return pageOf(
    rows.toSorted((a, b) => b.event - a.event),
    NOTIFICATIONS_PAGE,
    (row) => [row.event],
  );
}

const readRows = async (db: DbOrTrx, from: RawBuilder<unknown>): Promise<NotificationRow[]> =>
  (await selectNotifications(from).execute(db)).rows;

const MANY = 1000;

/** What a person can see, in all channels: the latest thousand before this event. */
export async function listBefore(db: Db, userId: number, before: number | null): Promise<NotificationRow[]> {
  const rows = await readRows(
    db,
    sql`select * from notifications n where user_id = ${userId} and (${before}::bigint is null or event < ${before})
      and ${isShown} order by event desc limit ${MANY}`,
  );
  return rows.toSorted((a, b) => b.event - a.event);
}

/** The bell's count: of the latest 200 unread, those that are visible. */
export async function countUnread(db: DbOrTrx, userId: number): Promise<number> {
  const unread = sql`from notifications where user_id = ${userId} and read_at is null and in_site`;
  // most people have read all, and the statement below takes longer to plan than to run
  const { rows: any } = await sql`select ${unread} limit 1`.execute(db);
  if (any.length === 0) return 0;
  const [count] = await sqlNumbers`
    select count(*)::int as count from (select * ${unread} order by event desc limit ${MAX_UNREAD}) n where ${isShown}`.execute(
    db,
  );
  return count ?? 0;
}

/** Marks these as read, or all. */
export async function markRead(db: Db, userId: number, ids: number[] | null): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: NOW })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== null, (query) => query.where('id', 'in', ids))
    .execute();
}

/** The number of a person's last event. */
export async function readLastEvent(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('notification_boxes')
    .where('user_id', '=', userId)
    .select('last_event')
    .executeTakeFirst();
  return row?.last_event ?? 0;
}

const EVENTS_AT_ONCE = 100;

/**
 * The events after this one, in order; `last` is the last number scanned, `more` means that further ones
 * follow. Hidden ones are no events; once shown again, they appear in the unread count.
 */
export async function listEventsAfter(
  db: Db,
  userId: number,
  after: number,
): Promise<{ rows: NotificationRow[]; last: number; more: boolean }> {
  const numbers = await db
    .selectFrom('notifications')
    .select('event')
    .where('user_id', '=', userId)
    .where('event', '>', after)
    .where('in_site', '=', true)
    .orderBy('event')
    .limit(EVENTS_AT_ONCE)
    .execute();
  const last = numbers.at(-1)?.event ?? after;
  if (last === after) return { rows: [], last, more: false };
  const rows = await readRows(
    db,
    sql`select * from notifications n where user_id = ${userId} and event > ${after} and event <= ${last} and in_site and ${isShown}`,
  );
  return {
    rows: rows.toSorted((a, b) => a.event - b.event),
    last,
    more: numbers.length === EVENTS_AT_ONCE,
  };
}

/** A notification that its person can still see, about to be mailed or pushed. */
export async function findNotification(db: DbOrTrx, id: number): Promise<NotificationRow | null> {
  const [row] = await readRows(db, sql`select * from notifications n where id = ${id} and ${isShown}`);
  return row ?? null;
}

const READ_RETENTION_DAYS = 90;
const RETENTION_DAYS = 365;
const MAX_ROWS = 100_000;

/** Deletes old ones, and what a person has beyond the latest hundred thousand. */
export async function sweepNotifications(db: Db): Promise<void> {
  await sql`delete from notifications where created_at < now() - make_interval(days => ${RETENTION_DAYS})
    or (created_at < now() - make_interval(days => ${READ_RETENTION_DAYS}) and read_at is not null)`.execute(
    db,
  );
  await sql`
    delete from notifications n using notification_boxes b
    where b.last_event > ${MAX_ROWS} and n.user_id = b.user_id and n.event <= (
      select event from notifications o where o.user_id = b.user_id order by event desc offset ${MAX_ROWS} limit 1)`.execute(
    db,
  );
}
