import { sql } from 'kysely';
import { z } from 'zod';
import { MAX_FOLLOWS, type FollowState } from '#contract/creators/creators.ts';
import type { Category } from '#contract/videos/videos.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { blockedEither } from '#server/app/database/may-see.ts';
import { sqlNumbers, sqlRows } from '#server/app/database/read-rows.ts';

/** Of the deleted follows (`gone`), those that were counted: a suspended member's are not. */
const DELETED_COUNTED = sql`(select creator_id from gone join users follower on follower.id = follower_id and follower.suspended_at is null)`;

/** A suspended member's follows aren't counted until the suspension ends. */
export async function countFollowsOf(trx: Trx, follower: number, isCounted: boolean): Promise<void> {
  await sql`
    update users set follower_count = follower_count + ${isCounted ? 1 : -1}
    where id in (select creator_id from follows where follower_id = ${follower})`.execute(trx);
}

const Followed = z.object({
  id: z.number(),
  followers: z.number(),
  is_full: z.boolean(),
  is_blocked: z.boolean(),
});

/**
 * Follows a creator, idempotently. Locks both rows as `lockPeople` does, against a concurrent block. 'full': this
 * member is at the limit; 'blocked': either blocks the other; null: no member of this name.
 */
export async function followCreator(
  trx: Trx,
  follower: number,
  username: string,
): Promise<(FollowState & { creatorId: number }) | 'full' | 'blocked' | null> {
  await sql`select id from users where id = ${follower} or lower(username) = ${username.toLowerCase()} order by id
    for no key update`.execute(trx);
  const [row] = await sqlRows(Followed)`
    with creator as (
      select id, follower_count, ${blockedEither(follower, sql.ref('users.id'))} as is_blocked from users
      where lower(username) = ${username.toLowerCase()} and suspended_at is null and deleted_at is null and id <> ${follower}
    ), room as (
      select count(*) < ${MAX_FOLLOWS} as has_room from follows where follower_id = ${follower}
    ), added as (
      insert into follows (follower_id, creator_id) select ${follower}::bigint, creator.id from creator, room
      where has_room and not is_blocked and exists (select from users where id = ${follower} and suspended_at is null)
      on conflict do nothing returning creator_id
    ), counted as (
      update users set follower_count = users.follower_count + 1 from added where users.id = added.creator_id
    )
    select creator.id, creator.follower_count + (select count(*) from added) as followers, is_blocked,
      not has_room and not exists (select from follows where follower_id = ${follower} and creator_id = creator.id) as is_full
    from creator, room`.execute(trx);
  if (!row) return null;
  if (row.is_blocked) return 'blocked';
  return row.is_full ? 'full' : { creatorId: row.id, following: true, followers: row.followers };
}

/** Null: no member of this name. */
export async function unfollowCreator(
  db: Db,
  follower: number,
  username: string,
): Promise<FollowState | null> {
  const [followers] = await sqlNumbers`
    with creator as (
      select id, follower_count from users where lower(username) = ${username.toLowerCase()} and deleted_at is null
    ), gone as (
      delete from follows using creator where follower_id = ${follower} and creator_id = creator.id returning creator_id, follower_id
    ), counted as (
      update users set follower_count = users.follower_count - 1 from ${DELETED_COUNTED} c where users.id = c.creator_id
    )
    select creator.follower_count - (select count(*) from ${DELETED_COUNTED} c) as followers from creator`.execute(
    db,
  );
  return followers === undefined ? null : { following: false, followers };
}

export async function setCategoryFollowed(
  db: Db,
  follower: number,
  category: Category,
  followed: boolean,
): Promise<void> {
  if (followed)
    await db
      .insertInto('category_follows')
      .values({ follower_id: follower, category })
      .onConflict((same) => same.doNothing())
      .execute();
  else
    await db
      .deleteFrom('category_follows')
      .where('follower_id', '=', follower)
      .where('category', '=', category)
      .execute();
}

/** Creators, categories and tags this person follows, latest first. */
export async function listFollowed(
  db: Db,
  follower: number,
): Promise<{ creators: string[]; categories: Category[]; tags: string[] }> {
  const [creators, categories, tags] = await Promise.all([
    db
      .selectFrom('follows')
      .innerJoin('users', 'users.id', 'follows.creator_id')
      .where('follower_id', '=', follower)
      .where('users.suspended_at', 'is', null)
      .select('users.username')
      .orderBy('follows.created_at', 'desc')
      .limit(MAX_FOLLOWS)
      .execute(),
    db
      .selectFrom('category_follows')
      .where('follower_id', '=', follower)
      .select('category')
      .orderBy('created_at', 'desc')
      .execute(),
    db
      .selectFrom('tag_follows')
      .innerJoin('tags', 'tags.name', 'tag_follows.tag')
      .where('follower_id', '=', follower)
      .where('tags.blocked_at', 'is', null)
      .select('tag')
      .orderBy('created_at', 'desc')
      .execute(),
  ]);
  return {
    creators: creators.map(({ username }) => username),
    categories: categories.map(({ category }) => category),
    tags: tags.map(({ tag }) => tag),
  };
}

/** Who follows `from` follows `to`, too. */
export async function moveCategoryFollows(trx: Trx, from: string, to: string): Promise<void> {
  await sql`
    insert into category_follows (follower_id, category, created_at)
    select follower_id, ${to}, created_at from category_follows where category = ${from}
    on conflict do nothing`.execute(trx);
}

/** Neither of two people follows the other any more. True: one of them did. */
export async function deleteFollowsBetween(trx: Trx, a: number, b: number): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from follows where (follower_id = ${a} and creator_id = ${b}) or (follower_id = ${b} and creator_id = ${a})
      returning creator_id, follower_id
    ), counted as (
      update users set follower_count = users.follower_count - 1 from ${DELETED_COUNTED} c where users.id = c.creator_id
    )
    select from gone`.execute(trx);
  return rows.length > 0;
}

/** Ends all follows of and by an account that is deleted. */
export async function endFollows(trx: Trx, userId: number): Promise<void> {
  await sql`
    with gone as (delete from follows where follower_id = ${userId} or creator_id = ${userId} returning creator_id, follower_id),
    counted as (select creator_id, count(*) from ${DELETED_COUNTED} c group by 1)
    update users set follower_count = follower_count - counted.count from counted where users.id = counted.creator_id`.execute(
    trx,
  );
  await trx.deleteFrom('category_follows').where('follower_id', '=', userId).execute();
}
