import { sql } from 'kysely';
import { MAX_SERIES, MAX_SERIES_ITEMS, type PlaceInSeries, type Series } from '#contract/lists/series.ts';
import { LIST_PAGE, MAX_LIST_PAGE } from '#contract/lists/playlists.ts';
import type { Video } from '#contract/videos/videos.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { writeAuthor } from '#server/app/http/callers/author.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { COVER, toCover, type CoverRow } from '#server/videos/cover.rows.ts';
import { blockedEither, type Viewer } from '#server/app/database/may-see.ts';
import { countShown, isShownTo, toShown } from '#server/videos/listed.store.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';

interface Row {
  id: number;
  title: string;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  username: string;
  display_name: string | null;
  profile_image: string | null;
  count: number;
  cover: CoverRow | null;
}

/** In a statement over people `u`: who are still here, and neither of whom and the reader blocks the other. */
const isThere = (reader: number | null) => sql<boolean>`(u.suspended_at is null and u.deleted_at is null
  and not ${blockedEither(reader, sql.ref('u.id'))})`;

/** Series `s` of people `u`, as `viewer` sees them. */
const selectSeries = (viewer: Viewer) => sql<Row>`
  select s.id, s.title, s.description, s.created_at, s.updated_at, u.username, u.display_name, u.profile_image,
    ${countShown(sql`series_items i`, sql`i.series_id = s.id`, isShownTo(viewer))} as count,
    (select ${COVER} from series_items i join videos on videos.id = i.video_id
      where i.series_id = s.id and ${isShownTo(viewer)} order by i.position, i.video_id limit 1) as cover
  from series s join users u on u.id = s.user_id`;

