import { sql } from 'kysely';
import {
  LIST_PAGE,
  MAX_LIST_PAGE,
  MAX_PLAYLIST_ITEMS,
  MAX_PLAYLISTS,
  type NewPlaylist,
  type Playlist,
  type PlaylistChange,
  type PlaylistItem,
} from '#contract/lists/playlists.ts';
import { blockedEither } from '#server/app/database/may-see.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { countShown, isReadBy, isShownTo, toShown } from '#server/videos/listed.store.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';
import { selectPlaylists, toPlaylist } from './playlists.rows.ts';

/** Which part of a list. */
export interface Part {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export const sizeOf = ({ limit = LIST_PAGE }: Part): number => Math.min(limit, MAX_LIST_PAGE);

type Owner = NonNullable<Viewer>;

export async function listPlaylists(
  db: Db,
  signedUrls: SignedUrls,
  owner: Owner,
  videoId?: number,
): Promise<Playlist[]> {
  const { rows } = await sql`
    ${selectPlaylists(owner, { videoId })} where p.user_id = ${owner.id}
    order by p.updated_at desc, p.id desc limit ${MAX_PLAYLISTS}`.execute(db);
  return rows.map((row) => toPlaylist(row as never, signedUrls));
}

/** Null: there is none, or it is somebody else's and private, or one of the two blocks the other. */
export async function findPlaylist(
  db: DbOrTrx,
  signedUrls: SignedUrls,
  viewer: Viewer,
  id: number,
  { hasCover = true }: { hasCover?: boolean } = {},
): Promise<Playlist | null> {
  const isOpen = viewer
    ? sql`(p.user_id = ${viewer.id} or p.visibility = 'PUBLIC' and not ${blockedEither(viewer.id, sql.ref('p.user_id'))})`
    : sql`p.visibility = 'PUBLIC'`;
  const { rows } =
    await sql`${selectPlaylists(viewer, { hasCover })} where p.id = ${id} and ${isOpen}`.execute(db);
  return rows[0] ? toPlaylist(rows[0] as never, signedUrls) : null;
}

/** Where a page of a playlist begins: behind this clip at this position, before which the viewer sees so many. */
export interface Begin {
  position: number;
  videoId: number;
  shown: number;
}
export const AT_THE_START: Begin = { position: -1, videoId: 0, shown: 0 };

/** Throws 400. */
export function readItemsCursor(cursor: string): Begin {
  const [position, videoId, shown] = readCursor(cursor, 'ini');
  return { position, videoId, shown };
}

/** Where the page begins that has this clip first. Null: it is not in the playlist, or `viewer` may not see it. */
export async function findInPlaylist(
  db: Db,
  viewer: Viewer,
  { id, videoId }: { id: number; videoId: number },
): Promise<Begin | null> {
  const keeper = sql`(select user_id from playlists where playlists.id = ${id})`;
  const isBefore = sql`i.playlist_id = own.playlist_id and (i.position, i.video_id) < (own.position, own.video_id)`;
  const { rows } = await sql<{ position: number; shown: number }>`
    select own.position, ${countShown(sql`playlist_items i`, isBefore, isReadBy(viewer, keeper), viewer ?? {})} as shown
    from playlist_items own join videos on videos.id = own.video_id
    where own.playlist_id = ${id} and own.video_id = ${videoId} and ${isReadBy(viewer, keeper)}`.execute(db);
  const [found] = rows;
  return found ? { ...found, videoId: videoId - 1 } : null;
}

/** One page of the clips in a playlist that `viewer` may see. */
export async function listItems(
  db: Db,
  signedUrls: SignedUrls,
  viewer: Viewer,
  { id, begin, limit }: { id: number; begin: Begin; limit?: number | undefined },
): Promise<Page<PlaylistItem>> {
  const { position, videoId, shown } = begin;
  const size = sizeOf({ limit });
  let query = withVideoColumns(db.selectFrom('videos'))
    .innerJoin('playlist_items', 'playlist_items.video_id', 'videos.id')
    .select('playlist_items.position as sort_key')
    .where('playlist_items.playlist_id', '=', id)
    .where(
      isReadBy(viewer, sql`(select user_id from playlists where playlists.id = playlist_items.playlist_id)`),
    )
    .orderBy('playlist_items.position')
    .orderBy('playlist_items.video_id')
    .limit(size + 1);
  // most pages are a first one: a comparison that all pass would only be one more thing to plan
  if (begin !== AT_THE_START)
    query = query.where(
      sql<boolean>`(playlist_items.position, playlist_items.video_id) > (${position}::int, ${videoId}::bigint)`,
    );
  const rows = await query.execute();
  const page = pageOf(rows, size, (row) => [row.sort_key, row.id, shown + size]);
  return page.replace(
    page.items.map((row, at) => ({
      ...toShown(row, signedUrls),
      videoId: row.id,
      position: shown + at,
    })),
  );
}

/** Null: this person, who has to be locked, has as many as one can. */
export async function insertPlaylist(
  trx: Trx,
  userId: number,
  { title, description, visibility = 'PRIVATE' }: NewPlaylist,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into playlists (user_id, title, description, visibility, created_at, updated_at)
    select ${userId}::bigint, ${title}, ${description}, ${visibility}, ${now}, ${now}
    where (select count(*) from playlists where user_id = ${userId}) < ${MAX_PLAYLISTS}
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Gives what it was visible as before; null: no such playlist of this person's. */
export async function changePlaylist(
  db: DbOrTrx,
  { id, userId }: { id: number; userId: number },
  { title, description, visibility }: PlaylistChange,
  now: Date,
): Promise<Playlist['visibility'] | null> {
  const { rows } = await sql<{ visibility: Playlist['visibility'] }>`
    with before as (select id, visibility from playlists where id = ${id} and user_id = ${userId} for update)
    update playlists p set updated_at = ${now},
      title = coalesce(${title ?? null}, p.title),
      description = case when ${description === undefined} then p.description else ${description ?? null} end,
      visibility = coalesce(${visibility ?? null}, p.visibility)
    from before where p.id = before.id returning before.visibility`.execute(db);
  return rows[0]?.visibility ?? null;
}

/** An own one, or for an admin a public one of others. Null: there is none. */
export async function deletePlaylist(
  db: DbOrTrx,
  { id, userId, isAdmin }: { id: number; userId: number; isAdmin: boolean },
): Promise<{ userId: number; title: string } | null> {
  const gone = await db
    .deleteFrom('playlists')
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('user_id', '=', userId),
        where.and([where.lit(isAdmin), where('visibility', '=', 'PUBLIC')]),
      ]),
    )
    .returning(['user_id', 'title'])
    .executeTakeFirst();
  return gone ? { userId: gone.user_id, title: gone.title } : null;
}

