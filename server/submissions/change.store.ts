import { sql } from 'kysely';
import type { SubmissionChange } from '#contract/studio/studio.ts';
import type { Trx } from '#server/app/database/database.ts';
import { NOT_SHOWN_OFF } from '#server/videos/review.store.ts';
import { placeColumns, toPublishAt } from './submissions.store.ts';

const NOWHERE = {
  name: null,
  address: null,
  city: null,
  state: null,
  country: null,
  latitude: null,
  longitude: null,
  accuracy: null,
};

/** What an upload says, for the audit log; it stays so until the transaction ends. Null: there is no such upload. */
export async function lockSubmission(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .where('origin', '=', 'UPLOAD')
    .select([
      'uploader_id as uploaderId',
      'archived_at as archivedAt',
      'is_live as isLive',
      'title',
      'category',
      'description',
      'visibility',
      'publish_at as publishAt',
    ])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Changes what is given. What was private until now goes to the end of the review queue. */
export async function changeSubmission(
  trx: Trx,
  id: number,
  { title, category, description, location, visibility, publishAt }: SubmissionChange,
  now: Date,
): Promise<void> {
  const changes = {
    ...(title !== undefined && { title }),
    ...(category !== undefined && { category }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && placeColumns(location ?? NOWHERE)),
    ...(publishAt !== undefined && { publish_at: toPublishAt(publishAt, now) }),
    ...(visibility !== undefined && { visibility }),
    ...(visibility !== undefined && visibility !== 'PUBLIC' && NOT_SHOWN_OFF),
    ...(visibility !== undefined &&
      visibility !== 'PRIVATE' && {
        submitted_at: sql<Date>`case when visibility = 'PRIVATE' and status = 'PENDING' then ${now} else submitted_at end`,
      }),
  };
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('videos').set(changes).where('id', '=', id).execute();
}

/** Lets out what was to come out by `now`; gives the ids. What isn't approved yet then comes out with its approval. */
export async function letOut(trx: Trx, now: Date): Promise<number[]> {
  const rows = await trx
    .updateTable('videos')
    .set({
      publish_at: null,
      // lists show the newest first, and this one is new now
      approved_at: sql<Date | null>`greatest(approved_at, case when status = 'APPROVED' then publish_at end)`,
    })
    .where('publish_at', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
