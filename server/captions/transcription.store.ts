import type { TranscriptionState } from '#contract/captions/transcription.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';

export async function findTranscription(
  db: DbOrTrx,
  videoId: number,
): Promise<{ state: TranscriptionState; language: string | null } | null> {
  const row = await db
    .selectFrom('transcriptions')
    .select(['state', 'language'])
    .where('video_id', '=', videoId)
    .executeTakeFirst();
  return row ?? null;
}

export async function queueTranscription(
  db: DbOrTrx,
  videoId: number,
  { state, language, at }: { state: TranscriptionState; language: string | null; at: Date },
): Promise<void> {
  const values = { state, language, updated_at: at };
  await db
    .insertInto('transcriptions')
    .values({ video_id: videoId, ...values })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(values))
    .execute();
}

/** Marks pending ones as failed; another run of the same job may have succeeded in the meantime. */
export async function failTranscription(db: DbOrTrx, videoId: number, at: Date): Promise<void> {
  await db
    .updateTable('transcriptions')
    .set({ state: 'FAILED', updated_at: at })
    .where('video_id', '=', videoId)
    .where('state', '=', 'QUEUED')
    .execute();
}

/** Deletes a video's transcript, unless a person edited it. */
export async function dropTranscription(trx: Trx, videoId: number): Promise<void> {
  await trx.deleteFrom('transcriptions').where('video_id', '=', videoId).execute();
  await trx
    .deleteFrom('captions')
    .where('video_id', '=', videoId)
    .where('by_machine', '=', true)
    .where('updated_by', 'is', null)
    .execute();
}

/** Whether a person wrote, brought or changed captions of a video: in a language, or in any. */
export async function hasOwnCaptions(db: DbOrTrx, videoId: number, language?: string): Promise<boolean> {
  let query = db
    .selectFrom('captions')
    .where('video_id', '=', videoId)
    .where(({ eb, or }) => or([eb('by_machine', '=', false), eb('updated_by', 'is not', null)]));
  query =
    language === undefined
      ? query.where('kind', '<>', 'chapters')
      : query.where('kind', '=', 'captions').where('language', '=', language);
  return (await query.select('video_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Fallback for a video's language where none is set. */
export async function findUploaderLanguage(db: DbOrTrx, videoId: number): Promise<string | null> {
  const row = await db
    .selectFrom('videos')
    .innerJoin('users', 'users.id', 'videos.uploader_id')
    .select('users.language')
    .where('videos.id', '=', videoId)
    .executeTakeFirst();
  return row?.language ?? null;
}
