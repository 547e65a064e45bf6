import { Readable } from 'node:stream';
import { MAX_PRODUCT_PICTURE, shop } from '#contract/shop/shop.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { readImage, workOnImage } from '#server/app/http/files/image-upload.ts';
import { addPicture, pictureUrl } from './pictures.store.ts';

export const picturesRoutes: Routes = (route) => {
  route(shop.uploadPicture, async ({ ctx, user, request }) => {
    const bytes = await readImage(request, MAX_PRODUCT_PICTURE);
    const sizes = await workOnImage(() => ctx.media.wholePicture(bytes));
    const folder = `products/${ctx.random.bytes(12).toString('hex')}`;
    // noted first: whatever becomes of the files, the sweep knows where to look
    await addPicture(ctx.db, folder, user.id);
    await Promise.all(
      sizes.map(({ name, data }) => ctx.storage.write(`${folder}/${name}.webp`, Readable.from([data]))),
    );
    return { url: pictureUrl(folder) };
  });
};
