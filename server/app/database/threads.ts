import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx, Trx } from './database.ts';

/**
 * Threads: what was answered first and all that stands below it (`thread_id`, `reply_to`). What is hidden or held takes
 * its replies along, and brings them back: they are hidden, too, and `hidden_with` names what took them. So lists,
 * counts, search and likes, which ask for `hidden_at`, need to know nothing of threads.
 */
export type ThreadTable = 'comments' | 'posts';

const shownOf = (item: string) =>
  sql.raw(`(${item}.hidden_at is null and ${item}.deleted_at is null and ${item}.held_at is null)`);

/** Lets nobody else change this item's thread until the transaction ends. Gives the thread's id; null: no such item. */
export async function lockThread(trx: DbOrTrx, table: ThreadTable, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = (select coalesce(thread_id, id) from ${sql.table(table)} where id = ${id})
    for no key update`.execute(trx);
  return rows[0]?.id ?? null;
}

export interface Changed {
  /** It was or wasn't seen before; is or isn't now. */
  wasShown: boolean;
  isShown: boolean;
  /** Items below it that came to be seen, less those that no longer are. */
  below: number;
}

/**
 * Changes one item where `where` holds, and what stands below it with it. Null: nothing was changed. The thread's count
 * of replies is made again.
 */
export async function changeInThread(
  trx: Trx,
  table: ThreadTable,
  id: number,
  { set, where }: Change,
): Promise<Changed | null> {
  const thread = await lockThread(trx, table, id);
  if (thread === null) return null;
  const items = sql.table(table);
  const { rows } = await sql<{ was_shown: boolean; is_shown: boolean; was_away: boolean; is_away: boolean }>`
    with before as (
      select b.id, ${shownOf('b')} as shown, b.hidden_at is not null or b.held_at is not null as away
      from ${items} b where b.id = ${id} and ${where}
    )
    update ${items} c set ${set} from before where c.id = before.id
    returning before.shown as was_shown, ${shownOf('c')} as is_shown, before.away as was_away,
      c.hidden_at is not null or c.held_at is not null as is_away`.execute(trx);
  const [item] = rows;
  if (!item) return null;
  let below = 0;
  if (item.is_away && !item.was_away) below = -(await takeAlong(trx, items, id));
  if (item.was_away && !item.is_away) below = await restoreDeleted(trx, items, id);
  await sql`
    update ${items} t set reply_count = (select count(*) from ${items} r where r.thread_id = t.id and ${shownOf('r')})
    where t.id = ${thread}`.execute(trx);
  return { wasShown: item.was_shown, isShown: item.is_shown, below };
}

type Items = ReturnType<typeof sql.table>;

/** Hides what stands below an item. Gives how many were seen before. */
async function takeAlong(trx: Trx, items: Items, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive below as (
      select id from ${items} where reply_to = ${id} and hidden_at is null
      union all
      select r.id from ${items} r join below on r.reply_to = below.id where r.hidden_at is null
    ), hidden as (
      update ${items} c set hidden_at = now(), hidden_with = ${id} from below where c.id = below.id
      returning (c.deleted_at is null and c.held_at is null)::int as shown
    )
    select coalesce(sum(shown), 0)::int as count from hidden`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Shows what an item took along; what one of them had taken along itself before stays with it while it is held. */
async function restoreDeleted(trx: Trx, items: Items, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive back as (
      select id, held_at from ${items} where hidden_with = ${id}
      union all
      select r.id, r.held_at from ${items} r join back on r.hidden_with = back.id where back.held_at is null
    ), shown as (
      update ${items} c set hidden_at = null, hidden_with = null from back where c.id = back.id
      returning (c.deleted_at is null and c.held_at is null)::int as shown
    )
    select coalesce(sum(shown), 0)::int as count from shown`.execute(trx);
  return rows[0]?.count ?? 0;
}

export interface Change {
  set: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

/** Hides an item, or shows it: not by itself while what it answers is away. */
export const hiding = (table: ThreadTable, id: number, hidden: boolean): Change =>
  hidden
    ? // one that went with its author is away by itself from now on
      { set: sql`hidden_at = now(), hidden_with = null`, where: sql`(hidden_at is null or hidden_with = id)` }
    : {
        set: sql`hidden_at = null`,
        where: sql`hidden_at is not null and hidden_with is null
          and not exists (select from ${sql.table(table)} above join ${sql.table(table)} item on item.reply_to = above.id
            where item.id = ${id} and (above.hidden_at is not null or above.held_at is not null))`,
      };

/** Lets an item wait for a moderator, or no longer. */
export const setPending = (isHeld: boolean): Change =>
  isHeld
    ? { set: sql`held_at = now()`, where: sql`held_at is null` }
    : { set: sql`held_at = null`, where: sql`held_at is not null` };

/**
 * Takes away everything of an author that is seen, with what stands below it, or brings that back: `hidden_with` is then an
 * item's own id. The counts of replies are made again. Gives the ids of what changed.
 */
export async function setAuthorHidden(
  trx: Trx,
  table: ThreadTable,
  authorId: number,
  hidden: boolean,
): Promise<number[]> {
  const items = sql.table(table);
  const changed = await (hidden ? hideAuthor(trx, items, authorId) : showAuthor(trx, items, authorId));
  if (changed.length > 0)
    await sql`
      update ${items} t set reply_count = (select count(*) from ${items} r where r.thread_id = t.id and ${shownOf('r')})
      where t.id in (select thread_id from ${items} where id = any(${changed}::bigint[]) and thread_id is not null)`.execute(
      trx,
    );
  return changed;
}

async function hideAuthor(trx: Trx, items: Items, authorId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive own as (select id from ${items} where author_id = ${authorId} and hidden_at is null),
    away as (
      select id, id as with_id from own
      union all
      select r.id, r.reply_to from ${items} r join away on r.reply_to = away.id
      where r.hidden_at is null and r.author_id is distinct from ${authorId}::bigint
    )
    update ${items} c set hidden_at = now(), hidden_with = away.with_id from away where c.id = away.id
    returning c.id`.execute(trx);
  return rows.map(({ id }) => id);
}

async function showAuthor(trx: Trx, items: Items, authorId: number): Promise<number[]> {
  // what it answers went away meanwhile, or comes back with this: it follows that
  await sql`
    update ${items} c set hidden_with = c.reply_to from ${items} above
    where c.author_id = ${authorId} and c.hidden_with = c.id and above.id = c.reply_to
      and (above.hidden_at is not null or above.held_at is not null)`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    with recursive back as (
      select id, held_at from ${items} where author_id = ${authorId} and hidden_with = id
      union all
      select r.id, r.held_at from ${items} r join back on r.hidden_with = back.id and r.id <> back.id
      where back.held_at is null
    )
    update ${items} c set hidden_at = null, hidden_with = null from back where c.id = back.id
    returning c.id`.execute(trx);
  return rows.map(({ id }) => id);
}
