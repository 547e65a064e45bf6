import { sql } from 'kysely';
import { MAX_WATCH_LATER } from '#contract/lists/playlists.ts';
import type { Video } from '#contract/videos/videos.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { isReadBy, isShownTo, toShown } from '#server/videos/listed.store.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';
import { sizeOf, type Part } from './playlists.store.ts';

type Keeper = NonNullable<Viewer>;

/** One page of the clips that somebody keeps for later and may see, the last added first. */
export async function listWatchLater(
  db: Db,
  signedUrls: SignedUrls,
  keeper: Keeper,
  { cursor, ...part }: Part,
): Promise<Page<Video>> {
  let query = withVideoColumns(db.selectFrom('videos'))
    .innerJoin('watch_later', 'watch_later.video_id', 'videos.id')
    .select(sql<string>`watch_later.added_at::text`.as('sort_key'))
    .where('watch_later.user_id', '=', keeper.id)
    .where(isReadBy(keeper, keeper.id))
    .orderBy('watch_later.added_at', 'desc')
    .orderBy('watch_later.video_id', 'desc')
    .limit(sizeOf(part) + 1);
  if (cursor) {
    const [addedAt, id] = readCursor(cursor, 'tn');
    query = query.where(
      sql<boolean>`(watch_later.added_at, watch_later.video_id) < (${addedAt}::timestamptz, ${id}::bigint)`,
    );
  }
  const rows = await query.execute();
  return pageOf(rows, sizeOf(part), (row) => [row.sort_key, row.id]).map((row) => toShown(row, signedUrls));
}

/** All of them that this person may see. */
export async function listWatchLaterIds(db: Db, keeper: Keeper): Promise<number[]> {
  const rows = await db
    .selectFrom('videos')
    .innerJoin('watch_later', 'watch_later.video_id', 'videos.id')
    .where('watch_later.user_id', '=', keeper.id)
    .where(isReadBy(keeper, keeper.id))
    .orderBy('watch_later.added_at', 'desc')
    .select('videos.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Keeps clips for later, the first of them as the last added; those that are there stay where they are. Whether all are
 * there now, for want of what reason not. Their keeper has to be locked.
 */
export async function keepForLater(
  trx: Trx,
  keeper: Keeper,
  videoIds: number[],
  now: Date,
): Promise<'kept' | 'full' | 'not-there'> {
  const { rows } = await sql<{ seen: number; kept: number }>`
    with given as (
      select videos.id, place from unnest(${videoIds}::bigint[]) with ordinality as g(id, place) join videos on videos.id = g.id
      where ${isShownTo(keeper, keeper.id)}
    ), there as (
      select given.id from given join watch_later w on w.video_id = given.id and w.user_id = ${keeper.id}
    ), room as (
      select ${MAX_WATCH_LATER} - count(*) as free from watch_later where user_id = ${keeper.id}
    ), added as (
      insert into watch_later (user_id, video_id, added_at)
      select ${keeper.id}::bigint, id, ${now}::timestamptz - place * interval '1 millisecond' from given
      where id not in (select id from there)
      order by place limit (select greatest(free, 0) from room)
      on conflict do nothing returning video_id
    )
    select (select count(*) from given)::int as seen,
      ((select count(*) from there) + (select count(*) from added))::int as kept`.execute(trx);
  const { seen = 0, kept = 0 } = rows[0] ?? {};
  if (seen < videoIds.length) return 'not-there';
  return kept < seen ? 'full' : 'kept';
}

export async function dropFromLater(db: Db, userId: number, videoId: number): Promise<void> {
  await db.deleteFrom('watch_later').where('user_id', '=', userId).where('video_id', '=', videoId).execute();
}
