import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { readTag } from '#contract/tags/tag.ts';
import { MAX_FOLLOWED_TAGS, TAGS_SHOWN, TagCount, TagPage } from '#contract/tags/tags.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { isOpenTo } from '#server/app/database/thread-rows.ts';
import { sqlColumn, sqlRows } from '#server/app/database/read-rows.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { isShownTo } from '#server/videos/listed.store.ts';
import { isSeenBy } from '#server/videos/videos.rows.ts';

const IS_SHOWN = sql`t.moved_to is null and t.blocked_at is null`;

const seenBy = (filteredViewer: number | null): RawBuilder<unknown> =>
  filteredViewer === null ? sql`` : sql`and ${isSeenBy(filteredViewer)}`;

/** Public videos and posts that have the tag `t`, as a viewer's lists show them. */
const countsFor = (filteredViewer: number | null): RawBuilder<unknown> => sql`
  cross join lateral (select count(*)::int as count from video_tags vt join videos on videos.id = vt.video_id
    where vt.tag = t.name and videos.is_public ${seenBy(filteredViewer)}) v
  cross join lateral (select count(*)::int as count from post_tags pt join posts on posts.id = pt.post_id
    where pt.tag = t.name and posts.hidden_at is null and posts.deleted_at is null and posts.held_at is null
      and ${isOpenTo('posts', filteredViewer)}) p`;

/** So many times as many tags as are wanted are looked at: those with the most uses, seen or not. */
const CANDIDATES = 10;

/** The most used tags that begin so. */
export async function listTags(
  db: Db,
  {
    prefix,
    filteredViewer,
    most = TAGS_SHOWN,
  }: { prefix: string; filteredViewer: number | null; most?: number },
): Promise<TagCount[]> {
  return await sqlRows(TagCount)`
    with used as (
      select tag from (
        select tag, count(*) as uses from video_tags where starts_with(tag, ${prefix}) group by tag
        union all select tag, count(*) from post_tags where starts_with(tag, ${prefix}) group by tag) of_either
      group by tag order by sum(uses) desc, tag limit ${most * CANDIDATES}
    )
    select t.name as tag, v.count as videos, p.count as posts
    from used join tags t on t.name = used.tag ${countsFor(filteredViewer)}
    where ${IS_SHOWN} and v.count + p.count > 0
    order by v.count + p.count desc, t.name limit ${most}`.execute(db);
}

/** For the search: the most used tags that begin with what was typed. */
export async function suggestTags(
  db: Db,
  typed: string,
  most: number,
  filteredViewer: number | null,
): Promise<string[]> {
  const prefix = readTag(typed);
  if (prefix === null) return [];
  return (await listTags(db, { prefix, filteredViewer, most })).map(({ tag }) => tag);
}

/**
 * A tag by any of its names. Null: the viewer sees nothing with it, and doesn't follow it. Of what isn't public they see
 * their own, and what lists of others show them.
 */
export async function findTag(
  db: Db,
  name: string,
  viewer: Viewer,
  filteredViewer: number | null,
): Promise<TagPage | null> {
  const id = viewer?.id ?? null;
  const [found] = await sqlRows(TagPage)`
    select * from (
      select t.name as tag, v.count as videos, p.count as posts,
        exists (select from tag_follows f where f.tag = t.name and f.follower_id = ${id}::bigint) as following,
        exists (select from video_tags vt join videos on videos.id = vt.video_id where vt.tag = t.name and ${isShownTo(viewer)} ${seenBy(filteredViewer)})
          or exists (select from post_tags pt join posts on posts.id = pt.post_id where pt.tag = t.name
            and posts.author_id = ${id}::bigint and posts.hidden_at is null and posts.deleted_at is null) as is_own
      from tags t ${countsFor(filteredViewer)}
      where t.name = (select coalesce(moved_to, name) from tags where name = ${name}) and ${IS_SHOWN}) found
    where videos + posts > 0 or following or is_own`.execute(db);
  return found ?? null;
}