const toSeries = (row: Row, signedUrls: SignedUrls): Series => ({
  id: row.id,
  title: row.title,
  description: row.description,
  creator: writeAuthor(row.display_name, row.username),
  creatorUsername: row.username,
  avatar: profileImageUrl(row.profile_image),
  count: row.count,
  ...toCover(row.cover, signedUrls),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const hasShown = (viewer: Viewer) => sql<boolean>`exists (
  select from series_items i join videos on videos.id = i.video_id where i.series_id = s.id and ${isShownTo(viewer)})`;

/** All of one's own. */
export async function listOwnSeries(
  db: Db,
  signedUrls: SignedUrls,
  owner: NonNullable<Viewer>,
): Promise<Series[]> {
  const { rows } = await sql<Row>`
    ${selectSeries(owner)} where s.user_id = ${owner.id} and ${isThere(null)} order by s.updated_at desc, s.id desc`.execute(
    db,
  );
  return rows.map((row) => toSeries(row, signedUrls));
}

/** Somebody's that hold a clip which everybody may see. */
export async function listSeriesOf(
  db: Db,
  signedUrls: SignedUrls,
  username: string,
  reader: number | null,
): Promise<Series[]> {
  const { rows } = await sql<Row>`
    ${selectSeries(null)} where lower(u.username) = ${username.toLowerCase()} and ${isThere(reader)} and ${hasShown(null)}
    order by s.updated_at desc, s.id desc limit ${MAX_SERIES}`.execute(db);
  return rows.map((row) => toSeries(row, signedUrls));
}

/** Null: there is none, or it is somebody else's who doesn't show `viewer` anything, or nothing in it. */
export async function findSeries(
  db: DbOrTrx,
  signedUrls: SignedUrls,
  viewer: Viewer,
  id: number,
): Promise<Series | null> {
  const { rows } = await sql<Row>`
    ${selectSeries(viewer)} where s.id = ${id} and ${isThere(viewer?.id ?? null)} and (s.user_id = ${viewer?.id ?? null} or ${hasShown(viewer)})`.execute(
    db,
  );
  return rows[0] ? toSeries(rows[0], signedUrls) : null;
}

/** All clips of it that `viewer` may see, in their order. */
export async function listSeriesIds(db: Db, viewer: Viewer, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('videos')
    .innerJoin('series_items', 'series_items.video_id', 'videos.id')
    .where('series_id', '=', id)
    .where(isShownTo(viewer))
    .orderBy('position')
    .orderBy('video_id')
    .select('videos.id')
    .execute();
  return rows.map((row) => row.id);
}

type Place = [position: number, videoId: number];
/** Where a page of a series goes on. Throws 400. */
export const readSeriesCursor = (cursor: string | undefined): Place =>
  cursor ? readCursor(cursor, 'in') : [-1, 0];

/** Where the page begins that has this clip first. Null: it is not in the series, or `viewer` may not see it. */
export async function findInSeries(
  db: Db,
  viewer: Viewer,
  id: number,
  videoId: number,
): Promise<Place | null> {
  const found = await db
    .selectFrom('videos')
    .innerJoin('series_items', 'series_items.video_id', 'videos.id')
    .where('series_id', '=', id)
    .where('videos.id', '=', videoId)
    .where(isShownTo(viewer))
    .select('position')
    .executeTakeFirst();
  return found ? [found.position, videoId - 1] : null;
}

export async function listSeriesVideos(
  db: Db,
  signedUrls: SignedUrls,
  viewer: Viewer,
  {
    id,
    after: [position, videoId],
    limit = LIST_PAGE,
  }: { id: number; after: Place; limit?: number | undefined },
): Promise<Page<Video>> {
  const size = Math.min(limit, MAX_LIST_PAGE);
  const rows = await withVideoColumns(db.selectFrom('videos'))
    .innerJoin('series_items', 'series_items.video_id', 'videos.id')
    .select('series_items.position as sort_key')
    .where('series_items.series_id', '=', id)
    .where(isShownTo(viewer))
    .where(
      sql<boolean>`(series_items.position, series_items.video_id) > (${position}::int, ${videoId}::bigint)`,
    )
    .orderBy('series_items.position')
    .orderBy('series_items.video_id')
    .limit(size + 1)
    .execute();
  return pageOf(rows, size, (row) => [row.sort_key, row.id]).map((row) => toShown(row, signedUrls));
}

/** What everybody may see of it, the last published first. */
export async function listLatestOfSeries(
  db: Db,
  signedUrls: SignedUrls,
  id: number,
  limit: number,
): Promise<Video[]> {
  const rows = await withVideoColumns(db.selectFrom('videos'))
    .innerJoin('series_items', 'series_items.video_id', 'videos.id')
    .where('series_items.series_id', '=', id)
    .where(isShownTo(null))
    .orderBy('videos.approved_at', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toShown(row, signedUrls));
}

/** Null: `viewer` sees no such clip, or it is in no series. */
export async function findPlace(
  db: Db,
  signedUrls: SignedUrls,
  viewer: Viewer,
  videoId: number,
): Promise<PlaceInSeries | null> {
  const { rows } = await sql<{ id: number; title: string }>`
    select s.id, s.title from series_items i join series s on s.id = i.series_id join videos on videos.id = i.video_id
    join users u on u.id = s.user_id
    where i.video_id = ${videoId} and ${isThere(viewer?.id ?? null)} and ${isShownTo(viewer)}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const ids = await listSeriesIds(db, viewer, found.id);
  const position = ids.indexOf(videoId);
  const [before, after] = [ids[position - 1], ids[position + 1]];
  const beside = [before, after].filter((id) => id !== undefined);
  const videos = beside.length
    ? await withVideoColumns(db.selectFrom('videos'))
        .where('videos.id', 'in', beside)
        .where(isShownTo(viewer))
        .execute()
    : [];
  const video = (id: number | undefined): Video | null => {
    const row = videos.find((each) => each.id === id);
    return row ? toShown(row, signedUrls) : null;
  };
  return { ...found, position, count: ids.length, previous: video(before), next: video(after) };
}

/** Null: this person has as many as one can. Their row is to be held. */
export async function insertSeries(
  trx: Trx,
  userId: number,
  { title, description }: { title: string; description: string | null },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into series (user_id, title, description, created_at, updated_at)
    select ${userId}::bigint, ${title}, ${description}, ${now}, ${now}
    where (select count(*) from series where user_id = ${userId}) < ${MAX_SERIES} returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** What is undefined stays. False: no such series of this person's. */
export async function changeSeries(
  trx: Trx,
  { id, userId }: { id: number; userId: number },
  { title, description }: { title?: string | undefined; description?: string | null | undefined },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('series')
    .set({
      updated_at: now,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes these, in this order, all that a series holds; each leaves the one it was in. False: one is not this person's. */
export async function orderSeries(
  trx: Trx,
  id: number,
  userId: number,
  videoIds: number[],
): Promise<boolean> {
  const { rows } = await sql<{ own: number }>`
    select count(*)::int as own from videos where id = any(${videoIds}::bigint[]) and uploader_id = ${userId}`.execute(
    trx,
  );
  if (rows[0]?.own !== videoIds.length) return false;
  await sql`delete from series_items where series_id = ${id} and video_id <> all(${videoIds}::bigint[])`.execute(
    trx,
  );
  await sql`
    insert into series_items (video_id, series_id, position)
    select video_id, ${id}::bigint, place - 1 from unnest(${videoIds}::bigint[]) with ordinality as given(video_id, place)
    on conflict (video_id) do update set series_id = excluded.series_id, position = excluded.position`.execute(
    trx,
  );
  return true;
}

/** Puts a clip at the end of a series of its creator's, or into none. False: there is no such series; 'full': it is full. */
export async function setSeriesOf(
  trx: Trx,
  videoId: number,
  seriesId: number | null,
): Promise<boolean | 'full'> {
  if (seriesId === null) {
    await trx.deleteFrom('series_items').where('video_id', '=', videoId).execute();
    return true;
  }
  const { rows } = await sql<{ id: number }>`
    select s.id from series s join videos v on v.uploader_id = s.user_id where s.id = ${seriesId} and v.id = ${videoId} for update of s`.execute(
    trx,
  );
  if (!rows[0]) return false;
  const { rows: there } = await sql<{ is_full: boolean; is_in: boolean }>`
    select count(*) >= ${MAX_SERIES_ITEMS} as is_full, coalesce(bool_or(video_id = ${videoId}), false) as is_in
    from series_items where series_id = ${seriesId}`.execute(trx);
  if (there[0]?.is_in) return true;
  if (there[0]?.is_full) return 'full';
  await sql`
    insert into series_items (video_id, series_id, position)
    select ${videoId}::bigint, ${seriesId}::bigint, coalesce((select max(position) + 1 from series_items where series_id = ${seriesId}), 0)
    on conflict (video_id) do update set series_id = excluded.series_id, position = excluded.position`.execute(
    trx,
  );
  return true;
}

/** An own one, or any for an admin. Null: there is none. */
export async function deleteSeries(
  trx: Trx,
  { id, userId, isAdmin }: { id: number; userId: number; isAdmin: boolean },
): Promise<{ userId: number; title: string } | null> {
  const gone = await trx
    .deleteFrom('series')
    .where('id', '=', id)
    .where((where) => where.or([where('user_id', '=', userId), where.lit(isAdmin)]))
    .returning(['user_id', 'title'])
    .executeTakeFirst();
  return gone ? { userId: gone.user_id, title: gone.title } : null;
}
