import { sql, type RawBuilder } from 'kysely';
import { CREATOR_VIDEOS_PAGE, CREATORS_PAGE, type Creator } from '#contract/creators/creators.ts';
import { MAX_PAGE_SIZE, type Video } from '#contract/videos/videos.ts';
import type { Db } from '#server/app/database/database.ts';
import { blockedEither } from '#server/app/database/may-see.ts';
import { readCursor, type Parts } from '#server/app/http/cursor.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import { isSensitiveTo, publishedUrls, toVideo, withVideoColumns } from '#server/videos/videos.rows.ts';
import { timeOf } from '#server/app/database/expressions.ts';

interface CreatorRow {
  id: number;
  username: string;
  display_name: string | null;
  profile_image: string | null;
  bio: string | null;
  support_link: string | null;
  created_at: Date;
  videos: number;
  posts: number;
  comments: number;
  likes: number;
  score: number;
  follower_count: number;
  latest: { poster_key: string; published_url: string | null; published_keys: string[] | null }[];
}

const PICTURES_SHOWN = 3;

/** Which part of a list. */
export interface Part {
  cursor?: string | undefined;
  limit?: number | undefined;
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
    followers: row.follower_count,
    latestThumbnails: row.latest.map((video) => publishedUrls(video)(video.poster_key)),
  };
}

/** Members with their public totals from user_totals. */
const selectCreators = (condition: RawBuilder<unknown>, rest = sql``) => sql<CreatorRow>`
  select u.id, u.username, u.display_name, u.profile_image, u.bio, u.support_link, u.created_at, t.videos, t.posts, t.comments, t.likes, t.score,
    u.follower_count,
    array(
      select jsonb_build_object('poster_key', poster_key, 'published_url', published_url, 'published_keys', published_keys)
      from videos v where v.uploader_id = u.id and v.is_public and v.poster_key is not null and ('sensitive' = any(v.labels)) is not true
      order by v.approved_at desc, v.id desc limit ${PICTURES_SHOWN}
    ) as latest
  from user_totals t join users u on u.id = t.user_id
  where t.is_listed and ${condition} ${rest}`;

/** Lists show members who published something; commenters, followers and mentioned members still have a page. */
const HAS_PUBLISHED = sql`t.videos + t.posts > 0`;

/** Without members blocked in either direction. */
const isShownTo = (filteredViewer: number | null): RawBuilder<unknown> =>
  filteredViewer === null ? sql`true` : sql`not ${blockedEither(filteredViewer, sql.ref('u.id'))}`;

/** Those with videos first, then by score; ties by account age. */
export async function listCreators(
  db: Db,
  { cursor, limit = CREATORS_PAGE, filteredViewer = null }: Part & { filteredViewer?: number | null },
): Promise<Page<Creator>> {
  const size = Math.min(limit, CREATORS_PAGE);
  const [hasVideos, score, id] = cursor ? readCursor(cursor, 'inn') : [];
  const after = cursor
    ? sql`(t.videos > 0, t.score, -t.user_id) < (${hasVideos}::int = 1, ${score}::bigint, -${id}::bigint)`
    : sql`true`;
  const { rows } = await selectCreators(
    sql`${HAS_PUBLISHED} and ${after} and ${isShownTo(filteredViewer)}`,
    sql`order by (t.videos > 0) desc, t.score desc, -t.user_id desc limit ${size + 1}`,
  ).execute(db);
  return pageOf(rows, size, (row) => [Number(row.videos > 0), row.score, row.id]).map(toCreator);
}

/** Null: no member of this name. */
export async function findCreator(db: Db, username: string): Promise<CreatorRow | null> {
  const { rows } = await selectCreators(sql`lower(u.username) = ${username.toLowerCase()}`).execute(db);
  return rows[0] ?? null;
}

export async function areBlocked(db: Db, a: number, b: number): Promise<boolean> {
  const { blocked } = await db.selectNoFrom(blockedEither(a, b).as('blocked')).executeTakeFirstOrThrow();
  return blocked;
}

/** In the order of the given ids; members without public content are left out. */
export async function listCreatorsByIds(
  db: Db,
  ids: number[],
  filteredViewer: number | null = null,
): Promise<Creator[]> {
  if (!ids.length) return [];
  const { rows } = await selectCreators(
    sql`t.user_id = any(${ids}::bigint[]) and ${HAS_PUBLISHED} and ${isShownTo(filteredViewer)}`,
  ).execute(db);
  const byId = new Map(rows.map((row) => [row.id, toCreator(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type VideosCursor = Parts<'tn'>;

/** Decodes the cursor of a creator's videos. Throws 400. */
export const readVideosCursor = (cursor: string): VideosCursor => readCursor(cursor, 'tn');

/** A creator's public videos, newest approved first. */
export async function listVideosOf(
  db: Db,
  userId: number,
  {
    after,
    limit = CREATOR_VIDEOS_PAGE,
    filteredViewer = null,
  }: {
    after?: VideosCursor | undefined;
    limit?: number | undefined;
    filteredViewer?: number | null;
  } = {},
): Promise<Page<Video>> {
  const size = Math.min(limit, MAX_PAGE_SIZE);
  let query = withVideoColumns(db.selectFrom('videos'))
    .select(({ cast }) => cast<string>('videos.approved_at', 'text').as('sort_key'))
    .where('videos.uploader_id', '=', userId)
    .where('videos.is_public', '=', true)
    .orderBy('videos.approved_at', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(size + 1);
  if (filteredViewer !== null) query = query.where(({ not }) => not(isSensitiveTo(filteredViewer)));
  if (after) {
    const [approvedAt, id] = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('videos.approved_at', 'videos.id'), '<', tuple(timeOf(approvedAt), id)),
    );
  }
  const rows = await query.execute();
  return pageOf(rows, size, (row) => [row.sort_key, row.id]).map((row) => toVideo(row));
}
