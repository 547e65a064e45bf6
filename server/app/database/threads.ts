import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { DbOrTrx, Trx } from './database.ts';
import { sqlNumbers, sqlRows } from './read-rows.ts';

/**
 * Threads: a root item and all replies below it (`thread_id`, `reply_to`). Hiding an item, or marking it pending
 * review, hides its replies as well and restores them with it; `hidden_with` names the item that hid them. Lists,
 * counts, search and likes only need to check `hidden_at`.
 */
export type ThreadTable = 'comments' | 'posts';

const shownOf = (item: string) =>
  sql.raw(`(${item}.hidden_at is null and ${item}.deleted_at is null and ${item}.held_at is null)`);

/** Locks this item's thread until the transaction ends. Returns the thread's id; null: no such item. */
export async function lockThread(trx: DbOrTrx, table: ThreadTable, id: number): Promise<number | null> {
  const [found] = await sqlNumbers`
    select id from ${sql.table(table)} where id = (select coalesce(thread_id, id) from ${sql.table(table)} where id = ${id})
    for no key update`.execute(trx);
  return found ?? null;
}

export interface Changed {
  /** It was or wasn't seen before; is or isn't now. */
  wasShown: boolean;
  isShown: boolean;
  /** Items below it that became visible, minus those that were hidden. */
  below: number;
}

const Standing = z.object({
  was_shown: z.boolean(),
  is_shown: z.boolean(),
  was_away: z.boolean(),
  is_away: z.boolean(),
});

/**
 * Changes one item that matches `where`, and its replies with it. Null: nothing changed. Recounts the thread's replies.
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
  const [item] = await sqlRows(Standing)`
    with before as (
      select b.id, ${shownOf('b')} as shown, b.hidden_at is not null or b.held_at is not null as away
      from ${items} b where b.id = ${id} and ${where}
    )
    update ${items} c set ${set} from before where c.id = before.id
    returning before.shown as was_shown, ${shownOf('c')} as is_shown, before.away as was_away,
      c.hidden_at is not null or c.held_at is not null as is_away`.execute(trx);
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

/** Hides the replies below an item. Returns how many were visible before. */
async function takeAlong(trx: Trx, items: Items, id: number): Promise<number> {
  const [count] = await sqlNumbers`
    with recursive below as (
      select id from ${items} where reply_to = ${id} and hidden_at is null
      union all
      select r.id from ${items} r join below on r.reply_to = below.id where r.hidden_at is null
    ), hidden as (
      update ${items} c set hidden_at = now(), hidden_with = ${id} from below where c.id = below.id
      returning (c.deleted_at is null and c.held_at is null)::int as shown
    )
    select coalesce(sum(shown), 0)::int as count from hidden`.execute(trx);
  return count ?? 0;
}

/** Restores the replies hidden with an item; those hidden with a reply that is pending review itself stay hidden. */
async function restoreDeleted(trx: Trx, items: Items, id: number): Promise<number> {
  const [count] = await sqlNumbers`
    with recursive back as (
      select id, held_at from ${items} where hidden_with = ${id}
      union all
      select r.id, r.held_at from ${items} r join back on r.hidden_with = back.id where back.held_at is null
    ), shown as (
      update ${items} c set hidden_at = null, hidden_with = null from back where c.id = back.id
      returning (c.deleted_at is null and c.held_at is null)::int as shown
    )
    select coalesce(sum(shown), 0)::int as count from shown`.execute(trx);
  return count ?? 0;
}

export interface Change {
  set: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

/** Hides or shows an item; it can't be shown while its parent is hidden. */
export const hiding = (table: ThreadTable, id: number, hidden: boolean): Change =>
  hidden
    ? // one hidden with its author counts as hidden itself from now on
      { set: sql`hidden_at = now(), hidden_with = null`, where: sql`(hidden_at is null or hidden_with = id)` }
    : {
        set: sql`hidden_at = null`,
        where: sql`hidden_at is not null and hidden_with is null
          and not exists (select from ${sql.table(table)} above join ${sql.table(table)} item on item.reply_to = above.id
            where item.id = ${id} and (above.hidden_at is not null or above.held_at is not null))`,
      };

/** Marks an item as pending review, or clears that. */
export const setPending = (isPending: boolean): Change =>
  isPending
    ? { set: sql`held_at = now()`, where: sql`held_at is null` }
    : { set: sql`held_at = null`, where: sql`held_at is not null` };

/**
 * Hides all visible items of an author with the replies below them, or restores them: `hidden_with` is then an item's
 * own id. Recounts replies. Returns the changed ids.
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
  return await sqlNumbers`
    with recursive own as (select id from ${items} where author_id = ${authorId} and hidden_at is null),
    away as (
      select id, id as with_id from own
      union all
      select r.id, r.reply_to from ${items} r join away on r.reply_to = away.id
      where r.hidden_at is null and r.author_id is distinct from ${authorId}::bigint
    )
    update ${items} c set hidden_at = now(), hidden_with = away.with_id from away where c.id = away.id
    returning c.id`.execute(trx);
}

async function showAuthor(trx: Trx, items: Items, authorId: number): Promise<number[]> {
  // its parent was hidden meanwhile, or is restored with it: it follows its parent
  await sql`
    update ${items} c set hidden_with = c.reply_to from ${items} above
    where c.author_id = ${authorId} and c.hidden_with = c.id and above.id = c.reply_to
      and (above.hidden_at is not null or above.held_at is not null)`.execute(trx);
  return await sqlNumbers`
    with recursive back as (
      select id, held_at from ${items} where author_id = ${authorId} and hidden_with = id
      union all
      select r.id, r.held_at from ${items} r join back on r.hidden_with = back.id and r.id <> back.id
      where back.held_at is null
    )
    update ${items} c set hidden_at = null, hidden_with = null from back where c.id = back.id
    returning c.id`.execute(trx);
}
