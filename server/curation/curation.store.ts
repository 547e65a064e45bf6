import { sql } from 'kysely';
import type { CuratedVideoAnswer } from '#contract/curation/curation.ts';
import type { Category } from '#contract/videos/videos.ts';
import { RECENT_IMPORT_HOURS } from '#contract/curation/curation.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { SignedUrls } from '#server/app/http/files/signed-urls.ts';
import { withVideoColumns } from '#server/videos/videos.rows.ts';
import { CURATED_COLUMNS, toCurated } from './curation.rows.ts';
import { timeOf } from '#server/app/database/expressions.ts';

export const CURATED_PAGE = 60;
const RECENT_PAGE = 200;
const MAX_FLAGGED = 500;

/** A database, and the addresses of files that are not public yet. */
export interface CurationDeps {
  db: Db;
  signedUrls: SignedUrls;
}

export const curated = (db: DbOrTrx) => withVideoColumns(db.selectFrom('videos')).select(CURATED_COLUMNS);

type Time = 'videos.created_at' | 'videos.approved_at' | 'videos.archived_at';

/** A page of these videos, the latest first by this time. */
export async function listLatest(
  query: ReturnType<typeof curated>,
  by: Time,
  {
    signedUrls,
    cursor,
    size = CURATED_PAGE,
  }: { signedUrls: SignedUrls; cursor: string | undefined; size?: number },
): Promise<Page<CuratedVideoAnswer>> {
  const [at, id] = cursor ? readCursor(cursor, 'tn') : [];
  const rows = await query
    .$if(cursor !== undefined, (all) =>
      all.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(by, 'videos.id'), '<', tuple(timeOf(at ?? ''), id ?? 0)),
      ),
    )
    .select(({ cast }) => cast<string>(by, 'text').as('sort_key'))
    .orderBy(by, 'desc')
    .orderBy('videos.id', 'desc')
    .limit(size + 1)
    .execute();
  return pageOf(rows, size, (row) => [row.sort_key, row.id]).map((row) => toCurated(row, signedUrls));
}

export async function getCurated(
  db: DbOrTrx,
  signedUrls: SignedUrls,
  id: number,
): Promise<CuratedVideoAnswer | null> {
  const row = await curated(db).where('videos.id', '=', id).executeTakeFirst();
  return row ? toCurated(row, signedUrls) : null;
}

export async function listFlagged(
  { db, signedUrls }: CurationDeps,
  flag: Flag,
): Promise<CuratedVideoAnswer[]> {
  const query =
    flag === 'featured'
      ? curated(db)
          .where('is_featured', '=', true)
          .orderBy(sql`featured_position nulls last`)
          .orderBy('videos.id')
      : curated(db).where('is_trending', '=', true).orderBy('videos.id', 'desc');
  return (await query.limit(MAX_FLAGGED).execute()).map((row) => toCurated(row, signedUrls));
}

export async function listRecentImports(
  { db, signedUrls }: CurationDeps,
  now: number,
  cursor: string | undefined,
): Promise<Page<CuratedVideoAnswer>> {
  const query = curated(db)
    .where('origin', '=', 'IMPORT')
    .where('videos.created_at', '>=', new Date(now - RECENT_IMPORT_HOURS * 3_600_000));
  return listLatest(query, 'videos.created_at', { signedUrls, cursor, size: RECENT_PAGE });
}

/** Those of these that may be featured, in the order of their ids here. */
export async function listCandidatesByIds(
  { db, signedUrls }: CurationDeps,
  ids: number[],
): Promise<CuratedVideoAnswer[]> {
  if (!ids.length) return [];
  const rows = await curated(db)
    .where('status', '=', 'APPROVED')
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'PUBLIC')
    .where('videos.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toCurated(row, signedUrls)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What may be featured or marked as trending, newest approved first. */
export async function listCandidates(
  { db, signedUrls }: CurationDeps,
  { category, cursor }: { category?: Category | undefined; cursor?: string | undefined },
): Promise<Page<CuratedVideoAnswer>> {
  let query = curated(db)
    .where('status', '=', 'APPROVED')
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'PUBLIC');
  if (category) query = query.where('category', '=', category);
  return listLatest(query, 'videos.approved_at', { signedUrls, cursor });
}

export async function listImported(
  { db, signedUrls }: CurationDeps,
  category: Category,
  cursor: string | undefined,
): Promise<Page<CuratedVideoAnswer>> {
  let query = curated(db)
    .where('origin', '=', 'IMPORT')
    .where('archived_at', 'is', null)
    .where('category', '=', category);
  if (cursor) query = query.where('videos.id', '<', readCursor(cursor, 'n')[0]);
  const rows = await query
    .orderBy('videos.id', 'desc')
    .limit(CURATED_PAGE + 1)
    .execute();
  return pageOf(rows, CURATED_PAGE, (row) => [row.id]).map((row) => toCurated(row, signedUrls));
}

/** The first page of each of these. */
export async function listImportedByCategory(
  admin: CurationDeps,
  categories: Category[],
): Promise<Record<string, CuratedVideoAnswer[]>> {
  const pages = await Promise.all(categories.map((category) => listImported(admin, category, undefined)));
  return Object.fromEntries(categories.map((category, at) => [category, pages[at]?.items ?? []]));
}

export type Flag = 'featured' | 'trending';

/** What a flag depends on; it stays so until the transaction ends. */
export async function lockFlags(trx: Trx, id: number) {
  const video = await trx
    .selectFrom('videos')
    .where('id', '=', id)
    .select(['status', 'archived_at', 'visibility', 'is_featured as featured', 'is_trending as trending'])
    .forUpdate()
    .executeTakeFirst();
  return video ?? null;
}

/** What is featured again comes last. */
export async function setFlag(trx: Trx, id: number, flag: Flag, on: boolean): Promise<void> {
  const last = trx
    .selectFrom('videos')
    .where('is_featured', '=', true)
    .select(({ eb, fn, lit }) => eb(fn.coalesce(fn.max('featured_position'), lit(0)), '+', 1).as('place'));
  const change =
    flag === 'trending' ? { is_trending: on } : { is_featured: on, featured_position: on ? last : null };
  await trx.updateTable('videos').set(change).where('id', '=', id).execute();
}

/** Puts the featured videos in this order; those left out follow in the order they had. */
export async function orderFeatured(trx: Trx, ids: number[]): Promise<void> {
  await sql`
    with places as (
      select v.id, row_number() over (order by given.place nulls last, v.featured_position nulls last, v.id) as place
      from videos v left join unnest(${ids}::bigint[]) with ordinality as given(id, place) on given.id = v.id
      where v.is_featured
    )
    update videos set featured_position = places.place from places
    where videos.id = places.id and videos.featured_position is distinct from places.place`.execute(trx);
}
