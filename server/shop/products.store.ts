import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { ProductChange } from '#contract/shop/product-input.ts';
import type { AdminProduct, LineToBuy, Product } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { fromAmount, toAmount } from '#server/adapters/payments/money.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import type { PricedLine } from '#server/app/database/columns.ts';
import type { Products } from '#server/app/database/database.types.ts';
import { chooseVariants, listVariants, toVariant, type VariantRow } from './variants.store.ts';

function toAdminProduct(row: Selectable<Products>, variants: VariantRow[]): AdminProduct {
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
    options: row.options,
    variants: variants.map(toVariant),
    productSafety: row.safety,
    hidden: row.hidden_at !== null,
  };
}

function toProduct({ hidden: _hidden, variants, ...product }: AdminProduct): Product {
  return {
    ...product,
    variants: variants.map(({ stock: _stock, lowStockAt: _low, ...variant }) => variant),
  };
}

async function withVariants(db: DbOrTrx, rows: Selectable<Products>[]): Promise<AdminProduct[]> {
  const variants = await listVariants(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toAdminProduct(row, variants.get(row.id) ?? []));
}

export async function listProducts(db: Db, category: string | undefined): Promise<Product[]> {
  let query = db.selectFrom('products').selectAll().where('hidden_at', 'is', null).orderBy('id').limit(500);
  if (category) query = query.where('category', '=', category);
  return (await withVariants(db, await query.execute())).map(toProduct);
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
  const byId = new Map((await withVariants(db, rows)).map((each) => [each.id, toProduct(each)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function getProduct(db: Db, id: number): Promise<Product | null> {
  const [product] = await listProductsByIds(db, [id]);
  return product ?? null;
}

export async function listAllProducts(db: Db): Promise<AdminProduct[]> {
  const rows = await db.selectFrom('products').selectAll().orderBy('id').limit(500).execute();
  return await withVariants(db, rows);
}

export async function getAdminProduct(db: DbOrTrx, id: number): Promise<AdminProduct | null> {
  const rows = await db.selectFrom('products').selectAll().where('id', '=', id).execute();
  const [product] = await withVariants(db, rows);
  return product ?? null;
}

const columnsOf = (input: z.output<typeof ProductChange>) => ({
  name: input.name,
  description: input.description,
  category: input.category,
  fit: input.fit,
  lens: input.lens,
  care: input.care,
  images: JSON.stringify(input.images),
  image_alts: JSON.stringify(input.imageAlts.slice(0, input.images.length)),
  safety: input.productSafety && JSON.stringify(input.productSafety),
});

/** The new product's id. It has one variant, without stock that is counted. */
export async function insertProduct(db: DbOrTrx, input: z.output<typeof ProductChange>): Promise<number> {
  const { id } = await db
    .insertInto('products')
    .values({
      ...columnsOf(input),
      options: JSON.stringify(input.variants ? input.options : []),
      price_cents: fromAmount(input.price ?? input.variants?.[0]?.price ?? 0) ?? 0,
      hidden_at: input.hidden ? NOW : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False: no such product. */
export async function updateProduct(
  db: DbOrTrx,
  id: number,
  input: z.output<typeof ProductChange>,
): Promise<boolean> {
  const row = await db
    .updateTable('products')
    .set({
      ...columnsOf(input),
      ...(input.variants ? { options: JSON.stringify(input.options) } : {}),
      hidden_at: input.hidden ? sql`coalesce(hidden_at, now())` : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The catalog's price and texts for each line, the same variant in two lines as one; or the ids that are not for sale, if any. */
export async function priceLines(
  db: DbOrTrx,
  lines: LineToBuy[],
): Promise<{ lines: (PricedLine & { variantId: number })[]; unknown: number[] }> {
  const chosen = new Map(
    lines.length === 0
      ? []
      : (await chooseVariants(db, lines)).map((each) => [
          `${each.productId} ${each.named ?? ''}`,
          each.variantId,
        ]),
  );
  const variantOf = ({ productId, variantId }: LineToBuy) =>
    chosen.get(`${productId} ${variantId ?? ''}`) ?? null;
  const ids = [...new Set(lines.flatMap((line) => variantOf(line) ?? []))];
  const rows = ids.length
    ? await db
        .selectFrom('product_variants as v')
        .innerJoin('products as p', 'p.id', 'v.product_id')
        .select([
          'v.id',
          'v.options',
          'v.price_cents',
          'v.sku',
          'v.images as variantImages',
          'p.id as productId',
          'p.name',
          'p.description',
          'p.images',
          'p.category',
        ])
        .where('v.id', 'in', ids)
        .execute()
    : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const priced = new Map<number, PricedLine & { variantId: number }>();
  for (const line of lines) {
    const row = byId.get(variantOf(line) ?? 0);
    if (!row) continue;
    const before = priced.get(row.id);
    priced.set(row.id, {
      productId: row.productId,
      variantId: row.id,
      variant: nameVariant(row.options),
      sku: row.sku,
      quantity: line.quantity + (before?.quantity ?? 0),
      name: row.name,
      cents: row.price_cents,
      description: row.description,
      image: row.variantImages[0] ?? row.images[0] ?? null,
      category: row.category,
      videoId: before?.videoId ?? line.videoId ?? null,
      at: before?.videoId ? (before.at ?? null) : (line.at ?? null),
    });
  }
  return {
    unknown: lines.filter((line) => !byId.has(variantOf(line) ?? 0)).map(({ productId }) => productId),
    lines: [...priced.values()],
  };
}

/** The name of what there isn't enough of now, else null. Nothing is taken. */
export async function findShortage(
  db: DbOrTrx,
  lines: (Pick<PricedLine, 'quantity' | 'name'> & { variantId: number })[],
): Promise<string | null> {
  const rows = await db
    .selectFrom('product_variants')
    .select(['id', 'stock'])
    .where(
      'id',
      'in',
      lines.map(({ variantId }) => variantId),
    )
    .execute();
  const stock = new Map(rows.map((row) => [row.id, row.stock]));
  return lines.find(({ variantId, quantity }) => (stock.get(variantId) ?? quantity) < quantity)?.name ?? null;
}
