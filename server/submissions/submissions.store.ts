import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { REVIEW_MOVES, type ReviewStatus } from '#contract/submissions/review-states.ts';
import {
  type Submission,
  MAX_SUBMISSIONS_PAGE,
  SUBMISSIONS_PAGE,
  type SubmissionAnswer,
  type UploadFields,
} from '#contract/submissions/submissions.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { NOT_SHOWN_OFF } from '#server/videos/review.store.ts';
import { COMMENTS_COLUMNS, namesOfLabels } from '#server/videos/videos.rows.ts';
import { withAdminLabels } from './labels/labels.rules.ts';
import { readHistories, selectSubmissions, toSubmissionStatus, toSubmission } from './submissions.rows.ts';
import { isAdmin, isCreator, roleInForce } from '#server/app/http/callers/roles.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';

export interface SubmissionFilter {
  status?: ReviewStatus | undefined;
  located?: 'true' | undefined;
  scheduled?: 'true' | undefined;
  cursor?: string | undefined;
}

/** Which uploads a list holds from the cursor on: those that are not archived. */
function inList({ status, located, scheduled, cursor }: SubmissionFilter) {
  const [createdAt, id] = cursor ? readCursor(cursor, 'mn') : [];
  const eb = expressionBuilder<Database, 'videos'>();
  const conditions: Expression<SqlBool>[] = [eb('videos.archived_at', 'is', null)];
  if (status === 'PENDING')
    conditions.push(
      // private videos are not reviewed
      eb('videos.visibility', '<>', 'PRIVATE'),
      eb.or([
        eb('videos.status', '=', status),
        eb('videos.pending_change', 'is not', null),
        eb('videos.pending_thumbnail_key', 'is not', null),
        eb.exists(
          eb
            .selectFrom('videos as file')
            .whereRef('file.replaces', '=', 'videos.id')
            .where('file.status', '=', status)
            .select('file.id'),
        ),
      ]),
    );
  else if (status) conditions.push(eb('videos.status', '=', status));
  if (scheduled) conditions.push(eb('videos.publish_at', 'is not', null));
  if (located) conditions.push(eb('videos.latitude', 'is not', null), eb('videos.longitude', 'is not', null));
  if (createdAt !== undefined)
    conditions.push(
      sql<boolean>`(videos.created_at, videos.id) < (to_timestamp(${createdAt}::double precision / 1e6), ${id}::bigint)`,
    );
  return eb.and(conditions);
}

