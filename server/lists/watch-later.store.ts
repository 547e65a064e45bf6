import { MAX_WATCH_LATER } from '#contract/lists/playlists.ts';
import type { Video } from '#contract/videos/videos.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { isReadBy, isShownTo, toShown } from '#server/videos/listed.store.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';
import { sizeOf, type Part } from './lists.store.ts';

type Owner = NonNullable<Viewer>;

/** One page of the watch-later videos that the member may see, newest first. */
export async function listWatchLater(
  db: Db,
  signedUrls: SignedUrls,
  owner: Owner,
  { cursor, ...part }: Part,
): Promise<Page<Video>> {
  let query = withVideoColumns(db.selectFrom('videos'))
    .innerJoin('watch_later', 'watch_later.video_id', 'videos.id')
    .select(({ cast }) => cast<string>('watch_later.added_at', 'text').as('sort_key'))
    .where('watch_later.user_id', '=', owner.id)
    .where(isReadBy(owner, owner.id))
    .orderBy('watch_later.added_at', 'desc')
    .orderBy('watch_later.video_id', 'desc')
    .limit(sizeOf(part) + 1);
  if (cursor) {
    const [addedAt, id] = readCursor(cursor, 'tn');
    query = query.where(({ eb, cast, refTuple, tuple, val }) =>
      eb(
        refTuple('watch_later.added_at', 'watch_later.video_id'),
        '<',
        tuple(cast<Date>(val(addedAt), 'timestamptz'), id),
      ),
    );
  }
  const rows = await query.execute();
  return pageOf(rows, sizeOf(part), (row) => [row.sort_key, row.id]).map((row) => toShown(row, signedUrls));
}

/** All of them that this person may see. */
export async function listWatchLaterIds(db: Db, owner: Owner): Promise<number[]> {
  const rows = await db
    .selectFrom('videos')
    .innerJoin('watch_later', 'watch_later.video_id', 'videos.id')
    .where('watch_later.user_id', '=', owner.id)
    .where(isReadBy(owner, owner.id))
    .orderBy('watch_later.added_at', 'desc')
    .select('videos.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Saves videos for later, the first of them as the last added; those that are there stay where they are. Whether all are
 * there now, for want of what reason not. Their owner has to be locked.
 */
export async function saveForLater(
  trx: Trx,
  owner: Owner,
  videoIds: number[],
  now: Date,
): Promise<'saved' | 'full' | 'not-there'> {
  if (videoIds.length === 0) return 'saved';
  const visible = await trx
    .selectFrom('videos')
    .where('id', 'in', videoIds)
    .where(isShownTo(owner, owner.id))
    .select('id')
    .execute();
  const saved = await trx
    .selectFrom('watch_later')
    .where('user_id', '=', owner.id)
    .select('video_id')
    .execute();
  const ids = new Set(visible.map(({ id }) => id));
  for (const { video_id } of saved) ids.delete(video_id);
  const missing = videoIds.filter((id) => ids.has(id));
  const added = missing.slice(0, Math.max(MAX_WATCH_LATER - saved.length, 0));
  if (added.length > 0)
    await trx
      .insertInto('watch_later')
      .values(
        added.map((id, at) => ({ user_id: owner.id, video_id: id, added_at: new Date(now.getTime() - at) })),
      )
      .execute();
  if (visible.length < videoIds.length) return 'not-there';
  return added.length < missing.length ? 'full' : 'saved';
}

export async function dropFromLater(db: Db, userId: number, videoId: number): Promise<void> {
  await db.deleteFrom('watch_later').where('user_id', '=', userId).where('video_id', '=', videoId).execute();
}
