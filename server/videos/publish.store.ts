import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';

/** What of a video browsers may read past this server. */
export interface Publishable {
  /** Its folder in the store: `videos/<id>/<rev>`. */
  folder: string;
  /** The files that its row names. */
  keys: string[];
  publishedUrl: string | null;
}

/** Null: it is not public, or has no files of its own. */
export async function findPublishable(db: Db, id: number): Promise<Publishable | null> {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where('is_public', '=', true)
    .where('media_rev', 'is not', null)
    .select(['media_rev', 'mp4_key', 'hls_key', 'poster_key', 'storyboard_key', 'published_url'])
    .executeTakeFirst();
  if (!row) return null;
  const named = [row.mp4_key, row.hls_key, row.poster_key, row.storyboard_key];
  return {
    folder: `videos/${id}/${row.media_rev}`,
    keys: named.filter((key) => key !== null),
    publishedUrl: row.published_url,
  };
}

/** Records where copies are being made, unless another job did; they count once `markPublished` ran. */
export async function claimCopies(db: Db, id: number, former: string | null, url: string): Promise<void> {
  await db
    .updateTable('videos')
    .set({ published_url: url, published_keys: null })
    .where('id', '=', id)
    .where('is_public', '=', true)
    .where('published_url', 'is not distinct from', former)
    .execute();
}

/** False: the video was hidden in the meantime. */
export async function markPublished(db: Db, id: number, url: string, keys: string[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set({ published_keys: keys })
    .where('id', '=', id)
    .where('is_public', '=', true)
    .where('published_url', '=', url)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets the copies of a video that is not public; they are never named again. */
export async function forgetCopies(db: Db, id: number): Promise<void> {
  await db
    .updateTable('videos')
    .set({ published_url: null, published_keys: null })
    .where('id', '=', id)
    .where('is_public', '=', false)
    .execute();
}

/** Forgets all copies whose URLs lack this prefix or mark. */
export async function forgetForeignCopies(db: DbOrTrx, begin: string, mark: string): Promise<boolean> {
  const { rows } = await sql`
    update videos set published_url = null, published_keys = null
    where published_url is not null and not (starts_with(published_url, ${begin}) and strpos(published_url, ${mark}) > 0)
    returning id`.execute(db);
  return rows.length > 0;
}

/** Videos with ids above `after` whose copies have to be created or removed. */
export async function listOutOfSync(db: Db, after: number, limit = 200): Promise<number[]> {
  const next = db.selectFrom('videos').where('id', '>', after).select('id').orderBy('id').limit(limit);
  const unpublished = next
    .where('is_public', '=', true)
    .where('media_rev', 'is not', null)
    .where('published_keys', 'is', null);
  const hidden = next.where('is_public', '=', false).where('published_url', 'is not', null);
  const rows = await db
    .selectFrom(unpublished.as('unpublished'))
    .select('id')
    .unionAll(({ parens }) => parens(hidden))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these videos that are public. */
export async function listPublicOf(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('videos')
    .where('id', 'in', ids)
    .where('is_public', '=', true)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Hides or restores all videos of a member. Returns their ids. */
export async function setUploaderSuspended(trx: Trx, userId: number, suspended: boolean): Promise<number[]> {
  const rows = await trx
    .updateTable('videos')
    .set({ uploader_suspended: suspended })
    .where('uploader_id', '=', userId)
    .where('uploader_suspended', '!=', suspended)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
