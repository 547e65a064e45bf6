import type { Db } from '#server/app/database/database.ts';

/** The storage key of a video's poster, without an access check; null: it has none. */
export async function findPicture(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('videos').where('id', '=', id).select('poster_key').executeTakeFirst();
  return row?.poster_key ?? null;
}
