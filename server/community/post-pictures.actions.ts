import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { workOnImage } from '#server/app/http/files/image-upload.ts';
import { addPicture, pictureKey } from './post-pictures.store.ts';

/** Stores a picture for a post to attach within a day. Throws 415 if it isn't one. */
export async function savePicture(
  ctx: Context,
  userId: number,
  bytes: Buffer,
): Promise<{ id: number; width: number; height: number }> {
  const sizes = await workOnImage(() => ctx.media.wholePicture(bytes));
  const { width, height } = sizes.at(-1) ?? { width: 0, height: 0 };
  const folder = `posts/${ctx.random.bytes(12).toString('hex')}`;
  // noted first: whatever becomes of the files, the sweep knows where to look
  const id = await addPicture(ctx.db, { folder, uploadedBy: userId, width, height });
  await Promise.all(
    sizes.map(({ name, data }) => ctx.storage.write(pictureKey(folder, name), Readable.from([data]))),
  );
  return { id, width, height };
}
