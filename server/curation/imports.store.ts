import { sql } from 'kysely';
import type { CuratedVideoAnswer } from '#contract/curation/curation.ts';
import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/submissions/submissions.ts';
import { lineFromOutside, textFromOutside } from '#contract/text/text.ts';
import type { Category } from '#contract/videos/videos.ts';
import type { ExternalVideo } from '#server/adapters/video-import/video-import.ts';
import type { Db, Trx } from '#server/app/database/database.ts';
import { getCurated, type CurationDeps } from './curation.store.ts';
import { NOW } from '#server/app/database/expressions.ts';

/** Characters of a channel's name. */
const MAX_CREATOR = 100;
const PLATFORM_NAMES = { YOUTUBE: 'YouTube', TWITCH: 'Twitch' };

/**
 * Those of the given ids that exist here, including archived and rejected ones: a rejected video must not come back.
 */
export async function listKnown(
  db: Db,
  platform: ExternalVideo['platform'],
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('videos')
    .where('source', '=', platform)
    .where('source_id', 'in', ids)
    .select('source_id')
    .execute();
  return new Set(rows.flatMap(({ source_id: id }) => id ?? []));
}

/** Stores what isn't there yet; gives the rows that were added. */
export async function insertImported(trx: Trx, category: Category, found: ExternalVideo[]) {
  return trx
    .insertInto('videos')
    .values(found.map((video) => toRow(category, video)))
    .onConflict((conflict) =>
      conflict.columns(['source', 'source_id']).where('source_id', 'is not', null).doNothing(),
    )
    .returning(['id', 'source', 'source_id as sourceId', 'external_thumbnail as picture'])
    .execute();
}

function toRow(category: Category, video: ExternalVideo) {
  return {
    origin: 'IMPORT' as const,
    source: video.platform,
    source_id: video.id,
    title: lineFromOutside(video.title, MAX_TITLE) ?? `${PLATFORM_NAMES[video.platform]} video ${video.id}`,
    description: textFromOutside(video.description, MAX_DESCRIPTION),
    category,
    processing: 'READY' as const,
    processing_percent: 100,
    external_url: video.url,
    external_creator: lineFromOutside(video.creator, MAX_CREATOR),
    external_thumbnail: video.thumbnail,
    external_views: video.views,
    external_likes: video.likes,
    external_refreshed_at: NOW,
    duration_ms: Math.round(video.durationSec * 1000),
  };
}

export async function findBySource(
  { db, signedUrls }: CurationDeps,
  platform: ExternalVideo['platform'],
  sourceId: string,
): Promise<CuratedVideoAnswer | null> {
  const row = await db
    .selectFrom('videos')
    .where('source', '=', platform)
    .where('source_id', '=', sourceId)
    .select('id')
    .executeTakeFirst();
  return row ? getCurated(db, signedUrls, row.id) : null;
}

/** YouTube imports with the oldest counters, not refreshed since `before`. */
export async function listStale(
  db: Db,
  before: Date,
  max: number,
): Promise<{ id: number; sourceId: string }[]> {
  const rows = await db
    .selectFrom('videos')
    .where('origin', '=', 'IMPORT')
    .where('source', '=', 'YOUTUBE')
    .where('archived_at', 'is', null)
    .where('source_id', 'is not', null)
    .where((where) =>
      where.or([where('external_refreshed_at', 'is', null), where('external_refreshed_at', '<', before)]),
    )
    .orderBy(sql`external_refreshed_at nulls first`)
    .orderBy('id')
    .limit(max)
    .select(['id', 'source_id'])
    .execute();
  return rows.flatMap(({ id, source_id: sourceId }) => (sourceId === null ? [] : [{ id, sourceId }]));
}

/** Writes new counters in one statement; those the platform doesn't report stay unchanged. */
export async function setCounters(
  trx: Trx,
  counters: { id: number; views: number | null; likes: number | null }[],
): Promise<void> {
  const [ids, views, likes] = (['id', 'views', 'likes'] as const).map((column) =>
    counters.map((counter) => counter[column]),
  );
  await sql`
    update videos set external_views = coalesce(f.views, external_views), external_likes = coalesce(f.likes, external_likes),
      external_refreshed_at = now()
    from unnest(${ids}::bigint[], ${views}::bigint[], ${likes}::bigint[]) as f(id, views, likes)
    where videos.id = f.id`.execute(trx);
}
