import type { Db } from '#server/app/database/database.ts';

/** The URL of an import's picture that isn't stored here yet; null: nothing to fetch. */
export async function findPictureless(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where('origin', '=', 'IMPORT')
    .where('poster_key', 'is', null)
    .select('external_thumbnail')
    .executeTakeFirst();
  return row?.external_thumbnail ?? null;
}

/** Whether the picture was saved: the video may have been deleted, or have another one by now. */
export async function savePicture(
  db: Db,
  id: number,
  picture: { rev: string; key: string; placeholder: string },
): Promise<boolean> {
  const row = await db
    .updateTable('videos')
    .set({ media_rev: picture.rev, poster_key: picture.key, placeholder: picture.placeholder })
    .where('id', '=', id)
    .where('poster_key', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
