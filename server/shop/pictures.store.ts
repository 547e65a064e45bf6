import { sql } from 'kysely';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { mediaUrl } from '#server/app/http/files/media-url.ts';
import { sqlTexts } from '#server/app/database/read-rows.ts';

/** How long an unused picture is stored: a product with it may be about to be saved. */
const UNUSED_FOR = sql`interval '24 hours'`;
/** The width used on the wire; a narrower one is next to it. */
const SHOWN_WIDTH = 1280;
const UPLOADED = new RegExp(String.raw`^/media/(products/[0-9a-f]{24})/${SHOWN_WIDTH}\.webp$`);

export const pictureUrl = (folder: string): string => mediaUrl(`${folder}/${SHOWN_WIDTH}.webp`);
const foldersOf = (urls: string[]): string[] => urls.flatMap((url) => UPLOADED.exec(url)?.[1] ?? []);

export async function addPicture(db: Db, folder: string, uploadedBy: number): Promise<void> {
  await db.insertInto('product_pictures').values({ folder, uploaded_by: uploadedBy }).execute();
}

/** Records that a product uses these pictures. False: one of them was uploaded here, but is deleted by now. */
export async function claimPictures(trx: DbOrTrx, urls: string[]): Promise<boolean> {
  const ours = urls.filter((url) => url.startsWith('/media/'));
  const folders = [...new Set(foldersOf(ours))];
  if (folders.length !== new Set(ours).size) return false;
  if (!folders.length) return true;
  const used = await trx
    .updateTable('product_pictures')
    .set({ used_at: sql`now()` })
    .where('folder', 'in', folders)
    .where('swept_at', 'is', null)
    .returning('folder')
    .execute();
  return used.length === folders.length;
}

/** Orders show their pictures for good. */
export async function markOrdered(trx: DbOrTrx, urls: (string | null)[]): Promise<void> {
  const folders = foldersOf(urls.filter((url) => url !== null));
  if (!folders.length) return;
  await trx
    .updateTable('product_pictures')
    .set({ ordered: true })
    .where('folder', 'in', folders)
    .where('ordered', '=', false)
    .execute();
}

/** The folders of unused pictures, no longer available to products; includes those of a sweep that was killed. */
export async function closeUnusedPictures(db: Db): Promise<string[]> {
  return await sqlTexts`
    update product_pictures set swept_at = now()
    where not ordered and used_at < now() - ${UNUSED_FOR}
      and not exists (select 1 from products where strpos(images::text, '"/media/' || folder || '/') > 0)
      and not exists (select 1 from product_variants where strpos(images::text, '"/media/' || folder || '/') > 0)
    returning folder`.execute(db);
}

export async function forgetPicture(db: Db, folder: string): Promise<void> {
  await db.deleteFrom('product_pictures').where('folder', '=', folder).execute();
}
