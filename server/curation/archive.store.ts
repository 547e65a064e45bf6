import type { StoredMessage } from '#contract/text/message.ts';
import { sql } from 'kysely';
import type { CuratedVideoAnswer } from '#contract/curation/curation.ts';
import type { Page } from '#server/app/http/page.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { canSee } from '#server/app/database/may-see.ts';
import { NOT_SHOWN_OFF } from '#server/videos/review.store.ts';
import type { SubjectRow } from '#server/moderation/subjects.store.ts';
import { curated, listLatest, type CurationDeps } from './curation.store.ts';
import { NOW } from '#server/app/database/expressions.ts';

const ORIGINS = { user: 'UPLOAD', external: 'IMPORT' } as const;
export type ArchiveGroup = keyof typeof ORIGINS;

/** One page of a group of the archive, latest archived first. */
export async function listArchived(
  { db, signedUrls }: CurationDeps,
  group: ArchiveGroup,
  cursor: string | undefined,
): Promise<Page<CuratedVideoAnswer>> {
  const query = curated(db).where('origin', '=', ORIGINS[group]).where('archived_at', 'is not', null);
  return listLatest(query, 'videos.archived_at', { signedUrls, cursor });
}

/** What is in the archive is neither featured nor trending. */
const archivedFor = (reason: StoredMessage | null) => ({
  archived_at: NOW,
  archive_reason: reason?.json ?? null,
  archived_by_creator: false,
  ...NOT_SHOWN_OFF,
});

/** False: there is no such video, or it is in the archive already. */
export async function setArchived(trx: Trx, id: number, reason: StoredMessage | null): Promise<boolean> {
  const archived = await trx
    .updateTable('videos')
    .set(archivedFor(reason))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return archived !== undefined;
}

/** Archives all videos of a person; gives their ids. */
export async function archiveVideosOf(
  trx: DbOrTrx,
  userId: number,
  reason: StoredMessage,
): Promise<number[]> {
  const rows = await trx
    .updateTable('videos')
    .set(archivedFor(reason))
    .where('uploader_id', '=', userId)
    .where('archived_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Archives what another platform removed. */
export async function archiveRemoved(trx: Trx, ids: number[], reason: StoredMessage): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ ...archivedFor(reason), external_refreshed_at: NOW })
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute();
}

/** False: there is no such video, or it is not in the archive. */
export async function unsetArchived(trx: Trx, id: number): Promise<boolean> {
  const restored = await trx
    .updateTable('videos')
    .set({ archived_at: null, archive_reason: null, archived_by_creator: false })
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return restored !== undefined;
}

/** What is to be known of a video before it is deleted; it stays so until the transaction ends. */
export async function lockVideo(trx: Trx, id: number) {
  const video = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .select([
      'title',
      'origin',
      'source_id',
      'archived_at',
      'original_key',
      'mp4_key',
      'poster_key',
      'storyboard_key',
      'original_thumbnail_key',
      'pending_thumbnail_key',
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!video) return null;
  const { title, origin, source_id, archived_at, ...keys } = video;
  return {
    title,
    origin,
    source_id,
    archived_at,
    keys: Object.values(keys).filter((key) => key !== null),
  };
}

export async function deleteVideoRow(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('videos').where('id', '=', id).execute();
}

/** Videos as moderation reads them. */
export const VIDEO_ROWS = sql<SubjectRow>`
  select v.id, v.title as excerpt, v.id as video_id, v.uploader_id as author_id, null::text as guest_name,
    false as held, v.is_live as is_public, v.visibility = 'MEMBERS' as is_for_members, v.is_live as is_reviewable,
    v.archived_at is not null as is_away, case when ${canSee(null, 'v')} then v.poster_key end as picture_key
  from videos v`;
