import { sql, type RawBuilder } from 'kysely';
import { SCORE, type Creator } from '#contract/creators.ts';
import type { Video } from '#contract/videos.ts';
import type { Db } from '#server/app/database/database.ts';
import { profileImageUrl } from '#server/app/http/media-url.ts';
import { toVideo, withVideoColumns } from '#server/videos/videos.rows.ts';

const MAX_CREATORS = 200;
const VIDEOS_SHOWN = 60;

interface CreatorRow {
  id: number;
  username: string;
  display_name: string | null;
  profile_image: string | null;
  bio: string | null;
  created_at: Date;
  videos: number;
  posts: number;
  comments: number;
  likes: number;
  score: number;
}

export function toCreator(row: CreatorRow): Creator {
  return {
    username: row.username,
    displayName: row.display_name,
    profileImageUrl: profileImageUrl(row.profile_image),
    videos: row.videos,
    posts: row.posts,
    comments: row.comments,
    likes: row.likes,
    score: row.score,
  };
}

const shown = sql`hidden_at is null and deleted_at is null and held_at is null`;

/** People with at least one public video or post, best score first; `only`: some of them. */
async function rank(db: Db, only: RawBuilder<unknown> | null): Promise<CreatorRow[]> {
  // of some people only their rows are read
  const of = (column: string) =>
    only === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} = any(array(${only}))`;
  const { rows } = await sql<CreatorRow>`
    with v as (select uploader_id as id, count(*) as n, sum(like_count) as likes from videos where is_public and ${of('uploader_id')} group by 1),
    p as (select author_id as id, count(*) as n, sum(like_count) as likes from posts where ${shown} and ${of('author_id')} group by 1),
    c as (select author_id as id, count(*) as n, sum(like_count) as likes from comments where ${shown} and ${of('author_id')} group by 1),
    totals as (
      select u.id, u.username, u.display_name, u.profile_image, u.bio, u.created_at,
        coalesce(v.n, 0)::int as videos, coalesce(p.n, 0)::int as posts, coalesce(c.n, 0)::int as comments,
        (coalesce(v.likes, 0) + coalesce(p.likes, 0) + coalesce(c.likes, 0))::int as likes
      from users u left join v on v.id = u.id left join p on p.id = u.id left join c on c.id = u.id
      where u.suspended_at is null and u.deleted_at is null and (v.n is not null or p.n is not null)
    )
    select *, ${SCORE.video} * videos + ${SCORE.post} * posts + ${SCORE.comment} * comments + ${SCORE.like} * likes as score
    from totals order by score desc, username limit ${MAX_CREATORS}`.execute(db);
  return rows;
}

export async function listCreators(db: Db): Promise<Creator[]> {
  return (await rank(db, null)).map(toCreator);
}

/** Null: nobody of this name made something public. */
export async function findCreator(db: Db, username: string): Promise<CreatorRow | null> {
  return (
    (await rank(db, sql`select id from users where lower(username) = ${username.toLowerCase()}`))[0] ?? null
  );
}

/** In the order of their ids here; who made nothing public is left out. */
export async function listCreatorsByIds(db: Db, ids: number[]): Promise<Creator[]> {
  if (!ids.length) return [];
  const rows = await rank(db, sql`select unnest(${ids}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, toCreator(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listVideosOf(db: Db, userId: number): Promise<Video[]> {
  const rows = await withVideoColumns(db.selectFrom('videos'))
    .where('videos.uploader_id', '=', userId)
    .where('videos.is_public', '=', true)
    .orderBy('videos.approved_at', 'desc')
    .limit(VIDEOS_SHOWN)
    .execute();
  return rows.map((row) => toVideo(row));
}
