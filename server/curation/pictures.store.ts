import type { Db } from '#server/app/database/database.ts';

/** Where the picture of an import lies that has none here yet; null: there is nothing to fetch. */
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

/** Whether the picture was taken: the video may be gone, or have another one by now. */
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
