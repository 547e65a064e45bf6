import { sql } from 'kysely';
import type { Trx } from './database.ts';

/** Where the likes of one kind of thing are: a row per person in `likes`, under `key`; counted in `things.like_count`. */
export interface LikeTables {
  likes: 'video_likes' | 'comment_likes' | 'post_likes';
  key: 'video_id' | 'comment_id' | 'post_id';
  things: 'videos' | 'comments' | 'posts';
}

/**
 * A visitor's likes become the person's; where both liked a thing one like stays, and the counter loses the other.
 * Whether a counter changed.
 */
export async function joinLikes(
  trx: Trx,
  tables: LikeTables,
  { visitor, person }: { visitor: string; person: string },
): Promise<boolean> {
  const [likes, key, things] = [sql.table(tables.likes), sql.ref(tables.key), sql.table(tables.things)];
  const { rows } = await sql`
    with gone as (delete from ${likes} where person = ${visitor} and liked returning ${key} as id, changed_at),
    moved as (
      insert into ${likes} as l (${key}, person, changed_at) select id, ${person}, changed_at from gone
      on conflict (${key}, person) do update set liked = true, changed_at = excluded.changed_at where not l.liked
      returning ${key} as id
    ),
    twice as (select id from ${things} where id in (select id from gone except select id from moved) order by id for update),
    counted as (update ${things} as t set like_count = like_count - 1 from twice where t.id = twice.id returning t.id)
    select id from counted limit 1`.execute(trx);
  return rows.length > 0;
}
