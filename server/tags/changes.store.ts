import { sql } from 'kysely';
import { ADMIN_TAGS_PAGE, AdminTag, MAX_ADMIN_TAGS_PAGE } from '#contract/tags/tags.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

const ALL = sql`
  select t.name as tag, t.moved_to as "movedTo", t.blocked_at is not null as blocked,
    (select count(*)::int from video_tags where tag = t.name) as videos,
    (select count(*)::int from post_tags where tag = t.name) as posts,
    (select count(*)::int from tag_follows where tag = t.name) as followers
  from tags t`;

/** Whatever they are used for, most used first. Names that nothing uses, and no one changed, are left out. */
export async function listAllTags(
  db: DbOrTrx,
  {
    prefix,
    cursor,
    limit = ADMIN_TAGS_PAGE,
  }: { prefix: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<AdminTag>> {
  const size = Math.min(limit, MAX_ADMIN_TAGS_PAGE);
  const [uses, tag] = cursor ? readCursor(cursor, 'ns') : [];
  const rows = await sqlRows(AdminTag)`
    select * from (${ALL} where starts_with(t.name, ${prefix})) tags
    where (videos + posts + followers > 0 or blocked or "movedTo" is not null)
      ${uses === undefined ? sql`` : sql`and (-(videos + posts), tag) > (${-uses}::bigint, ${tag}::text collate "C")`}
    order by videos + posts desc, tag limit ${size + 1}`.execute(db);
  return pageOf(rows, size, (row) => [row.videos + row.posts, row.tag]);
}

export async function readTagForAdmins(db: DbOrTrx, name: string): Promise<AdminTag | null> {
  const [found] = await sqlRows(AdminTag)`${ALL} where t.name = ${name}`.execute(db);
  return found ?? null;
}

/** Locks those of these tags that are there and have not moved. */
export async function lockTags(trx: Trx, names: string[]): Promise<{ name: string; isBlocked: boolean }[]> {
  const rows = await trx
    .selectFrom('tags')
    .where('name', 'in', names)
    .where('moved_to', 'is', null)
    .select(['name', 'blocked_at'])
    .orderBy('name')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ name: row.name, isBlocked: row.blocked_at !== null }));
}

/** The former name leads to the new one. What has the tag follows by its foreign key. */
export async function renameTag(trx: Trx, from: string, to: string): Promise<void> {
  await trx.deleteFrom('tags').where('name', '=', to).where('moved_to', '=', from).execute();
  await trx.updateTable('tags').set({ name: to }).where('name', '=', from).execute();
  await trx.insertInto('tags').values({ name: from, moved_to: to }).execute();
}

/** What has one tag, or follows it, has the other. */
export async function mergeTag(trx: Trx, from: string, to: string): Promise<void> {
  await sql`
    insert into video_tags as had (video_id, tag, position, in_field)
    select video_id, ${to}, position, in_field from video_tags where tag = ${from}
    on conflict (video_id, tag) do update
      set in_field = true, position = excluded.position where excluded.in_field and not had.in_field`.execute(
    trx,
  );
  await sql`
    insert into post_tags (post_id, tag, position) select post_id, ${to}, position from post_tags where tag = ${from}
    on conflict do nothing`.execute(trx);
  await sql`
    insert into tag_follows (follower_id, tag, created_at)
    select follower_id, ${to}, created_at from tag_follows where tag = ${from} on conflict do nothing`.execute(
    trx,
  );
  for (const table of ['video_tags', 'post_tags', 'tag_follows'] as const)
    await trx.deleteFrom(table).where('tag', '=', from).execute();
  await sql`update tags set moved_to = ${to}, blocked_at = null where name = ${from} or moved_to = ${from}`.execute(
    trx,
  );
}

export async function setTagBlocked(trx: Trx, name: string, at: Date | null): Promise<void> {
  await trx.updateTable('tags').set({ blocked_at: at }).where('name', '=', name).execute();
}
