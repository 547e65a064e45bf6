import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ProductInput } from '#contract/shop/product-input.ts';
import type { AdminVariant } from '#contract/shop/shop.ts';
import { fromAmount, toAmount } from '#server/adapters/payments/money.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import type { ProductVariants } from '#server/app/database/database.types.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';
import { addMovements, type StockChange } from './stock.store.ts';

export type VariantRow = Selectable<ProductVariants>;

export const toVariant = (row: VariantRow): AdminVariant => ({
  id: row.id,
  options: row.options,
  price: toAmount(row.price_cents),
  sku: row.sku,
  gtin: row.gtin,
  images: row.images,
  inStock: row.stock !== 0,
  stock: row.stock,
  lowStockAt: row.low_stock_at,
});

/** Variants of these products in their order. */
export async function listVariants(db: DbOrTrx, productIds: number[]): Promise<Map<number, VariantRow[]>> {
  if (!productIds.length) return new Map();
  const rows = await db
    .selectFrom('product_variants')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.product_id);
}

type Wanted = NonNullable<z.output<typeof ProductInput>['variants']>[number];

/**
 * Makes the variants of a product what the admin entered. A stock that was not changed since it was shown stays as it is.
 * False: one of them is another product's.
 */
export async function saveVariants(
  trx: DbOrTrx,
  productId: number,
  {
    variants,
    price,
    by,
  }: { variants: Wanted[]; price?: number | null | undefined; by: StockChange['actor'] },
): Promise<boolean> {
  const before = await trx
    .selectFrom('product_variants')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const left = new Map(before.map((row) => [row.id, row]));
  const take = (find: (row: VariantRow) => boolean) => {
    const row = [...left.values()].find(find);
    if (row) left.delete(row.id);
    return row;
  };
  const named = variants.map(({ id }) => id && take((row) => row.id === id));
  if (variants.some(({ id }, at) => id && !named[at])) return false;
  const same = (wanted: Wanted) => JSON.stringify(wanted.options);
  const known = variants.map(
    (wanted, at) => named[at] || take((row) => JSON.stringify(row.options) === same(wanted)),
  );
  const changes: { variantId: number; quantity: number }[] = [];
  for (const [at, wanted] of variants.entries()) {
    const row = known[at] || null;
    const columns = columnsOf(wanted, at, price);
    const stock = row && wanted.stock === wanted.stockBefore ? row.stock : wanted.stock;
    const { id } = row
      ? await trx
          .updateTable('product_variants')
          .set({ ...columns, stock })
          .where('id', '=', row.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('product_variants')
          .values({ ...columns, product_id: productId, stock })
          .returning('id')
          .executeTakeFirstOrThrow();
    changes.push({ variantId: id, quantity: (stock ?? 0) - (row?.stock ?? 0) });
  }
  for (const row of left.values()) changes.push({ variantId: row.id, quantity: -(row.stock ?? 0) });
  await addMovements(
    trx,
    changes.map((change) => ({ ...change, productId })),
    { reason: 'ADJUSTED', actor: by },
  );
  if (left.size > 0)
    await trx
      .deleteFrom('product_variants')
      .where('id', 'in', [...left.keys()])
      .execute();
  return true;
}

const columnsOf = (wanted: Wanted, position: number, price: number | null | undefined) => ({
  position,
  options: JSON.stringify(wanted.options),
  price_cents: fromAmount(wanted.price ?? price ?? 0) ?? 0,
  low_stock_at: wanted.lowStockAt,
  sku: wanted.sku,
  gtin: wanted.gtin,
  images: JSON.stringify(wanted.images),
});

/** Price and stock of a product that is changed as one without variants; those of several stay. */
export async function saveOnlyVariant(
  trx: DbOrTrx,
  productId: number,
  input: { price?: number | null | undefined; stock: number | null; stockBefore?: number | null | undefined },
  by: StockChange['actor'],
): Promise<void> {
  const rows = await trx
    .selectFrom('product_variants')
    .selectAll()
    .where('product_id', '=', productId)
    .forUpdate()
    .execute();
  const [row] = rows;
  if (!row || rows.length > 1) return;
  const stock = input.stock === input.stockBefore ? row.stock : input.stock;
  await trx
    .updateTable('product_variants')
    .set({ price_cents: fromAmount(input.price ?? 0) ?? row.price_cents, stock })
    .where('id', '=', row.id)
    .execute();
  await addMovements(trx, [{ productId, variantId: row.id, quantity: (stock ?? 0) - (row.stock ?? 0) }], {
    reason: 'ADJUSTED',
    actor: by,
  });
}

const Chosen = z.object({
  productId: z.number(),
  /** The variant that was asked for, if any. */
  named: z.number().nullable(),
  /** Null: there is no such variant of the product. */
  variantId: z.number().nullable(),
  stock: z.number().nullable(),
});

/** What is bought where no variant is named: the first in stock, else the first. Products that are not on sale are left out. */
export async function chooseVariants(
  db: DbOrTrx,
  items: { productId: number; variantId?: number | null | undefined }[],
): Promise<z.output<typeof Chosen>[]> {
  const wanted = JSON.stringify(
    items.map(({ productId, variantId }, at) => ({ at, product: productId, variant: variantId ?? null })),
  );
  return await sqlRows(Chosen)`
    select w.product as "productId", w.variant as named, v.id as "variantId", v.stock
    from jsonb_to_recordset(${wanted}::jsonb) as w (at int, product bigint, variant bigint)
    join products p on p.id = w.product and p.hidden_at is null
    left join lateral (
      select id, stock from product_variants v
      where v.product_id = p.id and (w.variant is null or v.id = w.variant)
      order by v.stock is not distinct from 0, position, id limit 1) v on true
    order by w.at`.execute(db);
}
