import { givenReason } from '#contract/submissions/reject-reasons.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { Edit } from '#contract/submissions/edit.ts';
import type { ReviewStatus } from '#contract/submissions/review-states.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { ReceivedFile } from './submissions.store.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/*
 * Another file for a video is a row of `videos` that `replaces` it, until it takes the place of the video's own. PENDING: an
 * admin has to see it first; APPROVED: it takes the place as soon as it is encoded; REJECTED: it stays for its reason alone.
 */

interface Files {
  keys: string[];
  prefixes: string[];
}

const filesOf = (videoId: number, row: { media_rev: string | null; original_key: string | null }): Files => ({
  keys: row.original_key === null ? [] : [row.original_key],
  prefixes: row.media_rev === null ? [] : [`videos/${videoId}/${row.media_rev}`],
});

/** The caller's video that can be given another file, locked until the transaction ends. Null: no such video. */
export async function lockReplaceable(trx: Trx, id: number, uploaderId: number) {
  const row = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .where('uploader_id', '=', uploaderId)
    .where('origin', '=', 'UPLOAD')
    .where('archived_at', 'is', null)
    .select(['status', 'visibility', 'title', 'category', 'original_thumbnail_key'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** What an upload for this video is called until it is read. */
export async function findReplaceable(db: DbOrTrx, id: number, uploaderId: number) {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where('uploader_id', '=', uploaderId)
    .where('origin', '=', 'UPLOAD')
    .select(['title', 'category', 'archived_at as archivedAt'])
    .executeTakeFirst();
  return row ?? null;
}

/** Adds a replacement file, in place of a pending one; returns the files of the latter. */
export async function insertReplacement(
  trx: Trx,
  { id, uploaderId, status, edit }: Replacement,
  file: Omit<ReceivedFile, 'thumbnailKey'>,
  now: Date,
): Promise<Files> {
  const former = await deleteReplacement(trx, id);
  await sql`
    insert into videos (origin, replaces, visibility, uploader_id, title, category, status, approved_at, created_at, submitted_at,
      original_key, original_size, original_sha256, original_thumbnail_key, focus_x, focus_y, media_rev, edit)
    select 'REPLACEMENT', id, 'PRIVATE', ${uploaderId}, title, category, ${status}, ${status === 'APPROVED' ? now : null}::timestamptz,
      ${now}, ${now}, ${file.key}, ${file.size}, ${file.sha256}, original_thumbnail_key, focus_x, focus_y, ${file.rev},
      ${edit && JSON.stringify(edit)}::jsonb
    from videos where id = ${id}`.execute(trx);
  return withoutNamed(trx, former);
}

export interface Replacement {
  id: number;
  uploaderId: number | null;
  status: ReviewStatus;
  edit: Edit | null;
}

/** Deletes a video's pending replacement; returns the files that were its alone. */
export const dropReplacement = async (trx: Trx, id: number): Promise<Files> =>
  withoutNamed(trx, await deleteReplacement(trx, id));

/** Edits of a video share its original. */
async function withoutNamed(trx: Trx, { keys, prefixes }: Files): Promise<Files> {
  if (keys.length === 0) return { keys, prefixes };
  const rows = await trx
    .selectFrom('videos')
    .where('original_key', 'in', keys)
    .select('original_key')
    .execute();
  return { keys: keys.filter((key) => !rows.some((row) => row.original_key === key)), prefixes };
}

async function deleteReplacement(trx: Trx, id: number): Promise<Files> {
  const row = await trx
    .deleteFrom('videos')
    .where('replaces', '=', id)
    .returning(['media_rev', 'original_key'])
    .executeTakeFirst();
  return row ? filesOf(id, row) : { keys: [], prefixes: [] };
}

/** An admin's decision on a pending replacement. False: none is pending. */
export async function decideReplacement(
  trx: Trx,
  id: number,
  decision: { to: 'APPROVED' | 'REJECTED'; by: number; at: Date; reason: string | null },
): Promise<boolean> {
  const { to, by, at, reason } = decision;
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set({
      status: to,
      approved_at: to === 'APPROVED' ? at : null,
      reviewed_at: at,
      reviewed_by: by,
      reject_reason: to === 'REJECTED' && reason !== null ? givenReason(reason).json : null,
    })
    .where('replaces', '=', id)
    .where('status', '=', 'PENDING')
    .where('processing', '<>', 'FAILED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const FormerFiles = z.object({
  media_rev: z.string().nullable(),
  original_key: z.string().nullable(),
  former_edit: Edit.nullable(),
  edit: Edit.nullable(),
  is_edited: z.boolean(),
});

/** What happened to a video's file: `isEdited`, it is of the same original. */
export interface Taken {
  files: Files;
  formerEdit: Edit | null;
  edit: Edit | null;
  isEdited: boolean;
}

/**
 * Applies an approved and encoded replacement. A rejected video goes back to review with it, as does one that gets an
 * unreviewed file because it was visible to no one else at the time. Null: no replacement; else the files of the former
 * one.
 */
export async function takeReplacement(trx: Trx, id: number): Promise<Taken | null> {
  const [former] = await sqlRows(FormerFiles)`
    with film as (
      delete from videos where replaces = ${id} and status = 'APPROVED' and processing = 'READY' returning *
    ), former as (
      select id, media_rev, original_key, edit from videos where id = ${id}
    ), taken as (
      update videos v set media_rev = f.media_rev, original_key = f.original_key, original_size = f.original_size,
        original_sha256 = f.original_sha256, mp4_key = f.mp4_key, mp4_lines = f.mp4_lines, hls_key = f.hls_key, poster_key = f.poster_key,
        storyboard_key = f.storyboard_key, placeholder = f.placeholder, duration_ms = f.duration_ms, width = f.width, height = f.height, edit = f.edit,
        original_ms = f.original_ms, original_width = f.original_width, original_height = f.original_height,
        labels = coalesce(v.labels, f.labels), candidates = f.candidates, checked_at = f.checked_at, processing = 'READY', processing_percent = 100,
        former_revs = case when v.is_live then array_append(v.former_revs, v.media_rev) else v.former_revs end,
        failure_reason = null, reject_reason = null, reject_at_ms = null, published_url = null, published_keys = null,
        submitted_at = case when v.status = 'APPROVED' and f.reviewed_at is not null then v.submitted_at else f.submitted_at end,
        status = case when v.status = 'APPROVED' and f.reviewed_at is not null then 'APPROVED' else 'PENDING' end,
        approved_at = case when v.status = 'APPROVED' and f.reviewed_at is not null then v.approved_at end,
        is_featured = v.is_featured and f.reviewed_at is not null, is_trending = v.is_trending and f.reviewed_at is not null,
        featured_position = case when f.reviewed_at is not null then v.featured_position end
      from film f where v.id = ${id} returning v.id
    )
    select former.media_rev, former.original_key, former.edit as former_edit, film.edit,
      former.original_key is not distinct from film.original_key as is_edited
    from former join taken using (id) cross join film`.execute(trx);
  if (!former) return null;
  const { former_edit: formerEdit, edit, is_edited: isEdited } = former;
  return { files: await withoutNamed(trx, filesOf(id, former)), formerEdit, edit, isEdited };
}

/** Before the folders `videos/<id>/<rev>` of former files are removed: no player uses them by now. */
export async function forgetFormer(db: DbOrTrx, folders: string[]): Promise<void> {
  await sql`
    update videos set former_revs = array_remove(former_revs, split_part(folder, '/', 3))
    from unnest(${folders}::text[]) as folder
    where videos.id = split_part(folder, '/', 2)::bigint`.execute(db);
}
