import { sql } from 'kysely';
import type { ExportDocument } from '#contract/exports/exports.ts';
import type { Db, Trx } from '#server/app/database/database.ts';

/** All that somebody keeps, for the export of their data; also clips that nobody sees at present, by their ids. */
export async function readLists(
  db: Db,
  userId: number,
): Promise<Pick<ExportDocument, 'playlists' | 'watchLater'>> {
  const playlists = await db
    .selectFrom('playlists')
    .where('user_id', '=', userId)
    .select(['id', 'title', 'description', 'visibility', 'created_at'])
    .select(
      sql<number[]>`array(select video_id::float8 from playlist_items i where i.playlist_id = playlists.id
        order by i.position, i.video_id)`.as('videos'),
    )
    .orderBy('id')
    .execute();
  const later = await db
    .selectFrom('watch_later')
    .where('user_id', '=', userId)
    .select(['video_id', 'added_at'])
    .orderBy('added_at', 'desc')
    .orderBy('video_id', 'desc')
    .execute();
  return {
    playlists: playlists.map(({ created_at: at, ...playlist }) => ({
      ...playlist,
      createdAt: at.toISOString(),
    })),
    watchLater: later.map((row) => ({ videoId: row.video_id, addedAt: row.added_at.toISOString() })),
  };
}

export async function deleteListsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('playlists').where('user_id', '=', userId).execute();
  await trx.deleteFrom('watch_later').where('user_id', '=', userId).execute();
}
