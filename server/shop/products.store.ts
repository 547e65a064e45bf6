import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { AdminProduct, Product, ProductChange, ProductInput } from '#contract/shop/shop.ts';
import { fromAmount, toAmount } from '#server/adapters/payments/money.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import type { PricedLine } from '#server/app/database/columns.ts';
import type { Products } from '#server/app/database/database.types.ts';

function toProduct(row: Selectable<Products>): Product {
  const { images, image_alts: alts } = row;
  return {
    id: row.id,
    name: row.name,
    price: toAmount(row.price_cents),
    description: row.description,
    image: images[0] ?? null,
    images,
    imageAlts: images.map((_, index) => alts[index] ?? null),
    category: row.category,
    fit: row.fit,
    lens: row.lens,
    care: row.care,
    stock: row.stock,
  };
}
const toAdminProduct = (row: Selectable<Products>): AdminProduct => ({
  ...toProduct(row),
  hidden: row.hidden_at !== null,
});

export async function listProducts(db: Db, category: string | undefined): Promise<Product[]> {
  let query = db.selectFrom('products').selectAll().where('hidden_at', 'is', null).orderBy('id').limit(500);
  if (category) query = query.where('category', '=', category);
  return (await query.execute()).map(toProduct);
}

/** Products on sale in the order of their ids here. */
export async function listProductsByIds(db: Db, ids: number[]): Promise<Product[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .where('hidden_at', 'is', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toProduct(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function getProduct(db: Db, id: number): Promise<Product | null> {
  const row = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  return row ? toProduct(row) : null;
}

export async function listAllProducts(db: Db): Promise<AdminProduct[]> {
  return (await db.selectFrom('products').selectAll().orderBy('id').limit(500).execute()).map(toAdminProduct);
}

const columnsOf = (input: z.output<typeof ProductInput>) => ({
  name: input.name,
  description: input.description,
  price_cents: fromAmount(input.price) ?? 0,
  category: input.category,
  fit: input.fit,
  lens: input.lens,
  care: input.care,
  images: JSON.stringify(input.images),
  image_alts: JSON.stringify(input.imageAlts.slice(0, input.images.length)),
  stock: input.stock,
});

export async function insertProduct(
  db: DbOrTrx,
  input: z.output<typeof ProductInput>,
): Promise<AdminProduct> {
  const row = await db
    .insertInto('products')
    .values({ ...columnsOf(input), hidden_at: input.hidden ? NOW : null })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAdminProduct(row);
}

/** Null: no such product. */
export async function updateProduct(
  db: DbOrTrx,
  id: number,
  { stockBefore, ...input }: z.output<typeof ProductChange>,
): Promise<AdminProduct | null> {
  const { stock, ...others } = columnsOf(input);
  const row = await db
    .updateTable('products')
    .set({
      ...others,
      ...(stock === stockBefore ? {} : { stock }),
      hidden_at: input.hidden ? sql`coalesce(hidden_at, now())` : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ? toAdminProduct(row) : null;
}

/** The catalogue's price and texts for each line; or the ids that are not for sale, if any. */
export async function priceLines(
  db: DbOrTrx,
  lines: { productId: number; quantity: number }[],
): Promise<{ lines: PricedLine[]; unknown: number[] }> {
  const rows =
    lines.length === 0
      ? []
      : await db
          .selectFrom('products')
          .selectAll()
          .where('hidden_at', 'is', null)
          .where(
            'id',
            'in',
            lines.map((line) => line.productId),
          )
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    unknown: lines.filter((line) => !byId.has(line.productId)).map((line) => line.productId),
    lines: lines.flatMap(({ productId, quantity }) => {
      const row = byId.get(productId);
      return row
        ? [
            {
              productId,
              quantity,
              name: row.name,
              cents: row.price_cents,
              description: row.description,
              image: row.images[0] ?? null,
              category: row.category,
            },
          ]
        : [];
    }),
  };
}

/** The name of what there isn't enough of now, else null. Nothing is taken. */
export async function findShortage(
  db: DbOrTrx,
  lines: Pick<PricedLine, 'productId' | 'quantity' | 'name'>[],
): Promise<string | null> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'stock'])
    .where(
      'id',
      'in',
      lines.map(({ productId }) => productId),
    )
    .execute();
  const stock = new Map(rows.map((row) => [row.id, row.stock]));
  return lines.find(({ productId, quantity }) => (stock.get(productId) ?? quantity) < quantity)?.name ?? null;
}

/** Takes the quantities off the stock, all or none; false where there isn't enough of one. Inside a transaction. */
export async function takeFromStock(
  trx: DbOrTrx,
  lines: Pick<PricedLine, 'productId' | 'quantity'>[],
): Promise<boolean> {
  await sql`savepoint before_stock`.execute(trx);
  // one after the other in the same order everywhere, so that two buyers never wait for each other in a circle
  for (const { productId, quantity } of lines.toSorted((a, b) => a.productId - b.productId)) {
    const taken = await trx
      .updateTable('products')
      .set({ stock: sql`stock - ${quantity}` })
      .where('id', '=', productId)
      .where((eb) => eb.or([eb('stock', 'is', null), eb('stock', '>=', quantity)]))
      .returning('id')
      .executeTakeFirst();
    if (taken) continue;
    // stock taken before the missing item is restored
    await sql`rollback to savepoint before_stock`.execute(trx);
    return false;
  }
  return true;
}

/** Restores stock. */
export async function returnToStock(
  trx: DbOrTrx,
  lines: Pick<PricedLine, 'productId' | 'quantity'>[],
): Promise<void> {
  for (const { productId, quantity } of lines.toSorted((a, b) => a.productId - b.productId)) {
    await trx
      .updateTable('products')
      .set({ stock: sql`stock + ${quantity}` })
      .where('id', '=', productId)
      .where('stock', 'is not', null)
      .execute();
  }
}
