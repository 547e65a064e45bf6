import type { z } from 'zod';
import type { AdminProduct, ProductChange } from '#contract/shop/shop.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { addToCart, recordMerge } from './cart.store.ts';
import { claimPictures } from './pictures.store.ts';
import { insertProduct, updateProduct } from './products.store.ts';

const PICTURE_NOT_FOUND = 'A picture is no longer available. Please upload it again.';
const pictureNotFound = () =>
  fail(400, 'INVALID_INPUT', PICTURE_NOT_FOUND, { fields: { images: PICTURE_NOT_FOUND } });

type Input = z.output<typeof ProductChange>;

/** Creates a product (no id) or updates one; null: no such product. Its pictures are retained from now on. */
export async function saveProduct(
  ctx: Context,
  user: User,
  id: number | null,
  input: Input,
): Promise<AdminProduct | null> {
  return await transact(ctx.db, async (trx) => {
    if (!(await claimPictures(trx, input.images))) throw pictureNotFound();
    const saved = id === null ? await insertProduct(trx, input) : await updateProduct(trx, id, input);
    if (saved) {
      await ctx.cache.dropIn(trx, 'products');
      await audit(trx, user, {
        action: id === null ? 'product.create' : 'product.update',
        subjectType: 'product',
        subjectId: saved.id,
        after: saved,
      });
    }
    return saved;
  });
}

/** Adds a guest's lines, unless this very cart was added before. What is no longer sold is left out. */
export async function mergeCart(
  ctx: Context,
  userId: number,
  key: string,
  items: { productId: number; quantity: number }[],
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    if (!(await recordMerge(trx, userId, key))) return;
    for (const { productId, quantity } of items.toSorted((a, b) => a.productId - b.productId))
      await addToCart(trx, userId, productId, quantity);
  });
}
