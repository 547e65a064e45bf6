import { sql } from 'kysely';
import { z } from 'zod';
import { MAX_LINES, MAX_QUANTITY, type CartLine } from '#contract/shop/shop.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import { type Db, type DbOrTrx } from '#server/app/database/database.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

export async function listCart(db: DbOrTrx, userId: number): Promise<CartLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'product_id')
    .where('user_id', '=', userId)
    .select([
      'product_id',
      'quantity',
      'added_price_cents',
      'name',
      'price_cents',
      'description',
      'images',
      'category',
      'stock',
      'hidden_at',
    ])
    .orderBy('added_at')
    .orderBy('product_id')
    .execute();
  return rows.map((row) => ({
    productId: String(row.product_id),
    productName: row.name,
    price: toAmount(row.price_cents),
    description: row.description,
    image: row.images[0] ?? null,
    category: row.category,
    quantity: row.quantity,
    addedPrice: row.added_price_cents === row.price_cents ? null : toAmount(row.added_price_cents),
    stock: row.hidden_at ? 0 : row.stock,
  }));
}

const Outcome = z.object({ known: z.boolean(), added: z.boolean() });

/** Puts in, or adds to what is in, up to the most. One statement. */
export async function addToCart(
  db: DbOrTrx,
  userId: number,
  productId: number,
  quantity: number,
): Promise<'added' | 'unknown' | 'full'> {
  const [row] = await sqlRows(Outcome)`
    with product as (select id, price_cents from products where id = ${productId} and hidden_at is null),
    added as (
      insert into cart_lines (user_id, product_id, quantity, added_price_cents)
      select ${userId}, id, ${quantity}, price_cents from product
      where exists (select 1 from cart_lines where user_id = ${userId} and product_id = ${productId})
        or (select count(*) from cart_lines where user_id = ${userId}) < ${MAX_LINES}
      on conflict (user_id, product_id) do update set quantity = least(${MAX_QUANTITY}, cart_lines.quantity + excluded.quantity)
      returning 1)
    select exists (select 1 from product) as known, exists (select 1 from added) as added`.execute(db);
  return row?.added ? 'added' : row?.known ? 'full' : 'unknown';
}

/** False: there is no such line. */
export async function setQuantity(
  db: Db,
  userId: number,
  productId: number,
  quantity: number,
): Promise<boolean> {
  const row = await db
    .updateTable('cart_lines')
    .set({ quantity })
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .returning('quantity')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeFromCart(db: Db, userId: number, productId: number): Promise<void> {
  await db
    .deleteFrom('cart_lines')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .execute();
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
  lines: { productId: number; quantity: number }[],
): Promise<void> {
  for (const { productId, quantity } of lines.toSorted((a, b) => a.productId - b.productId)) {
    await trx
      .deleteFrom('cart_lines')
      .where('user_id', '=', userId)
      .where('product_id', '=', productId)
      .where('quantity', '<=', quantity)
      .execute();
    await trx
      .updateTable('cart_lines')
      .set((eb) => ({ quantity: eb('quantity', '-', quantity) }))
      .where('user_id', '=', userId)
      .where('product_id', '=', productId)
      .where('quantity', '>', quantity)
      .execute();
  }
}