/** 'full': this member follows too many tags. */
export async function followTag(db: Db, follower: number, tag: string): Promise<'full' | 'followed'> {
  const { rows } = await sql`
    with room as (select count(*) < ${MAX_FOLLOWED_TAGS} as has_room from tag_follows where follower_id = ${follower}),
    added as (
      insert into tag_follows (follower_id, tag) select ${follower}, name from tags, room
      where name = ${tag} and moved_to is null and has_room on conflict do nothing)
    select from room where has_room or exists (select from tag_follows where follower_id = ${follower} and tag = ${tag})`.execute(
    db,
  );
  return rows.length > 0 ? 'followed' : 'full';
}

export async function unfollowTag(db: Db, follower: number, tag: string): Promise<void> {
  await sql`delete from tag_follows where follower_id = ${follower}
    and tag = (select coalesce(moved_to, name) from tags where name = ${tag})`.execute(db);
}

export async function endTagFollows(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('tag_follows').where('follower_id', '=', userId).execute();
}

const Named = z.object({ name: z.string(), tag: z.string(), is_blocked: z.boolean() });

/** What each of these names means now; names that are new become tags. Locked, so that none moves meanwhile. */
export async function resolveTags(
  trx: Trx,
  names: string[],
): Promise<Map<string, { tag: string; isBlocked: boolean }>> {
  if (names.length === 0) return new Map();
  await sql`
    insert into tags (name) select name from unnest(${names}::text[]) as given(name) order by name on conflict do nothing`.execute(
    trx,
  );
  const rows = await sqlRows(Named)`
    select t.name, coalesce(t.moved_to, t.name) as tag, coalesce(t.blocked_at, meant.blocked_at) is not null as is_blocked
    from tags t left join tags meant on meant.name = t.moved_to
    where t.name = any(${names}::text[]) order by t.name for key share of t`.execute(trx);
  return new Map(rows.map((row) => [row.name, { tag: row.tag, isBlocked: row.is_blocked }]));
}

/** Those of these names that are blocked, or mean a tag that is. */
export async function listBlocked(db: DbOrTrx, names: readonly string[]): Promise<string[]> {
  return await sqlColumn(z.string())`
    select t.name from tags t join tags meant on meant.name = coalesce(t.moved_to, t.name)
    where t.name = any(${[...names]}::text[]) and meant.blocked_at is not null order by t.name`.execute(db);
}

/** What a video's tags are made of: the tags of its field, and its description. Null: there is no such video. */
export async function findTagged(trx: Trx, videoId: number) {
  const row = await trx
    .selectFrom('videos')
    .where('id', '=', videoId)
    .select([
      'description',
      sql<
        string[]
      >`array(select tag from video_tags where video_id = videos.id and in_field order by position)`.as(
        'field',
      ),
    ])
    .executeTakeFirst();
  return row ?? null;
}

export async function replaceVideoTags(
  trx: Trx,
  videoId: number,
  tags: { tag: string; inField: boolean }[],
): Promise<void> {
  const names = tags.map(({ tag }) => tag);
  await sql`delete from video_tags where video_id = ${videoId} and tag <> all(${names}::text[])`.execute(trx);
  await sql`
    insert into video_tags as had (video_id, tag, position, in_field)
    select ${videoId}, tag, position, in_field
    from unnest(${names}::text[], ${tags.map(({ inField }) => inField)}::boolean[]) with ordinality as given(tag, in_field, position)
    on conflict (video_id, tag) do update set position = excluded.position, in_field = excluded.in_field
      where (had.position, had.in_field) <> (excluded.position, excluded.in_field)`.execute(trx);
}

export async function replacePostTags(trx: Trx, postId: number, tags: string[]): Promise<void> {
  await sql`delete from post_tags where post_id = ${postId} and tag <> all(${tags}::text[])`.execute(trx);
  await sql`
    insert into post_tags (post_id, tag, position)
    select ${postId}, tag, position from unnest(${tags}::text[]) with ordinality as given(tag, position)
    on conflict (post_id, tag) do update set position = excluded.position`.execute(trx);
}
