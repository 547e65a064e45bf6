import { sql } from 'kysely';
import type { SubmissionChange } from '#contract/submissions/studio.ts';
import type { PendingChange } from '#contract/submissions/pending-change.ts';
import type { Focus } from '#contract/videos/videos.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { NOT_SHOWN_OFF } from '#server/videos/review.store.ts';
import { COMMENTS_COLUMNS, FIELD_TAGS, namesOfLabels } from '#server/videos/videos.rows.ts';
import { geoColumns, toPublishAt } from './submissions.store.ts';

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

/** An upload's texts, for the audit log; locked until the transaction ends. Null: no such upload. */
export async function lockSubmission(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .where('origin', '=', 'UPLOAD')
    .select([
      'uploader_id as uploaderId',
      'archived_at as archivedAt',
      'is_live as isLive',
      'status',
      'title',
      'category',
      'description',
      'visibility',
      'publish_at as publishAt',
      'labels',
      'admin_labels',
      'support_link as supportLink',
      FIELD_TAGS.as('tags'),
      sql<boolean>`coalesce(edited_at > greatest(approved_at, reviewed_at), false)`.as('isEdited'),
    ])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Counts a change by `PATCH`. False: `version` is no longer the latest. */
export async function countChange(trx: Trx, id: number, version: number | undefined): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Updates the given fields. A video that was private goes to the end of the review queue. */
export async function changeSubmission(
  trx: Trx,
  id: number,
  change: SubmissionChange,
  now: Date,
): Promise<void> {
  const { title, category, description, location, visibility, publishAt, comments, labels } = change;
  const { downloadable, supportLink } = change;
  const changes = {
    ...(title !== undefined && { title }),
    ...(category !== undefined && { category }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && geoColumns(location ?? NOWHERE)),
    ...(publishAt !== undefined && { publish_at: toPublishAt(publishAt, now) }),
    ...(comments !== undefined && COMMENTS_COLUMNS[comments]),
    ...(labels !== undefined && { labels: namesOfLabels(labels) }),
    ...(downloadable !== undefined && { downloadable }),
    ...(supportLink !== undefined && { support_link: supportLink }),
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

/** Stores a creator's edit as pending review, merged with earlier pending edits. */
export async function savePendingChange(trx: Trx, id: number, change: PendingChange): Promise<void> {
  await sql`update videos set pending_change = coalesce(pending_change, '{}') || ${JSON.stringify(change)}::jsonb where id = ${id}`.execute(
    trx,
  );
}

/** A category that goes takes what waits into the one that its videos move to. */
export async function movePendingChanges(trx: Trx, from: string, to: string): Promise<void> {
  await sql`update videos set pending_change = jsonb_set(pending_change, '{category}', to_jsonb(${to}::text))
    where pending_change->>'category' = ${from}`.execute(trx);
}

/** Drops a video's pending edit. Null: there was none. */
export async function takePendingChange(trx: Trx, id: number): Promise<SubmissionChange | null> {
  const { rows } = await sql<{ change: SubmissionChange }>`
    with before as (select id, pending_change from videos where id = ${id} and pending_change is not null)
    update videos set pending_change = null from before where videos.id = before.id
    returning before.pending_change as change`.execute(trx);
  return rows[0]?.change ?? null;
}

/** An admin reviewed an edit of an approved video. */
export async function markReviewed(
  trx: Trx,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  await trx.updateTable('videos').set({ reviewed_at: at, reviewed_by: by }).where('id', '=', id).execute();
}

/** Its creator changed what an admin has seen. */
export async function markEdited(trx: Trx, id: number, now: Date): Promise<void> {
  await trx.updateTable('videos').set({ edited_at: now }).where('id', '=', id).execute();
}

/** Puts an upload into the archive for its creator. False: it is there. */
export async function archiveOwn(trx: Trx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set({ archived_at: now, archive_reason: null, archived_by_creator: true, ...NOT_SHOWN_OFF })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes an upload out of the archive again. False: it isn't there, or others put it there. */
export async function unarchiveOwn(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set({ archived_at: null, archived_by_creator: false })
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .where('archived_by_creator', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Publishes the videos scheduled by `now`; returns their ids. Those not approved yet are published on approval. */
export async function publishDueChanges(trx: Trx, now: Date): Promise<number[]> {
  const rows = await trx
    .updateTable('videos')
    .set({
      publish_at: null,
      // lists show the newest first, and this one is new now
      approved_at: sql`greatest(approved_at, case when status = 'APPROVED' then publish_at end)`,
    })
    .where('publish_at', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** An upload's files and status. `lock` locks it until the transaction ends. */
export async function findPictures(db: DbOrTrx, id: number, { lock = false } = {}) {
  return (
    (await db
      .selectFrom('videos')
      .where('id', '=', id)
      .where('origin', '=', 'UPLOAD')
      .select([
        'uploader_id',
        'original_thumbnail_key',
        'pending_thumbnail_key',
        'storyboard_key',
        'candidates',
        'duration_ms',
        'edit',
        'status',
        'visibility',
        'archived_at',
      ])
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst()) ?? null
  );
}
export type Pictures = NonNullable<Awaited<ReturnType<typeof findPictures>>>;

/** Another thumbnail or focal point, for a video and for its pending replacement. Returns the folders that don't have it yet. */
export async function setThumbnail(
  trx: Trx,
  id: number,
  { key, focus }: { key?: string; focus?: Focus },
): Promise<string[]> {
  const rows = await trx
    .updateTable('videos')
    .set({
      ...(key !== undefined && { original_thumbnail_key: key }),
      ...(focus && { focus_x: focus.x, focus_y: focus.y }),
    })
    .where((where) => where.or([where('id', '=', id), where('replaces', '=', id)]))
    .returning(['media_rev', 'processing'])
    .execute();
  return rows.flatMap(({ media_rev: rev, processing }) => (rev && processing === 'READY' ? [rev] : []));
}

/** What waits for an admin to see it; null: nothing does. */
export async function savePendingThumbnail(trx: Trx, id: number, key: string | null): Promise<void> {
  await trx.updateTable('videos').set({ pending_thumbnail_key: key }).where('id', '=', id).execute();
}
