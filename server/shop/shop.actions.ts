import type { z } from 'zod';
import { type ProductChange } from '#contract/shop/product-input.ts';
import { MAX_LINES, type AdminProduct, type LineToBuy } from '#contract/shop/shop.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { addToCart, recordMerge } from './cart.store.ts';
import { claimPictures } from './pictures.store.ts';
import { getAdminProduct, insertProduct, updateProduct } from './products.store.ts';
import { chooseVariants, saveOnlyVariant, saveVariants } from './variants.store.ts';

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
    const pictures = [...input.images, ...(input.variants ?? []).flatMap(({ images }) => images)];
    if (!(await claimPictures(trx, pictures))) throw pictureNotFound();
    const savedId = await writeProduct(trx, user, id, input);
    if (savedId === null) return null;
    const saved = await getAdminProduct(trx, savedId);
    await ctx.cache.dropIn(trx, 'products');
    await audit(trx, user, {
      action: id === null ? 'product.create' : 'product.update',
      subjectType: 'product',
      subjectId: savedId,
      after: saved,
    });
    return saved;
  });
}

/** Its id; null: no such product. */
async function writeProduct(trx: Trx, user: User, id: number | null, input: Input): Promise<number | null> {
  if (id !== null && !(await updateProduct(trx, id, input))) return null;
  const savedId = id ?? (await insertProduct(trx, input));
  const { variants, price } = input;
  if (!variants) await saveOnlyVariant(trx, savedId, input, user);
  else if (!(await saveVariants(trx, savedId, { variants, price, by: user })))
    throw fail(422, 'UNKNOWN_VARIANT', 'This variant belongs to another product.');
  return savedId;
}

/** Adds a guest's lines, unless this very cart was added before. What is no longer sold is left out. */
export async function mergeCart(
  ctx: Context,
  userId: number,
  key: string,
  items: LineToBuy[],
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    if (!(await recordMerge(trx, userId, key))) return;
    const chosen = await chooseVariants(trx, items);
    const lines = items.flatMap((item) => {
      const variantId = variantOf(chosen, item)?.variantId;
      return variantId ? [{ ...item, variantId }] : [];
    });
    for (const line of lines.toSorted((a, b) => a.variantId - b.variantId))
      await addToCart(trx, userId, line);
  });
}

const variantOf = (chosen: Awaited<ReturnType<typeof chooseVariants>>, item: LineToBuy) =>
  chosen.find(({ productId, named }) => productId === item.productId && named === (item.variantId ?? null));

/** Puts a variant in the cart, or the first in stock of its product. Throws 404, 409 and 422. */
export async function putInCart(ctx: Context, userId: number, item: LineToBuy): Promise<void> {
  const [chosen] = await chooseVariants(ctx.db, [item]);
  if (!chosen) throw fail(404, 'NOT_FOUND', 'Product not found');
  const { variantId, stock } = chosen;
  if (variantId === null)
    throw fail(422, 'UNKNOWN_VARIANT', 'This version of the product is no longer for sale.');
  if (stock === 0) throw fail(409, 'OUT_OF_STOCK', 'This is sold out.');
  if ((await addToCart(ctx.db, userId, { ...item, variantId })) === 'full')
    throw fail(409, 'CART_FULL', msg`A cart can hold up to ${MAX_LINES} different products.`);
}
