import { Readable } from 'node:stream';
import { PRODUCT_PICTURE_MOST, shop } from '#contract/shop.ts';
import type { Routes } from '#server/app/handle.ts';
import { readImage, workOnImage } from '#server/app/image-upload.ts';
import { addPicture, pictureUrl } from './pictures.store.ts';

export const picturesRoutes: Routes = (route) => {
  route(shop.uploadPicture, async ({ ctx, user, request }) => {
    const bytes = await readImage(request, PRODUCT_PICTURE_MOST);
    const sizes = await workOnImage(() => ctx.media.productPicture(bytes));
    const folder = `products/${ctx.random.bytes(12).toString('hex')}`;
    // noted first: whatever becomes of the files, the sweep knows where to look
    await addPicture(ctx.db, folder, user.id);
    await Promise.all(
      sizes.map(({ width, data }) => ctx.storage.write(`${folder}/${width}.webp`, Readable.from([data]))),
    );
    return { url: pictureUrl(folder) };
  });
};
