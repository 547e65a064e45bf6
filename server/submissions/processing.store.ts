import type { StoredMessage } from '#contract/text/message.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { expressionBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';

/**
 * A step names the video and the folder; the row is the video's own or that of its replacement (replacement.store.ts).
 */
export function currentRevision(id: number, rev: string) {
  const eb = expressionBuilder<Database, 'videos'>();
  return eb.and([eb('media_rev', '=', rev), eb.or([eb('id', '=', id), eb('replaces', '=', id)])]);
}

/** What a processing step needs to know. Each step names the folder it works for: after a replaced file it has none. */
export async function startStep(db: DbOrTrx, id: number, rev: string) {
  return (
    (await db
      .updateTable('videos')
      .set({ processing: 'PROCESSING', failure_reason: null })
      .where(currentRevision(id, rev))
      // of FAILED: an admin tries the job again
      .where('processing', '<>', 'READY')
      .returning(['id', 'original_key', 'original_thumbnail_key', 'focus_x', 'focus_y', 'edit'])
      .executeTakeFirst()) ?? null
  );
}

export async function findReady(db: DbOrTrx, id: number, rev: string) {
  return (
    (await db
      .selectFrom('videos')
      .where(currentRevision(id, rev))
      .where('processing', '=', 'READY')
      .select([
        'id',
        'original_key',
        'original_thumbnail_key',
        'mp4_key',
        'hls_key',
        'storyboard_key',
        'poster_key',
        'focus_x',
        'focus_y',
        'edit',
      ])
      .executeTakeFirst()) ?? null
  );
}

export interface Outcome {
  processing?: 'QUEUED' | 'PROCESSING' | 'READY' | 'FAILED';
  processing_percent?: number;
  failure_reason?: string | null;
  checked_at?: Date;
  duration_ms?: number;
  width?: number;
  height?: number;
  original_ms?: number;
  original_width?: number;
  original_height?: number;
  mp4_key?: string;
  mp4_lines?: number[];
  hls_key?: string;
  poster_key?: string;
  placeholder?: string;
  storyboard_key?: string;
  candidates?: number;
}

/** What thumbnails are made of; without a stored picture, of a frame. */
export interface ThumbnailSource {
  key: string | null;
  focus: Focus;
}

/** Stores a step's result; false when the file, or what thumbnails are made of, was replaced meanwhile. */
export async function recordOutcome(
  db: DbOrTrx,
  id: number,
  rev: string,
  outcome: Outcome,
  thumbnail?: ThumbnailSource,
): Promise<boolean> {
  const updateOutcome = async () => {
    const { numUpdatedRows } = await db
      .updateTable('videos')
      .set(outcome)
      .where(currentRevision(id, rev))
      // a step that ran twice may have ended well the other time
      .$if(outcome.processing === 'FAILED', (query) => query.where('processing', '<>', 'READY'))
      .$if(thumbnail !== undefined, (query) =>
        query
          .where('original_thumbnail_key', 'is not distinct from', thumbnail?.key ?? null)
          .where('focus_x', '=', thumbnail?.focus.x ?? null)
          .where('focus_y', '=', thumbnail?.focus.y ?? null),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  // a replacement that was just applied: its row is gone, and the video's row has its folder now
  return (await updateOutcome()) || (await updateOutcome());
}

/** Fails steps waiting or running since before `since` that no longer have a job. */
export async function abandonStuck(db: DbOrTrx, since: Date, reason: StoredMessage): Promise<number[]> {
  const rows = await db
    .updateTable('videos')
    .set({ processing: 'FAILED', failure_reason: reason.json })
    .where('origin', '<>', 'IMPORT')
    .where('processing', 'in', ['QUEUED', 'PROCESSING'])
    .where('submitted_at', '<', since)
    .where(
      sql<boolean>`not exists (select from pgboss.job where name in ('video-check', 'video-encode') and state < 'completed' and data->>'videoId' = coalesce(videos.replaces, videos.id)::text)`,
    )
    .returning(({ fn }) => fn.coalesce('replaces', 'id').as('id'))
    .execute();
  return rows.map(({ id }) => id);
}

/** Encoding progress; ignored when it arrives after the encoding ended. */
export async function updatePercent(db: DbOrTrx, id: number, rev: string, percent: number): Promise<void> {
  await db
    .updateTable('videos')
    .set({ processing_percent: percent })
    .where(currentRevision(id, rev))
    .where('processing', '=', 'PROCESSING')
    .execute();
}

/** What a failed item's processing starts again with; null: it didn't fail. */
export async function findRetry(trx: DbOrTrx, id: number) {
  const row = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .where('origin', '=', 'UPLOAD')
    .where('processing', '=', 'FAILED')
    .where('archived_at', 'is', null)
    .select(['media_rev', 'failure_reason'])
    .forUpdate()
    .executeTakeFirst();
  return row?.media_rev ? { ...row, media_rev: row.media_rev } : null;
}