/** The texts that the search in the list of newest uploads matches. */
export async function listSubmissionTexts(
  db: Db,
  filter: SubmissionFilter,
  most: number,
): Promise<{ id: number; text: string }[]> {
  return await db
    .selectFrom('videos')
    .leftJoin('users', 'users.id', 'videos.uploader_id')
    .where('videos.origin', '=', 'UPLOAD')
    .where(inList(filter))
    .select([
      'videos.id',
      sql<string>`concat_ws(' ', videos.title, users.username, users.display_name, videos.category, videos.location_name, videos.location_city)`.as(
        'text',
      ),
    ])
    .orderBy('videos.created_at', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(most)
    .execute();
}

/** Uploads that are not archived, newest first, for admins; `ids`: only those. */
export async function listSubmissions(
  db: Db,
  signedUrls: SignedUrls,
  {
    ids,
    limit = SUBMISSIONS_PAGE,
    ...filter
  }: SubmissionFilter & { ids?: number[]; limit?: number | undefined },
): Promise<Page<SubmissionAnswer>> {
  const size = Math.min(limit, MAX_SUBMISSIONS_PAGE);
  let query = selectSubmissions(db)
    .where(inList(filter))
    .orderBy('videos.created_at', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(size + 1);
  if (ids) query = query.where('videos.id', 'in', ids);
  const rows = await query
    .select(sql<number>`(extract(epoch from videos.created_at) * 1e6)::bigint`.as('created_us'))
    .execute();
  const page = pageOf(rows, size, (row) => [Number(row.created_us), row.id]);
  const histories = await readHistories(db, [
    ...new Set(page.items.flatMap(({ uploader_id: id }) => (id === null ? [] : [id]))),
  ]);
  return page.map((row) => toSubmission(row, signedUrls, histories.get(row.uploader_id ?? 0) ?? null));
}

/** An upload that `viewer` may see: an own one, any for admins. */
export async function getSubmission(
  db: Db,
  signedUrls: SignedUrls,
  id: number,
  viewer: User,
): Promise<SubmissionAnswer | null> {
  const row = await selectSubmissions(db).where('videos.id', '=', id).executeTakeFirst();
  if (!row || !(isAdmin(viewer) || row.uploader_id === viewer.id)) return null;
  const history =
    isAdmin(viewer) && row.uploader_id !== null
      ? ((await readHistories(db, [row.uploader_id])).get(row.uploader_id) ?? null)
      : null;
  return toSubmission(row, signedUrls, history);
}

export async function getSubmissionStatus(db: Db, id: number) {
  const row = await selectSubmissions(db).where('videos.id', '=', id).executeTakeFirst();
  return row ? toSubmissionStatus(row) : null;
}

export interface ReceivedFile {
  key: string;
  size: number;
  sha256: string;
  thumbnailKey: string | null;
  rev: string;
}

/** Whether this person may (still) submit videos; no one can suspend or demote them until the transaction ends. */
export async function lockCreator(trx: Trx, userId: number): Promise<boolean> {
  const creator = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select(roleInForce.as('role'))
    .forShare()
    .executeTakeFirst();
  return isCreator(creator);
}

/** Those of an upload, and what an export carries beside them. */
export type SubmissionFields = UploadFields &
  Partial<Pick<Submission, 'downloadable' | 'supportLink'>> & { focus?: Focus | null };

/** A new item, waiting for its check. */
export async function insertSubmission(
  trx: DbOrTrx,
  uploaderId: number,
  fields: SubmissionFields,
  file: ReceivedFile,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('videos')
    .values({
      origin: 'UPLOAD',
      uploader_id: uploaderId,
      title: fields.title,
      category: fields.category,
      description: fields.description,
      ...locationColumns(fields.location),
      ...fileColumns(file, fields.edit),
      visibility: fields.visibility ?? 'PUBLIC',
      publish_at: toPublishAt(fields.publishAt, now),
      ...(fields.comments && COMMENTS_COLUMNS[fields.comments]),
      ...(fields.labels && { labels: namesOfLabels(fields.labels) }),
      ...(fields.focus && { focus_x: fields.focus.x, focus_y: fields.focus.y }),
      downloadable: fields.downloadable,
      support_link: fields.supportLink,
      created_at: now,
      submitted_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Another file for an own item that was rejected or failed; it goes back to review. Null: not such an item. */
export async function replaceFile(
  trx: DbOrTrx,
  id: number,
  uploaderId: number,
  fields: UploadFields,
  file: ReceivedFile,
  now: Date,
) {
  const before = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .where('uploader_id', '=', uploaderId)
    .where('origin', '=', 'UPLOAD')
    .where('archived_at', 'is', null)
    .where((where) =>
      where.or([where('status', '=', REVIEW_MOVES.resubmit.from), where('processing', '=', 'FAILED')]),
    )
    .select(['media_rev', 'original_key', 'original_thumbnail_key', 'labels', 'admin_labels', 'edit'])
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  await trx
    .updateTable('videos')
    .set({
      title: fields.title,
      category: fields.category,
      description: fields.description,
      ...(fields.location ? locationColumns(fields.location) : {}),
      ...fileColumns(file, fields.edit),
      ...(fields.visibility ? { visibility: fields.visibility } : {}),
      ...(fields.publishAt ? { publish_at: toPublishAt(fields.publishAt, now) } : {}),
      ...(fields.comments && COMMENTS_COLUMNS[fields.comments]),
      ...(fields.labels && { labels: namesOfLabels(withAdminLabels(before, fields.labels)) }),
      submitted_at: now,
      status: REVIEW_MOVES.resubmit.to,
      approved_at: null,
      ...NOT_SHOWN_OFF,
      processing: 'QUEUED',
      processing_percent: 0,
      checked_at: null,
      failure_reason: null,
      reject_reason: null,
      reject_at_ms: null,
      mp4_key: null,
      mp4_lines: [],
      hls_key: null,
      poster_key: null,
      storyboard_key: null,
      candidates: 0,
      placeholder: null,
    })
    .where('id', '=', id)
    .execute();
  return before;
}

function fileColumns(file: ReceivedFile, edit: UploadFields['edit']) {
  return {
    original_key: file.key,
    original_size: file.size,
    original_sha256: file.sha256,
    original_thumbnail_key: file.thumbnailKey,
    media_rev: file.rev,
    edit: edit && JSON.stringify(edit),
  };
}

/** What is past means at once. */
export const toPublishAt = (at: string | null | undefined, now: Date): Date | null =>
  at && Date.parse(at) > now.getTime() ? new Date(at) : null;

const locationColumns = (location: UploadFields['location']) => (location ? geoColumns(location) : {});

export function geoColumns(location: NonNullable<UploadFields['location']>) {
  return {
    location_name: location.name,
    location_address: location.address,
    location_city: location.city,
    location_state: location.state,
    location_country: location.country,
    latitude: location.latitude,
    longitude: location.longitude,
    accuracy: location.accuracy,
  };
}

/** A submission's status, for the message of a rejected transition. */
export async function findStanding(db: DbOrTrx, id: number) {
  return (
    (await db
      .selectFrom('videos')
      .where('id', '=', id)
      .where('origin', '=', 'UPLOAD')
      .select(['status', 'archived_at', 'processing', 'uploader_id'])
      .executeTakeFirst()) ?? null
  );
}

/** Resubmits an own rejected video with changed texts, at the end of the queue. Null: not such a video. */
export async function resubmit(
  trx: DbOrTrx,
  id: number,
  uploaderId: number,
  fields: {
    title?: string | undefined;
    category?: string | undefined;
    description?: string | null | undefined;
  },
  now: Date,
): Promise<boolean> {
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const { numUpdatedRows } = await trx
    .updateTable('videos')
    .set({
      ...changes,
      status: REVIEW_MOVES.resubmit.to,
      submitted_at: now,
      reject_reason: null,
      reject_at_ms: null,
    })
    .where('id', '=', id)
    .where('origin', '=', 'UPLOAD')
    .where('uploader_id', '=', uploaderId)
    .where('status', '=', REVIEW_MOVES.resubmit.from)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an own submission; returns its files. Null: no such submission; 'archived': it can't be deleted. */
export async function deleteSubmission(trx: Trx, id: number, uploaderId: number) {
  const video = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .where('origin', '=', 'UPLOAD')
    .where('uploader_id', '=', uploaderId)
    .select([
      'title',
      'status',
      'archived_at',
      'archived_by_creator',
      'original_key',
      'original_thumbnail_key',
      'pending_thumbnail_key',
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!video) return null;
  if (video.archived_at && !video.archived_by_creator) return 'archived';
  await trx.deleteFrom('videos').where('id', '=', id).execute();
  const { original_key, original_thumbnail_key, pending_thumbnail_key } = video;
  const keys = [original_key, original_thumbnail_key, pending_thumbnail_key].filter((key) => key !== null);
  return { title: video.title, status: video.status, keys };
}
