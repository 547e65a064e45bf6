import { sql } from 'kysely';
import type { CuratedVideo } from '#contract/curation.ts';
import { audit } from '#server/app/database/audit.ts';
import { readCursor, writeCursor } from '#server/app/http/cursor.ts';
import { transact, type Db, type DbOrTrx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Jobs } from '#server/app/jobs/jobs.ts';
import type { User } from '#server/app/http/sessions.ts';
import { curated, CURATED_PAGE, getCurated, toPage, type CuratedPage, type Desk } from './curation.store.ts';
import type { CuratedRow } from './curation.rows.ts';
import { removeFiles } from './removals.jobs.ts';

const ORIGINS = { user: 'UPLOAD', external: 'IMPORT' } as const;
export type ArchiveGroup = keyof typeof ORIGINS;

/** One page of a group of the archive, latest archived first. */
export async function listArchived(
  { db, signedUrls }: Desk,
  group: ArchiveGroup,
  cursor: string | undefined,
): Promise<CuratedPage> {
  let query = curated(db).where('origin', '=', ORIGINS[group]).where('archived_at', 'is not', null);
  if (cursor) {
    const [at, id] = readCursor(cursor, 'sn');
    query = query.where(sql<boolean>`(archived_at, videos.id) < (${at}::timestamptz, ${id}::bigint)`);
  }
  const rows = await query
    .select(sql<string>`archived_at::text`.as('sort_key'))
    .orderBy('archived_at', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(CURATED_PAGE + 1)
    .execute();
  return toPage(rows as (CuratedRow & { sort_key: string })[], signedUrls, (row) =>
    writeCursor(row.sort_key, row.id),
  );
}

/** What is in the archive is neither featured nor trending. */
const archivedFor = (reason: string | null) => ({
  archived_at: sql<Date>`now()`,
  archive_reason: reason,
  is_featured: false,
  featured_position: null,
  is_trending: false,
});

/** Takes a video away from everybody but admins. Null: no such video. */
export async function archiveVideo(
  { db, signedUrls }: Desk,
  admin: User | null,
  id: number,
  reason: string | null,
): Promise<CuratedVideo | null> {
  return transact(db, async (trx) => {
    const archived = await trx
      .updateTable('videos')
      .set(archivedFor(reason))
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const video = await getCurated(trx, signedUrls, id);
    if (!video) return null;
    if (!archived) throw fail(409, 'ARCHIVED_ALREADY', 'This video is in the archive already.');
    await audit(trx, admin, {
      action: 'video.archive',
      subjectType: 'video',
      subjectId: id,
      after: { reason },
    });
    return video;
  });
}

/** Takes all videos of a person away, in the transaction that deletes their account. */
export async function archiveVideosOf(trx: DbOrTrx, userId: number, reason: string): Promise<void> {
  await trx
    .updateTable('videos')
    .set(archivedFor(reason))
    .where('uploader_id', '=', userId)
    .where('archived_at', 'is', null)
    .execute();
}

export async function restoreVideo(
  { db, signedUrls }: Desk,
  admin: User,
  id: number,
): Promise<CuratedVideo | null> {
  return transact(db, async (trx) => {
    const restored = await trx
      .updateTable('videos')
      .set({ archived_at: null, archive_reason: null })
      .where('id', '=', id)
      .where('archived_at', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    const video = await getCurated(trx, signedUrls, id);
    if (!video) return null;
    if (!restored) throw fail(409, 'NOT_ARCHIVED', 'This video is not in the archive.');
    await audit(trx, admin, { action: 'video.restore', subjectType: 'video', subjectId: id });
    return video;
  });
}

/**
 * Deletes a video for good. Its row goes at once, and with it, in the same transaction, comes a note of the files that
 * storage has to let go of: a job works it off, however often storage fails. Null: no such video.
 */
export async function deleteVideo(
  { db, jobs }: { db: Db; jobs: Jobs },
  admin: User,
  id: number,
  { archivedOnly }: { archivedOnly: boolean },
): Promise<{ id: number; deleted: true } | null> {
  return transact(db, async (trx) => {
    const video = await trx
      .selectFrom('videos')
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!video) return null;
    if (archivedOnly && !video.archived_at) {
      throw fail(409, 'NOT_ARCHIVED', 'Only archived videos can be deleted for good.');
    }
    const keys = [
      video.original_key,
      video.mp4_key,
      video.poster_key,
      video.storyboard_key,
      video.original_thumbnail_key,
    ];
    const removal = await trx
      .insertInto('file_removals')
      .values({ keys: keys.filter((key) => key !== null), prefixes: [`videos/${id}`] })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('videos').where('id', '=', id).execute();
    await audit(trx, admin, {
      action: 'video.delete',
      subjectType: 'video',
      subjectId: id,
      before: { title: video.title, origin: video.origin, sourceId: video.source_id },
    });
    await jobs.send(removeFiles, { removal: removal.id }, { trx });
    return { id, deleted: true as const };
  });
}
