import { MAX_SERIES, MAX_SERIES_ITEMS, type PlaceInSeries, type Series } from '#contract/lists/series.ts';
import type { Video } from '#contract/videos/videos.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import type { Page } from '#server/app/http/page.ts';
import { isShownTo, toShown } from '#server/videos/listed.store.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';
import { isHere, selectLists, selectShown, toList } from './lists.rows.ts';
import { findList, listItems, type Part } from './lists.store.ts';

/** All of one's own series; of another member (`username`) those with a public video. */
export async function listSeries(
  db: Db,
  signedUrls: SignedUrls,
  viewer: Viewer,
  username?: string,
): Promise<Series[]> {
  const ofOthers = username !== undefined;
  const rows = await selectLists(db, 'series', ofOthers ? null : viewer)
    .where(isHere(viewer))
    .where(({ eb, fn, and, exists }) =>
      ofOthers
        ? and([
            eb(fn<string>('lower', ['users.username']), '=', username.toLowerCase()),
            exists(selectShown('series', null).select('videos.id')),
          ])
        : eb('lists.user_id', '=', viewer?.id ?? null),
    )
    .orderBy('lists.updated_at', 'desc')
    .orderBy('lists.id', 'desc')
    .limit(MAX_SERIES)
    .execute();
  return rows.map((row) => toList(row, signedUrls));
}

export async function findSeries(
  db: DbOrTrx,
  signedUrls: SignedUrls,
  viewer: Viewer,
  id: number,
): Promise<Series | null> {
  const row = await findList(db, 'series', viewer, id);
  return row ? toList(row, signedUrls) : null;
}

const selectVideos = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom('videos')
    .innerJoin('series_items', 'series_items.video_id', 'videos.id')
    .where('series_id', '=', id)
    .where(isShownTo(viewer));

/** All videos of it that `viewer` may see, in their order. */
export async function listSeriesIds(db: Db, viewer: Viewer, id: number): Promise<number[]> {
  const rows = await selectVideos(db, viewer, id)
    .orderBy('position')
    .orderBy('video_id')
    .select('videos.id')
    .execute();
  return rows.map((row) => row.id);
}

/** One page of them. Throws 400. */
export async function listSeriesVideos(
  db: Db,
  signedUrls: SignedUrls,
  viewer: Viewer,
  part: Part & { id: number; start?: number | undefined },
): Promise<Page<Video>> {
  const { page } = await listItems(db, 'series', viewer, part);
  return page.map((row) => toShown(row, signedUrls));
}

/** The public part of a series, latest first. */
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

/** Null: `viewer` sees no such video, or it is in no series. */
export async function findSeriesPosition(
  db: Db,
  signedUrls: SignedUrls,
  viewer: Viewer,
  videoId: number,
): Promise<PlaceInSeries | null> {
  const found = await db
    .selectFrom('series_items')
    .innerJoin('series', 'series.id', 'series_items.series_id')
    .innerJoin('users', 'users.id', 'series.user_id')
    .innerJoin('videos', 'videos.id', 'series_items.video_id')
    .where('series_items.video_id', '=', videoId)
    .where(isHere(viewer))
    .where(isShownTo(viewer))
    .select(['series.id', 'series.title'])
    .executeTakeFirst();
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

/** Sets a series' videos and their order; each video leaves its former series. False: one isn't this member's. */
export async function orderSeries(
  trx: Trx,
  id: number,
  userId: number,
  videoIds: number[],
): Promise<boolean> {
  const clear = trx.deleteFrom('series_items').where('series_id', '=', id);
  if (videoIds.length === 0) {
    await clear.execute();
    return true;
  }
  const { own } = await trx
    .selectFrom('videos')
    .where('id', 'in', videoIds)
    .where('uploader_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('own'))
    .executeTakeFirstOrThrow();
  if (own !== videoIds.length) return false;
  await clear.where('video_id', 'not in', videoIds).execute();
  await trx
    .insertInto('series_items')
    .values(videoIds.map((videoId, position) => ({ video_id: videoId, series_id: id, position })))
    .onConflict((conflict) =>
      conflict.column('video_id').doUpdateSet(({ ref }) => ({
        series_id: ref('excluded.series_id'),
        position: ref('excluded.position'),
      })),
    )
    .execute();
  return true;
}

/** Puts a video at the end of a series of its creator's, or into none. False: there is no such series; 'full': it is full. */
export async function setSeriesOf(
  trx: Trx,
  videoId: number,
  seriesId: number | null,
): Promise<boolean | 'full'> {
  if (seriesId === null) {
    await trx.deleteFrom('series_items').where('video_id', '=', videoId).execute();
    return true;
  }
  const found = await trx
    .selectFrom('series')
    .innerJoin('videos', 'videos.uploader_id', 'series.user_id')
    .where('series.id', '=', seriesId)
    .where('videos.id', '=', videoId)
    .select('series.id')
    .forUpdate('series')
    .executeTakeFirst();
  if (!found) return false;
  const items = await trx
    .selectFrom('series_items')
    .where('series_id', '=', seriesId)
    .select(['video_id', 'position'])
    .orderBy('position')
    .execute();
  if (items.some((item) => item.video_id === videoId)) return true;
  if (items.length >= MAX_SERIES_ITEMS) return 'full';
  const item = { series_id: seriesId, position: (items.at(-1)?.position ?? -1) + 1 };
  await trx
    .insertInto('series_items')
    .values({ video_id: videoId, ...item })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(item))
    .execute();
  return true;
}
