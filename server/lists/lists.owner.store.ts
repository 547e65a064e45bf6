import type { ExportDocument } from '#contract/exports/exports.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { listsOf, selectItems, type ListKind } from './lists.rows.ts';

/** All of a member's saved videos, for their data export; includes the ids of those no longer visible. */
export async function readLists(
  db: Db,
  userId: number,
): Promise<Pick<ExportDocument, 'playlists' | 'series' | 'watchLater'>> {
  const later = await db
    .selectFrom('watch_later')
    .where('user_id', '=', userId)
    .select(['video_id', 'added_at'])
    .orderBy('added_at', 'desc')
    .orderBy('video_id', 'desc')
    .execute();
  const playlists = await selectKind(db, 'playlist', userId).select('lists.visibility').execute();
  const series = await selectKind(db, 'series', userId).execute();
  return {
    playlists: playlists.map(toExported),
    series: series.map(toExported),
    watchLater: later.map((row) => ({ videoId: row.video_id, addedAt: row.added_at.toISOString() })),
  };
}

const selectKind = (db: Db, kind: ListKind, userId: number) =>
  db
    .selectFrom(listsOf(kind))
    .where('lists.user_id', '=', userId)
    .select(['lists.id', 'lists.title', 'lists.description', 'lists.created_at'])
    .select(
      selectItems(kind)
        .select(({ fn }) =>
          fn.jsonAgg('items.video_id').orderBy('items.position').orderBy('items.video_id').as('ids'),
        )
        .as('videos'),
    )
    .orderBy('lists.id');

const toExported = <Row extends { created_at: Date; videos: number[] | null }>(row: Row) => {
  const { created_at: at, videos, ...list } = row;
  return { ...list, videos: videos ?? [], createdAt: at.toISOString() };
};

export async function deleteListsOf(trx: Trx, userId: number): Promise<void> {
  for (const table of ['playlists', 'series', 'watch_later'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}
