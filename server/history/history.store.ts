import { HISTORY_PAGE, MAX_HISTORY_PAGE, MAX_PROGRESS } from '#contract/history/history.ts';
import type { HistoryEntry, WatchProgress } from '#contract/history/history.ts';
import type { ExportDocument } from '#contract/exports/exports.ts';
import { containsText } from '#server/app/database/contains-text.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { canSee, type Viewer } from '#server/app/database/may-see.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import { isReadBy, toShown } from '#server/videos/listed.store.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';

type Owner = NonNullable<Viewer>;

/** One statement. False: the member sees no such live video. Stores nothing while their history is paused. */
export async function saveProgress(
  db: Db,
  owner: Owner,
  videoId: number,
  { seconds, now }: { seconds: number; now: Date },
): Promise<boolean> {
  const video = await db
    .with('video', (cte) =>
      cte
        .selectFrom('videos')
        .where('id', '=', videoId)
        .where('is_live', '=', true)
        .where(canSee(owner))
        .select(['id', 'duration_ms']),
    )
    .with('saved', (cte) =>
      cte
        .insertInto('watch_history')
        .columns(['user_id', 'video_id', 'seconds', 'watched_at'])
        .expression((eb) =>
          eb
            .selectFrom(['video', 'users'])
            .where('users.id', '=', owner.id)
            .where('users.history_paused', '=', false)
            .select(({ val, fn, cast, ref }) => [
              'users.id',
              'video.id as video_id',
              // a duration of 0 isn't known
              fn<number>('least', [
                cast<number>(val(seconds), 'double precision'),
                fn<number>('nullif', [
                  eb(cast<number>(ref('video.duration_ms'), 'double precision'), '/', 1000),
                  val(0),
                ]),
              ]).as('seconds'),
              cast<Date>(val(now), 'timestamptz').as('watched_at'),
            ]),
        )
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'video_id']).doUpdateSet(({ ref }) => ({
            seconds: ref('excluded.seconds'),
            watched_at: ref('excluded.watched_at'),
          })),
        ),
    )
    .selectFrom('video')
    .select('id')
    .executeTakeFirst();
  return video !== undefined;
}

/** How far the member watched what they last watched. */
export async function listProgress(db: Db, userId: number): Promise<WatchProgress[]> {
  const rows = await db
    .selectFrom('watch_history')
    .where('user_id', '=', userId)
    .orderBy('watched_at', 'desc')
    .orderBy('video_id', 'desc')
    .limit(MAX_PROGRESS)
    .select(['video_id', 'seconds'])
    .execute();
  return rows.map(({ video_id: videoId, seconds }) => ({ videoId, seconds }));
}

/** One page of what the member watched and may still see, latest first. */
export async function listHistory(
  db: Db,
  signedUrls: SignedUrls,
  owner: Owner,
  {
    q,
    cursor,
    limit = HISTORY_PAGE,
  }: { q?: string | null | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<HistoryEntry>> {
  const size = Math.min(limit, MAX_HISTORY_PAGE);
  let query = withVideoColumns(db.selectFrom('videos'))
    .innerJoin('watch_history', 'watch_history.video_id', 'videos.id')
    .select(['watch_history.watched_at', 'watch_history.seconds'])
    .select(({ cast }) => cast<string>('watch_history.watched_at', 'text').as('sort_key'))
    .where('watch_history.user_id', '=', owner.id)
    .where(isReadBy(owner, owner.id))
    .orderBy('watch_history.watched_at', 'desc')
    .orderBy('watch_history.video_id', 'desc')
    .limit(size + 1);
  if (q)
    query = query.where(({ or, ref }) =>
      or(
        (['videos.title', 'videos.external_creator', 'users.username', 'users.display_name'] as const).map(
          (column) => containsText(ref(column), q),
        ),
      ),
    );
  if (cursor) {
    const [watchedAt, id] = readCursor(cursor, 'tn');
    query = query.where(({ eb, cast, refTuple, tuple, val }) =>
      eb(
        refTuple('watch_history.watched_at', 'watch_history.video_id'),
        '<',
        tuple(cast<Date>(val(watchedAt), 'timestamptz'), id),
      ),
    );
  }
  const rows = await query.execute();
  return pageOf(rows, size, (row) => [row.sort_key, row.id]).map((row) => ({
    ...toShown(row, signedUrls),
    watchedAt: row.watched_at.toISOString(),
    seconds: row.seconds,
  }));
}

/** False: it wasn't in the history. */
export async function removeFromHistory(db: Db, userId: number, videoId: number): Promise<boolean> {
  const { numDeletedRows: count } = await db
    .deleteFrom('watch_history')
    .where('user_id', '=', userId)
    .where('video_id', '=', videoId)
    .executeTakeFirst();
  return count > 0n;
}

export async function clearHistory(db: Db | Trx, userId: number): Promise<void> {
  await db.deleteFrom('watch_history').where('user_id', '=', userId).execute();
}

/** All of it, for the member's data export, including videos that are no longer visible. */
export async function readHistory(db: Db, userId: number): Promise<ExportDocument['history']> {
  const rows = await db
    .selectFrom('watch_history')
    .where('user_id', '=', userId)
    .orderBy('watched_at', 'desc')
    .select(['video_id', 'seconds', 'watched_at'])
    .execute();
  return rows.map((row) => ({
    videoId: row.video_id,
    seconds: row.seconds,
    watchedAt: row.watched_at.toISOString(),
  }));
}
