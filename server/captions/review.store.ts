import { sql } from 'kysely';
import { toShown } from '#contract/submissions/edit-times.rules.ts';
import { MAX_WAITING, type WaitingTrack } from '#contract/captions/review.ts';
import { nameOfLanguage } from '#contract/captions/caption-languages.ts';
import type { StoredCue } from '#server/app/database/columns.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { toCue } from './captions.rows.ts';
import type { TrackName } from './captions.store.ts';

/** Enough for a preview. */
const SHOWN_CUES = 5;

/** The oldest first. */
export async function listWaiting(db: Db): Promise<WaitingTrack[]> {
  const rows = await db
    .selectFrom('captions')
    .innerJoin('videos', 'videos.id', 'captions.video_id')
    .leftJoin('users', 'users.id', 'captions.updated_by')
    .select(['captions.video_id', 'videos.title', 'captions.language', 'captions.kind', 'users.username'])
    .select(({ fn }) => [
      'captions.updated_at',
      fn<number>('jsonb_array_length', ['captions.cues']).as('many'),
      'videos.edit',
      // all of a cut video: its first ones may be gone
      sql<
        StoredCue[]
      >`case when videos.edit is null then jsonb_path_query_array(captions.cues, '$[0 to 4]') else captions.cues end`.as(
        'beginning',
      ),
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('captions as other')
          .whereRef('other.video_id', '=', 'captions.video_id')
          .whereRef('other.language', '=', 'captions.language')
          .whereRef('other.kind', '=', 'captions.kind')
          .where('other.published', '=', true)
          .select('other.video_id'),
      ).as('shown'),
    )
    .where('captions.state', '=', 'WAITING')
    .where('videos.archived_at', 'is', null)
    .orderBy('captions.updated_at')
    .orderBy('captions.video_id')
    .limit(MAX_WAITING)
    .execute();
  return rows.map(({ edit, beginning, ...row }) => ({
    videoId: row.video_id,
    title: row.title,
    language: row.language,
    kind: row.kind,
    label: nameOfLanguage(row.language),
    author: row.username,
    cues: edit ? toShown(beginning.map(toCue), edit).length : row.many,
    isPublished: Boolean(row.shown),
    beginning: toShown(beginning.map(toCue), edit).slice(0, SHOWN_CUES),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** Returns whether such a track was pending. */
export async function release(trx: Trx, { videoId, language, kind }: TrackName): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('captions')
    .set({ state: 'DRAFT' })
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .where('kind', '=', kind)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