/** Locks a playlist of this person's. False: there is none. */
export async function touchPlaylist(trx: Trx, id: number, userId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('playlists')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Puts a clip before the one that its owner now sees at `position`, or at the end; what is in the list moves. The playlist
 * has to be locked. 'full': it holds as many as it can; null: no clip that the owner may see.
 */
export async function placeItem(
  trx: Trx,
  owner: Owner,
  { id, videoId, position }: { id: number; videoId: number; position: number | undefined },
): Promise<'placed' | 'full' | null> {
  const { rows } = await sql<{ is_there: boolean; is_full: boolean }>`
    with clip as (select id from videos where id = ${videoId} and ${isShownTo(owner, owner.id)}),
    others as (select video_id, position from playlist_items where playlist_id = ${id} and video_id <> ${videoId}),
    room as (select count(*) < ${MAX_PLAYLIST_ITEMS} as has_room from others),
    target as (
      select coalesce(
        (select others.position from others join videos on videos.id = others.video_id where ${isReadBy(owner, owner.id)}
          order by others.position, others.video_id offset ${position ?? MAX_PLAYLIST_ITEMS} limit 1),
        (select max(others.position) + 1 from others),
        0) as position
    ),
    moved as (
      update playlist_items i set position = i.position + 1 from target, clip, room
      where i.playlist_id = ${id} and i.video_id <> clip.id and i.position >= target.position and has_room
    ),
    placed as (
      insert into playlist_items (playlist_id, video_id, position)
      select ${id}::bigint, clip.id, target.position from clip, target, room where has_room
      on conflict (playlist_id, video_id) do update set position = excluded.position
    )
    select exists (select from clip) as is_there, not has_room as is_full from room`.execute(trx);
  const [row] = rows;
  if (!row?.is_there) return null;
  return row.is_full ? 'full' : 'placed';
}

export async function deleteItem(trx: Trx, id: number, videoId: number): Promise<void> {
  await trx
    .deleteFrom('playlist_items')
    .where('playlist_id', '=', id)
    .where('video_id', '=', videoId)
    .execute();
}
