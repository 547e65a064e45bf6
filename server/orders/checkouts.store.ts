import { sql, type Selectable, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { ShippingAddress } from '#contract/orders.ts';
import { CURRENCY } from '#server/adapters/payments/payments.ts';
import type { JoinVisitor } from '#server/app/slice.ts';
import { transact, type Db, type DbOrTrx } from '#server/app/database.ts';
import type { Checkouts, DB as Database } from '#server/app/database.types.ts';
import { fail } from '#server/app/errors.ts';
import { keepForOrders } from '#server/shop/pictures.store.ts';
import { priceLines, releaseStock, reserveStock, type PricedLine } from '#server/shop/products.store.ts';

export type Shipping = z.output<typeof ShippingAddress>;

/** How long a checkout that nobody pays keeps its stock from others. A later payment takes it again, if it is there. */
const HELD_MS = 30 * 60_000;

/** What somebody set out to buy, as it was then. */
export interface Checkout {
  id: number;
  person: string;
  userId: number | null;
  orderKey: string;
  status: 'OPEN' | 'DONE' | 'EXPIRED' | 'REFUSED';
  paymentId: string | null;
  cents: number;
  currency: string;
  lines: PricedLine[];
  reserved: boolean;
  shipping: Shipping;
  capturingAt: Date | null;
  captureAttempt: number;
  expiresAt: Date;
  createdAt: Date;
}

/** The provider gives a buyer three hours; a while longer, and nothing can come of a checkout any more. */
const OPEN_FOR = sql<Date>`now() + interval '200 minutes'`;

function toCheckout(row: Selectable<Checkouts>): Checkout {
  return {
    id: row.id,
    person: row.person,
    userId: row.user_id,
    orderKey: row.order_key,
    status: row.status as Checkout['status'],
    paymentId: row.payment_id,
    cents: row.total_cents,
    currency: row.currency,
    lines: row.lines as unknown as PricedLine[],
    reserved: row.reserved,
    shipping: row.shipping as unknown as Shipping,
    capturingAt: row.capturing_at,
    captureAttempt: row.capture_attempt,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

/** Prices the lines, takes them off the stock and notes it all. What the same person left open before gives its stock back. */
export async function createCheckout(
  db: Db,
  from: {
    person: string;
    userId: number | null;
    orderKey: string;
    items: { productId: number; quantity: number }[];
    shipping: Shipping;
  },
): Promise<Checkout> {
  return await transact(db, async (trx) => {
    const left = await trx
      .selectFrom('checkouts')
      .selectAll()
      .where('person', '=', from.person)
      .where('status', '=', 'OPEN')
      .where('reserved', '=', true)
      .where('capturing_at', 'is', null)
      .orderBy('id')
      .limit(20)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of left) await giveBack(trx, toCheckout(row));
    const { lines, unknown } = await priceLines(trx, from.items);
    if (unknown.length)
      throw fail(
        422,
        'UNKNOWN_PRODUCT',
        'Something in your cart is no longer sold. Please take it out and try again.',
      );
    const missing = await reserveStock(trx, lines);
    if (missing)
      throw fail(
        409,
        'OUT_OF_STOCK',
        `There is not enough of “${missing}” left. Please change your cart and try again.`,
      );
    await keepForOrders(
      trx,
      lines.map((line) => line.image),
    );
    const row = await trx
      .insertInto('checkouts')
      .values({
        person: from.person,
        user_id: from.userId,
        order_key: from.orderKey,
        total_cents: lines.reduce((sum, line) => sum + line.cents * line.quantity, 0),
        currency: CURRENCY,
        lines: JSON.stringify(lines),
        shipping: JSON.stringify(from.shipping),
        check_at: sql<Date>`now() + interval '90 seconds'`,
        expires_at: OPEN_FOR,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toCheckout(row);
  });
}

export async function attachPayment(db: Db, id: number, paymentId: string): Promise<void> {
  await db.updateTable('checkouts').set({ payment_id: paymentId }).where('id', '=', id).execute();
}

export async function findCheckout(
  db: DbOrTrx,
  by: { id: number } | { paymentId: string },
): Promise<Checkout | null> {
  const query = db.selectFrom('checkouts').selectAll();
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('payment_id', '=', by.paymentId)
  ).executeTakeFirst();
  return row ? toCheckout(row) : null;
}

/** The checkout, held until the transaction ends: whoever changes what becomes of it goes through here. */
export async function lockCheckout(trx: Transaction<Database>, id: number): Promise<Checkout> {
  return toCheckout(
    await trx.selectFrom('checkouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  );
}

/** Notes that the money is about to be taken, and makes sure of the stock: after this there is no way but to the end. */
export async function beginCapture(db: Db, id: number): Promise<'closed' | 'sold-out' | { attempt: number }> {
  return await transact(db, async (trx) => {
    const checkout = await lockCheckout(trx, id);
    if (checkout.status !== 'OPEN') return 'closed';
    if (!(await holdStock(trx, checkout))) return 'sold-out';
    await trx
      .updateTable('checkouts')
      .set({ capturing_at: sql`coalesce(capturing_at, now())`, check_at: sql`now() + interval '60 seconds'` })
      .where('id', '=', id)
      .execute();
    return { attempt: checkout.captureAttempt };
  });
}

/** Takes the stock again where it was given back meanwhile; false where there isn't enough. */
export async function holdStock(trx: Transaction<Database>, checkout: Checkout): Promise<boolean> {
  if (checkout.reserved) return true;
  await sql`savepoint before_stock`.execute(trx);
  if (await reserveStock(trx, checkout.lines)) {
    // what was taken before the one that is missing goes back
    await sql`rollback to savepoint before_stock`.execute(trx);
    return false;
  }
  await trx.updateTable('checkouts').set({ reserved: true }).where('id', '=', checkout.id).execute();
  return true;
}

/** Its payment may have been taken without our knowing: it is looked at soon, and again and again. */
export async function watchCheckout(trx: Transaction<Database>, id: number): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ capturing_at: sql`coalesce(capturing_at, now())`, check_at: sql`now() + interval '30 seconds'` })
    .where('id', '=', id)
    .execute();
}

/** The buyer's means were refused: another attempt, or nothing. */
export async function endCapture(db: Db, id: number, attempt: number): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ capturing_at: null, capture_attempt: attempt + 1 })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .where('capture_attempt', '=', attempt)
    .execute();
}

