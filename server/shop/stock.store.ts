import { sql } from 'kysely';
import { z } from 'zod';
import type { StockMovement, StockReason } from '#contract/shop/stock.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import type { PricedLine } from '#server/app/database/columns.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { inMonth } from '#server/app/database/expressions.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { type Page, pageOf } from '#server/app/http/page.ts';

/** Why stock moves, and by whom; of which checkout or order. */
export interface StockChange {
  reason: StockReason;
  actor: { id: number; username: string } | 'buyer' | 'system';
  checkoutId?: number | null;
  orderId?: number | null;
}

/** Adds to the ledger; what moved nothing is left out. */
export async function addMovements(
  trx: DbOrTrx,
  moved: { productId: number; variantId: number; quantity: number }[],
  { reason, actor, checkoutId = null, orderId = null }: StockChange,
): Promise<void> {
  const rows = moved.filter(({ quantity }) => quantity !== 0);
  if (!rows.length) return;
  await trx
    .insertInto('stock_movements')
    .values(
      rows.map(({ productId, variantId, quantity }) => ({
        product_id: productId,
        variant_id: variantId,
        quantity,
        reason,
        actor_id: typeof actor === 'string' ? null : actor.id,
        actor_name: typeof actor === 'string' ? actor : actor.username,
        checkout_id: checkoutId,
        order_id: orderId,
      })),
    )
    .execute();
}

export type StockLine = Pick<PricedLine, 'productId' | 'variantId' | 'quantity'>;

const Moved = z.object({
  variantId: z.number(),
  /** Null: not counted. */
  stock: z.number().nullable(),
  lowStockAt: z.number(),
});
export type MovedVariant = z.output<typeof Moved>;

/** Changes the stock of one variant; undefined where there isn't enough, or no such variant. */
async function moveLine(trx: DbOrTrx, line: StockLine, by: number): Promise<MovedVariant | undefined> {
  const [moved] = await sqlRows(Moved)`
    update product_variants set stock = stock + ${by}
    where id = coalesce(${line.variantId ?? null}::bigint, (
        select id from product_variants where product_id = ${line.productId} order by position, id limit 1))
      and (stock is null or stock >= ${-by})
    returning id as "variantId", stock, low_stock_at as "lowStockAt"`.execute(trx);
  return moved;
}

/** The same order everywhere, so that two buyers never wait for each other in a circle. */
const inOrder = <Line extends StockLine>(lines: Line[]): Line[] =>
  lines.toSorted((a, b) => a.productId - b.productId || (a.variantId ?? 0) - (b.variantId ?? 0));

/** Before its variants, whose sums it has: two buyers of two variants don't wait for each other in a circle. */
async function lockProducts(trx: DbOrTrx, lines: StockLine[]): Promise<void> {
  const ids = lines.map(({ productId }) => productId);
  if (ids.length === 0) return;
  await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

const counted = (line: StockLine, moved: MovedVariant, quantity: number) =>
  moved.stock === null ? [] : [{ productId: line.productId, variantId: moved.variantId, quantity }];

/** Takes the quantities off the stock, all or none: then null. What is low now comes back. Inside a transaction. */
export async function takeFromStock(
  trx: DbOrTrx,
  lines: StockLine[],
  change: StockChange,
): Promise<MovedVariant[] | null> {
  await sql`savepoint before_stock`.execute(trx);
  await lockProducts(trx, lines);
  const low: MovedVariant[] = [];
  const movements: Parameters<typeof addMovements>[1] = [];
  for (const line of inOrder(lines)) {
    const moved = await moveLine(trx, line, -line.quantity);
    if (!moved) {
      // stock taken before the missing item is restored
      await sql`rollback to savepoint before_stock`.execute(trx);
      return null;
    }
    movements.push(...counted(line, moved, -line.quantity));
    const { stock, lowStockAt } = moved;
    if (stock !== null && stock <= lowStockAt && stock + line.quantity > lowStockAt) low.push(moved);
  }
  await addMovements(trx, movements, change);
  return low;
}

/** Puts back what was taken. */
export async function returnToStock(trx: DbOrTrx, lines: StockLine[], change: StockChange): Promise<void> {
  await lockProducts(trx, lines);
  const movements: Parameters<typeof addMovements>[1] = [];
  for (const line of inOrder(lines)) {
    const moved = await moveLine(trx, line, line.quantity);
    if (moved) movements.push(...counted(line, moved, line.quantity));
  }
  await addMovements(trx, movements, change);
}

const MOVEMENTS_PAGE = 100;

/** A month of the ledger, or all of it; newest first, or oldest. */
export async function listMovements(
  db: Db,
  {
    month,
    cursor,
    oldest = false,
    limit = MOVEMENTS_PAGE,
  }: { month?: string | undefined; cursor?: string | undefined; oldest?: boolean; limit?: number },
): Promise<Page<StockMovement>> {
  let query = db
    .selectFrom('stock_movements as m')
    .innerJoin('products as p', 'p.id', 'm.product_id')
    .leftJoin('product_variants as v', 'v.id', 'm.variant_id')
    .leftJoin('orders as o', 'o.checkout_id', 'm.checkout_id')
    .select((eb) => [
      'm.id',
      'm.product_id',
      'm.variant_id',
      'm.quantity',
      'm.reason',
      'm.actor_name',
      'm.created_at',
      'p.name',
      'v.options',
      eb.fn.coalesce('m.order_id', 'o.id').as('order_id'),
    ])
    .orderBy('m.id', oldest ? 'asc' : 'desc')
    .limit(limit + 1);
  if (month) query = query.where(inMonth('m.created_at', month));
  if (cursor) query = query.where('m.id', oldest ? '>' : '<', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), limit, (row) => [row.id]).map((row) => ({
    id: row.id,
    productId: row.product_id,
    variantId: row.variant_id,
    productName: row.name,
    variant: row.options && nameVariant(row.options),
    quantity: row.quantity,
    reason: row.reason,
    actor: row.actor_name,
    orderId: row.order_id,
    createdAt: row.created_at.toISOString(),
  }));
}
