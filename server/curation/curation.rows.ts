import { readMessageOrNull } from '#contract/text/message.ts';
import type { Selectable } from 'kysely';
import type { CuratedVideoAnswer } from '#contract/curation/curation.ts';
import type { Videos } from '#server/app/database/database.types.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { toVideo, urlsOf, type VideoRow } from '#server/videos/videos.rows.ts';

export const CURATED_COLUMNS = [
  'videos.status',
  'videos.processing',
  'videos.failure_reason',
  'videos.featured_position',
  'videos.archived_at',
  'videos.archive_reason',
  'videos.created_at',
] as const;

export type CuratedRow = VideoRow &
  Pick<
    Selectable<Videos>,
    | 'status'
    | 'processing'
    | 'failure_reason'
    | 'featured_position'
    | 'archived_at'
    | 'archive_reason'
    | 'created_at'
  >;

/** A row as its curators see it; files that are not public by signed addresses. */
export function toCurated(row: CuratedRow, signedUrls: SignedUrls): CuratedVideoAnswer {
  return {
    ...toVideo(row, urlsOf(row, signedUrls)),
    origin: row.origin,
    status: row.status,
    processing: row.processing,
    failureReason: readMessageOrNull(row.failure_reason),
    featuredPosition: row.featured_position,
    archivedAt: row.archived_at?.toISOString() ?? null,
    archiveReason: readMessageOrNull(row.archive_reason),
    importedAt: row.origin === 'IMPORT' ? row.created_at.toISOString() : null,
  };
}
