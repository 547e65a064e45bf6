import { sql, type ExpressionBuilder } from 'kysely';
import { MAX_LINES, MAX_QUANTITY, type CartLine, type LineToBuy } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import { type Db, type DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

export async function listCart(db: DbOrTrx, userId: number): Promise<CartLine[]> {
  const rows = await db
    .selectFrom('cart_lines as c')
    .innerJoin('products as p', 'p.id', 'c.product_id')
    .innerJoin('product_variants as v', 'v.id', 'c.variant_id')
    .where('user_id', '=', userId)
    .select([
      'c.product_id',
      'c.variant_id',
      'c.quantity',
      'c.added_price_cents',
      'c.video_id',
      'c.at_seconds',
      'p.name',
      'p.description',
      'p.images',
      'p.category',
      'p.hidden_at',
      'v.options',
      'v.price_cents',
      'v.images as variant_images',
      'v.stock',
    ])
    .orderBy('added_at')
    .orderBy('c.product_id')
    .orderBy('v.position')
    .execute();
  return rows.map((row) => ({
    productId: String(row.product_id),
    variantId: row.variant_id,
    variant: nameVariant(row.options),
    productName: row.name,
    price: toAmount(row.price_cents),
    description: row.description,
    image: row.variant_images[0] ?? row.images[0] ?? null,
    category: row.category,
    quantity: row.quantity,
    addedPrice: row.added_price_cents === row.price_cents ? null : toAmount(row.added_price_cents),
    stock: row.hidden_at ? 0 : row.stock,
    videoId: row.video_id,
    at: row.at_seconds,
  }));
}

/** Puts in, or adds to what is in, up to the most. One statement. 'full': the cart has no room for another line. */
export async function addToCart(
  db: DbOrTrx,
  userId: number,
  { variantId, quantity, videoId, at }: Omit<LineToBuy, 'productId' | 'variantId'> & { variantId: number },
): Promise<'added' | 'full'> {
  const added = await sqlNumbers`
    insert into cart_lines (user_id, product_id, variant_id, quantity, added_price_cents, video_id, at_seconds)
    select ${userId}, product_id, id, ${quantity}, price_cents,
      (select id from videos where id = ${videoId ?? null}::bigint), ${at ?? null}::double precision
    from product_variants where id = ${variantId}
      and (exists (select 1 from cart_lines where user_id = ${userId} and variant_id = ${variantId})
        or (select count(*) from cart_lines where user_id = ${userId}) < ${MAX_LINES})
    on conflict (user_id, variant_id) do update set quantity = least(${MAX_QUANTITY}, cart_lines.quantity + excluded.quantity),
      video_id = coalesce(cart_lines.video_id, excluded.video_id),
      at_seconds = case when cart_lines.video_id is null then excluded.at_seconds else cart_lines.at_seconds end
    returning 1`.execute(db);
  return added.length > 0 ? 'added' : 'full';
}

interface Line {
  productId: number;
  /** Left out: all lines of the product. */
  variantId?: number | undefined;
}

const linesOf =
  (userId: number, { productId, variantId }: Line) =>
  (eb: ExpressionBuilder<Database, 'cart_lines'>) =>
    eb.and({ user_id: userId, product_id: productId, ...(variantId && { variant_id: variantId }) });

/** How many lines there are; with one, its quantity is changed. */
export async function setQuantity(db: Db, userId: number, line: Line, quantity: number): Promise<number> {
  const { count } = await db
    .with('found', (cte) => cte.selectFrom('cart_lines').select('variant_id').where(linesOf(userId, line)))
    .with('changed', (with_) =>
      with_
        .updateTable('cart_lines')
        .set({ quantity })
        .where(linesOf(userId, line))
        .where((eb) => eb.selectFrom('found').select(eb.fn.countAll().as('count')), '=', 1)
        .returning('variant_id'),
    )
    .selectFrom('found')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function removeFromCart(db: Db, userId: number, line: Line): Promise<void> {
  await db.deleteFrom('cart_lines').where(linesOf(userId, line)).execute();
}

export async function clearCart(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('cart_lines').where('user_id', '=', userId).execute();
}

/** Carts of guests that are remembered of one person: more than anybody ever has. */
const MAX_MERGES = 100;

/** Whether this very cart is added for the first time. */
export async function recordMerge(trx: DbOrTrx, userId: number, key: string): Promise<boolean> {
  const first = await trx
    .insertInto('cart_merges')
    .values({ user_id: userId, key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (first === undefined) return false;
  await sql`delete from cart_merges where user_id = ${userId} and key in (
    select key from cart_merges where user_id = ${userId} order by merged_at desc, key offset ${MAX_MERGES})`.execute(
    trx,
  );
  return true;
}

/** What was bought leaves the cart; what was put in since stays. */
export async function takeFromCart(
  trx: DbOrTrx,
  userId: number,
  lines: { productId: number; variantId?: number; quantity: number }[],
): Promise<void> {
  const inOrder = lines.toSorted(
    (a, b) => a.productId - b.productId || (a.variantId ?? 0) - (b.variantId ?? 0),
  );
  for (const { quantity, ...line } of inOrder) {
    await trx
      .deleteFrom('cart_lines')
      .where(linesOf(userId, line))
      .where('quantity', '<=', quantity)
      .execute();
    await trx
      .updateTable('cart_lines')
      .set((eb) => ({ quantity: eb('quantity', '-', quantity) }))
      .where(linesOf(userId, line))
      .where('quantity', '>', quantity)
      .execute();
  }
}
