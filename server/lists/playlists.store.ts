import {
  MAX_PLAYLIST_ITEMS,
  MAX_PLAYLISTS,
  type Playlist,
  type PlaylistItem,
} from '#contract/lists/playlists.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import type { Page } from '#server/app/http/page.ts';
import { isReadBy, isShownTo, toShown } from '#server/videos/listed.store.ts';
import { selectLists, toList, type ListRow } from './lists.rows.ts';
import { findList, listItems, type Part } from './lists.store.ts';

type Owner = NonNullable<Viewer>;

const toPlaylist = (row: ListRow, signedUrls: SignedUrls, hasVideo: boolean | null = null): Playlist => ({
  ...toList(row, signedUrls),
  visibility: row.visibility === 'PUBLIC' ? 'PUBLIC' : 'PRIVATE',
  hasVideo,
});

/** The member's own playlists; with `videoId` each has whether it contains this video. */
export async function listPlaylists(
  db: Db,
  signedUrls: SignedUrls,
  owner: Owner,
  videoId?: number,
): Promise<Playlist[]> {
  const rows = await selectLists(db, 'playlist', owner)
    .leftJoin('playlist_items as held', (join) =>
      join.onRef('held.playlist_id', '=', 'lists.id').on('held.video_id', '=', videoId ?? null),
    )
    .select('held.video_id as held')
    .where('lists.user_id', '=', owner.id)
    .orderBy('lists.updated_at', 'desc')
    .orderBy('lists.id', 'desc')
    .limit(MAX_PLAYLISTS)
    .execute();
  return rows.map((row) => toPlaylist(row, signedUrls, videoId === undefined ? null : row.held !== null));
}

export async function findPlaylist(
  db: DbOrTrx,
  signedUrls: SignedUrls,
  viewer: Viewer,
  id: number,
): Promise<Playlist | null> {
  const row = await findList(db, 'playlist', viewer, id);
  return row ? toPlaylist(row, signedUrls) : null;
}

/** One page of the videos in a playlist that `viewer` may see. Throws 400. */
export async function listPlaylistItems(
  db: Db,
  signedUrls: SignedUrls,
  viewer: Viewer,
  part: Part & { id: number; start?: number | undefined },
): Promise<Page<PlaylistItem>> {
  const { page, shown } = await listItems(db, 'playlist', viewer, part);
  return page.replace(
    page.items.map((row, at) => ({ ...toShown(row, signedUrls), videoId: row.id, position: shown + at })),
  );
}

/**
 * Moves a video, or inserts it, before the one its owner now sees at `position`, or at the end. The playlist must be
 * locked. 'full': it is at its limit; null: no video that the owner may see.
 */
export async function setItemPosition(
  trx: Trx,
  owner: Owner,
  { id, videoId, position }: { id: number; videoId: number; position: number | undefined },
): Promise<'placed' | 'full' | null> {
  const visible = trx.selectFrom('videos').where('id', '=', videoId).where(isShownTo(owner, owner.id));
  const others = trx
    .selectFrom('playlist_items')
    .where('playlist_id', '=', id)
    .where('video_id', '<>', videoId);
  const { is_there, count, before, last } = await trx
    .selectNoFrom(({ exists }) => [
      exists(visible.select('id')).as('is_there'),
      others.select(({ fn }) => fn.countAll<number>().as('count')).as('count'),
      others.select(({ fn }) => fn.max('position').as('last')).as('last'),
      others
        .innerJoin('videos', 'videos.id', 'playlist_items.video_id')
        .where(isReadBy(owner, owner.id))
        .orderBy('playlist_items.position')
        .orderBy('playlist_items.video_id')
        .offset(position ?? MAX_PLAYLIST_ITEMS)
        .limit(1)
        .select('playlist_items.position')
        .as('before'),
    ])
    .executeTakeFirstOrThrow();
  if (!is_there) return null;
  if (count === null || count >= MAX_PLAYLIST_ITEMS) return 'full';
  const target = before ?? (last ?? -1) + 1;
  await trx
    .updateTable('playlist_items')
    .set(({ eb }) => ({ position: eb('position', '+', 1) }))
    .where('playlist_id', '=', id)
    .where('video_id', '<>', videoId)
    .where('position', '>=', target)
    .execute();
  await trx
    .insertInto('playlist_items')
    .values({ playlist_id: id, video_id: videoId, position: target })
    .onConflict((conflict) => conflict.columns(['playlist_id', 'video_id']).doUpdateSet({ position: target }))
    .execute();
  return 'placed';
}

export async function deleteItem(trx: Trx, id: number, videoId: number): Promise<void> {
  await trx
    .deleteFrom('playlist_items')
    .where('playlist_id', '=', id)
    .where('video_id', '=', videoId)
    .execute();
}
