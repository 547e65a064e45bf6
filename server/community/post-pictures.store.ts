import { sql } from 'kysely';
import type { NewPicture, PostPicture } from '#contract/community/community.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';

/** How long a picture that no post took up is kept: somebody may still be writing. */
const UNUSED_FOR = sql`interval '24 hours'`;

/** The width that stands for a picture on the wire; a narrower one lies beside it. */
const SHOWN_WIDTH = 1280;
export const pictureKey = (folder: string, width = SHOWN_WIDTH): string => `${folder}/${width}.webp`;

export interface PictureRow extends Omit<PostPicture, 'url'> {
  folder: string;
}

/** A post's pictures in their order, as a column of a query on `posts`. */
export const PICTURES = sql<PictureRow[]>`(
  select coalesce(json_agg(json_build_object('folder', folder, 'width', width, 'height', height, 'alt', alt) order by place), '[]')
  from post_pictures where post_id = posts.id and swept_at is null)`;

export async function addPicture(
  db: Db,
  picture: { folder: string; uploadedBy: number; width: number; height: number },
): Promise<number> {
  const { folder, uploadedBy, width, height } = picture;
  const { id } = await db
    .insertInto('post_pictures')
    .values({ folder, uploaded_by: uploadedBy, width, height })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False: one of them isn't this person's, stands in a post already, or is gone. */
export async function attachPictures(
  trx: DbOrTrx,
  { postId, authorId, pictures }: { postId: number; authorId: number; pictures: NewPicture[] },
): Promise<boolean> {
  if (pictures.length === 0) return true;
  const taken = await sql`
    update post_pictures p set post_id = ${postId}, place = given.place, alt = given.alt
    from json_to_recordset(${JSON.stringify(pictures.map((picture, place) => ({ ...picture, place })))}::json)
      as given (id bigint, alt text, place smallint)
    where p.id = given.id and p.uploaded_by = ${authorId} and p.post_id is null and p.swept_at is null`.execute(
    trx,
  );
  return taken.numAffectedRows === BigInt(pictures.length);
}

/** The pictures of a post go with it. False: it has none. */
export async function closePicturesOf(trx: DbOrTrx, postId: number): Promise<boolean> {
  const closed = await trx
    .updateTable('post_pictures')
    .set({ swept_at: sql<Date>`now()` })
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}

/** The folders whose files have to go; those of a sweep that died come again. */
export async function closeUnusedPictures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    update post_pictures set swept_at = coalesce(swept_at, now())
    where swept_at is not null or (post_id is null and created_at < now() - ${UNUSED_FOR})
    returning folder`.execute(db);
  return rows.map(({ folder }) => folder);
}

export async function forgetPicture(db: Db, folder: string): Promise<void> {
  await db.deleteFrom('post_pictures').where('folder', '=', folder).execute();
}

/** Whether everybody sees the post that this folder's picture stands in. */
export async function isPicturePublic(db: Db, folder: string): Promise<boolean> {
  const found = await db
    .selectFrom('post_pictures')
    .innerJoin('posts', 'posts.id', 'post_pictures.post_id')
    .select('posts.id')
    .where('folder', '=', folder)
    .where('swept_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
