import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { NewPicture } from '#contract/community/community.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import type { DB } from '#server/app/database/database.types.ts';
import { daysAgo, NOW } from '#server/app/database/expressions.ts';

/** How long an unattached picture is retained: its post may still be a draft. */
const UNUSED_DAYS = 1;

/** The width in a picture's URL on the wire; a narrower one is stored beside it. */
const SHOWN_WIDTH = 1280;
export const pictureKey = (folder: string, width = SHOWN_WIDTH): string => `${folder}/${width}.webp`;

/** A post's pictures in their order, as a column of a query on `posts`. */
export const PICTURES = jsonArrayFrom(
  expressionBuilder<DB, 'posts'>()
    .selectFrom('post_pictures as p')
    .select(['p.folder', 'p.width', 'p.height', 'p.alt'])
    .whereRef('p.post_id', '=', 'posts.id')
    .where('p.swept_at', 'is', null)
    .orderBy('p.place'),
);
export type PictureRow = NonNullable<(typeof PICTURES)['expressionType']>[number];

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

/** False: one of them belongs to another user, is attached already, or was deleted. */
export async function attachPictures(
  trx: DbOrTrx,
  { postId, authorId, pictures }: { postId: number; authorId: number; pictures: NewPicture[] },
): Promise<boolean> {
  if (pictures.length === 0) return true;
  const taken = await sql`
    update post_pictures p set post_id = ${postId}, place = given.place, alt = given.alt
    from json_to_recordset(${JSON.stringify(pictures.map((picture, index) => ({ ...picture, place: index })))}::json)
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
    .set({ swept_at: NOW })
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}

/** The folders whose files have to go; those of a sweep that died come again. */
export async function closeUnusedPictures(db: Db): Promise<string[]> {
  const rows = await db
    .updateTable('post_pictures')
    .set((eb) => ({ swept_at: eb.fn.coalesce('swept_at', NOW) }))
    .where((eb) =>
      eb.or([
        eb('swept_at', 'is not', null),
        eb.and([eb('post_id', 'is', null), eb('created_at', '<', daysAgo(UNUSED_DAYS))]),
      ]),
    )
    .returning('folder')
    .execute();
  return rows.map(({ folder }) => folder);
}

export async function forgetPicture(db: Db, folder: string): Promise<void> {
  await db.deleteFrom('post_pictures').where('folder', '=', folder).execute();
}

/** Whether the post with this folder's picture is public. */
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