export async function closeCheckout(
  trx: Transaction<Database>,
  checkout: Checkout,
  status: 'DONE' | 'EXPIRED' | 'REFUSED',
): Promise<void> {
  if (status !== 'DONE' && checkout.reserved) await giveBack(trx, checkout);
  await trx.updateTable('checkouts').set({ status }).where('id', '=', checkout.id).execute();
}

/** Frees the stock of a checkout that was left unpaid for half an hour; it may still be paid. */
export async function freeLeftCheckout(db: Db, id: number, now: number): Promise<void> {
  await transact(db, async (trx) => {
    const checkout = await lockCheckout(trx, id);
    const left = checkout.status === 'OPEN' && checkout.capturingAt === null && checkout.reserved;
    if (left && checkout.createdAt.getTime() + HELD_MS < now) await giveBack(trx, checkout);
  });
}

/** The stock it held is free again. */
export async function giveBack(trx: Transaction<Database>, checkout: Checkout): Promise<void> {
  await releaseStock(trx, checkout.lines);
  await trx.updateTable('checkouts').set({ reserved: false }).where('id', '=', checkout.id).execute();
}

/** Open checkouts whose turn it is; each comes again in a minute or three, so that nothing waits longer than five. */
export async function takeDueCheckouts(db: Db, limit = 100): Promise<Checkout[]> {
  const { rows } = await sql<Selectable<Checkouts>>`
    update checkouts set check_at = now() + case when now() > expires_at then interval '15 minutes' when capturing_at is not null then interval '1 minute' else interval '3 minutes' end
    where id in (select id from checkouts where status = 'OPEN' and check_at <= now() order by check_at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows.map(toCheckout);
}

/** What a visitor set out to buy belongs to the account, so that it is theirs once it is paid. */
export const joinCheckouts: JoinVisitor = async (trx, { visitor, person, userId }) => {
  await trx
    .updateTable('checkouts')
    .set({ person, user_id: userId })
    .where('person', '=', visitor)
    .where('status', '=', 'OPEN')
    .execute();
  return [];
};
