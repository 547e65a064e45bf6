import { sql } from 'kysely';
import { MAX_SUGGESTED_PEOPLE, type Mentionable } from '#contract/mentions/mentions.ts';
import type { Db } from '#server/app/database/database.ts';
import { blockedEither } from '#server/app/database/may-see.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';

/** How many of a thread's latest texts are searched. */
const LATEST = 200;

interface SuggestOptions {
  q: string;
  video: number | null;
  /** Any of its thread. */
  post: number | null;
  caller: number | null;
}

/** Users whose names start with it: those of this thread, then those the caller follows, then all others. */
export async function suggestPeople(
  db: Db,
  { q, video, post, caller }: SuggestOptions,
): Promise<Mentionable[]> {
  const begins = `${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const fits = sql`(lower(u.username) like ${begins} or lower(u.display_name) like ${begins}
    or lower(u.display_name) like ${`% ${begins}`})`;
  const seen = sql`hidden_at is null and deleted_at is null and held_at is null`;
  const { rows } = await sql<{
    username: string;
    display_name: string | null;
    profile_image: string | null;
  }>`
    with thread as (select coalesce(thread_id, id) as id from posts where id = ${post}::bigint),
    here as (
      select author_id as id from (select author_id from comments where video_id = ${video}::bigint and ${seen}
        and exists (select from videos where id = ${video}::bigint and is_public) order by id desc limit ${LATEST}) c
      union select uploader_id from videos where id = ${video}::bigint and is_public
      union select author_id from (select p.author_id from posts p, thread
        where (p.id = thread.id or p.thread_id = thread.id) and ${seen} order by p.id desc limit ${LATEST}) p
    ), near as (
      (select u.id, 0 as place from users u where u.id in (select id from here) and ${fits})
      union all
      (select u.id, 1 from follows f join users u on u.id = f.creator_id where f.follower_id = ${caller}::bigint and ${fits}
        limit ${LATEST})
      union all
      (select u.id, 2 from users u where ${q} <> '' and lower(u.username) like ${begins} order by lower(u.username)
        limit ${LATEST})
    ), ranked as (select id, min(place) as place from near group by id)
    select u.username, u.display_name, u.profile_image
    from ranked join users u on u.id = ranked.id left join user_totals t on t.user_id = u.id
    where u.suspended_at is null and u.deleted_at is null and u.id is distinct from ${caller}::bigint
      and not ${blockedEither(caller, sql.ref('u.id'))}
    order by ranked.place, t.score desc nulls last, lower(u.username) limit ${MAX_SUGGESTED_PEOPLE}`.execute(
    db,
  );
  return rows.map((row) => ({
    username: row.username,
    displayName: row.display_name,
    profileImageUrl: profileImageUrl(row.profile_image),
  }));
}
