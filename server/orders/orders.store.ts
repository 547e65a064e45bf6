import { readMessage, type StoredMessage } from '#contract/text/message.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Selectable, type Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { writeInvoiceNumber, type InvoiceKind } from '#contract/orders/invoices.ts';
import type { RefundedLine } from '#contract/shop/pricing.rules.ts';
import {
  ORDERS_PAGE,
  MAX_ORDERS_PAGE,
  type Order,
  type OrderEventAnswer,
  type OrderStats,
  type OrderStatus,
} from '#contract/orders/orders.ts';
import { REVENUE_STATUSES } from '#contract/orders/order-states.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { Page, pageOf } from '#server/app/http/page.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { inMonth, NOW } from '#server/app/database/expressions.ts';
import type { DB as Database, Orders } from '#server/app/database/database.types.ts';
import type { Checkout } from './checkouts.store.ts';
import { pricingOf } from './pricing-of.ts';
import { toSums } from './sums.ts';
import { searchOrders } from './search.store.ts';

export interface OrderDocuments {
  invoices: { kind: InvoiceKind; number: number }[];
  refunds: { cents: number; reason: string | null; created_at: string; lines: RefundedLine[] }[];
}
export type OrderRow = Selectable<Orders> &
  OrderDocuments & { username: string | null; account_email: string | null };
/** The actor: a signed-in user, the buyer, or the system. */
export type Actor = { id: number; username: string } | 'buyer' | 'system';

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    paypalOrderId: row.payment_id,
    status: row.status,
    totalAmount: toAmount(row.total_cents),
    ...toSums(pricingOf(row)),
    shippingAmount: toAmount(row.shipping_cents),
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    username: row.username,
    shippingName: row.shipping_name,
    shippingAddress: row.shipping_address,
    shippingCity: row.shipping_city,
    shippingState: row.shipping_state,
    shippingZipCode: row.shipping_zip_code,
    shippingCountry: row.shipping_country,
    shippingPhone: row.shipping_phone,
    paypalPayerEmail: row.payer_email,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    refundedAmount: toAmount(row.refunded_cents),
    cancelling: row.cancelling_at !== null && row.status !== 'CANCELLED',
    checkedOutHere: row.checkout_id !== null,
    ...documentsOf(row),
    vatNumber: row.vat_number,
    items: row.items.map((line, at) => ({
      lineId: at + 1,
      productId: String(line.productId),
      productName: line.name,
      price: toAmount(line.cents),
      quantity: line.quantity,
      description: line.description,
      image: line.image,
      category: line.category,
      variantId: line.variantId ?? null,
      variant: line.variant ?? null,
      videoId: line.videoId ?? null,
      at: line.at ?? null,
    })),
  };
}

function documentsOf({ invoices, refunds }: OrderDocuments) {
  const numbers = (of: InvoiceKind) =>
    invoices.filter(({ kind }) => kind === of).map(({ kind, number }) => writeInvoiceNumber(kind, number));
  return {
    invoiceNumber: numbers('INVOICE')[0] ?? null,
    creditNotes: numbers('CREDIT_NOTE').map((number) => ({ number })),
    refunds: refunds.map(({ cents, reason, created_at: at, lines }) => ({
      amount: toAmount(cents),
      reason,
      createdAt: new Date(at).toISOString(),
      lines,
    })),
  };
}

const withUser = (db: DbOrTrx) =>
  db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .select((eb) => [
      'users.username',
      'users.email as account_email',
      jsonArrayFrom(
        eb
          .selectFrom('invoices')
          .select(['kind', 'number'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('issued_at')
          .orderBy('number'),
      ).as('invoices'),
      jsonArrayFrom(
        eb
          .selectFrom('refunds')
          .select(({ ref }) => [
            'cents',
            'reason',
            'lines',
            ref('created_at').$castTo<string>().as('created_at'),
          ])
          .whereRef('order_id', '=', 'orders.id')
          .where('refunds.status', '=', 'DONE')
          .orderBy('id'),
      ).as('refunds'),
    ]);

export async function findOrder(
  db: DbOrTrx,
  by: { id: number } | { checkoutId: number },
): Promise<OrderRow | null> {
  const row = await (
    'id' in by
      ? withUser(db).where('orders.id', '=', by.id)
      : withUser(db).where('checkout_id', '=', by.checkoutId)
  ).executeTakeFirst();
  return row ?? null;
}

/** The order of this capture. */
export async function findOrderOfCapture(db: DbOrTrx, captureId: string): Promise<number | null> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('capture_id', '=', captureId)
    .executeTakeFirst();
  return row?.id ?? null;
}

const digest = (value: string) => createHash('sha256').update(value).digest();
export const isKeyOf = (row: { order_key: string }, key: string): boolean =>
  timingSafeEqual(digest(row.order_key), digest(key));

/** The buyer's browser gets its order: true the first time. */
export async function claimOrder(db: Db, id: number): Promise<boolean> {
  return (
    (await db
      .updateTable('orders')
      .set({ claimed: true })
      .where('id', '=', id)
      .where('claimed', '=', false)
      .returning('id')
      .executeTakeFirst()) !== undefined
  );
}

const beforeOf = (cursor: string): number => readCursor(cursor, 'n')[0];

async function listPage(
  query: ReturnType<typeof withUser>,
  size: number,
  cursor: string | undefined,
): Promise<Page<Order>> {
  let ordered = query.orderBy('orders.id', 'desc').limit(size + 1);
  if (cursor) ordered = ordered.where('orders.id', '<', beforeOf(cursor));
  return pageOf(await ordered.execute(), size, (row) => [row.id]).map(toOrder);
}

export async function listOrdersOf(db: Db, userId: number, cursor: string | undefined): Promise<Page<Order>> {
  return await listPage(withUser(db).where('orders.user_id', '=', userId), 50, cursor);
}

export interface OrderFilter {
  status?: OrderStatus | undefined;
  q: string | null;
  /** UTC: '2026-11'. */
  month?: string | undefined;
}

export async function listOrders(
  db: Db,
  {
    status,
    q,
    month,
    cursor,
    limit = ORDERS_PAGE,
    ids,
  }: OrderFilter & { cursor?: string | undefined; limit?: number | undefined; ids?: number[] },
): Promise<Page<Order>> {
  const size = Math.min(limit, MAX_ORDERS_PAGE);
  let query = withUser(db);
  if (status) query = query.where('orders.status', '=', status);
  if (month) query = query.where(inMonth('orders.created_at', month));
  if (ids) query = query.where('orders.id', 'in', ids);
  if (q) {
    const before = cursor ? beforeOf(cursor) : null;
    const found = await searchOrders(db, { q, status, before, limit: size + 1 });
    if (!found.length) return new Page<Order>([]);
    query = query.where('orders.id', 'in', found);
  }
  return await listPage(query, size, cursor);
}

/** Revenue is reported in `own`, the shop's currency; other currencies separately. */
export async function readStats(db: Db, own: string): Promise<OrderStats> {
  const rows = await db
    .selectFrom('sales_days')
    .select(({ fn }) => ['status', fn.sum<string>('orders').as('orders')])
    .groupBy('status')
    .execute();
  const of = (status: OrderStatus) => Number(rows.find((row) => row.status === status)?.orders ?? 0);
  const revenues = await db
    .selectFrom('sales_days')
    .select(({ fn }) => ['currency', fn.sum<number>('cents').as('cents')])
    .where('status', 'in', REVENUE_STATUSES)
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  const amounts = revenues.map(({ currency, cents }) => ({ currency, amount: toAmount(Number(cents)) }));
  return {
    paidOrders: of('PAID'),
    processingOrders: of('PROCESSING'),
    shippedOrders: of('SHIPPED'),
    totalRevenue: amounts.find(({ currency }) => currency === own)?.amount ?? 0,
    otherRevenue: amounts.filter(({ currency, amount }) => currency !== own && amount !== 0),
  };
}

export async function recordOrderEvent(
  trx: DbOrTrx,
  orderId: number,
  actor: Actor,
  text: StoredMessage,
  status: OrderStatus,
): Promise<void> {
  await trx
    .insertInto('order_events')
    .values({
      order_id: orderId,
      actor_id: typeof actor === 'string' ? null : actor.id,
      actor_name: typeof actor === 'string' ? actor : actor.username,
      text: text.json,
      status,
    })
    .execute();
}

export async function listEvents(
  db: Db,
  orderId: number,
): Promise<(OrderEventAnswer & { text: StoredMessage })[]> {
  const rows = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    actor: row.actor_name,
    text: readMessage(row.text),
    status: row.status,
    createdAt: row.created_at.toISOString(),
  }));
}

/** The part of the provider's payment that an order stores. */
export interface PaidBy {
  captureId: string | null;
  payerId: string | null;
  payerEmail: string | null;
}

export async function insertOrder(
  trx: Transaction<Database>,
  checkout: Checkout,
  status: 'PENDING' | 'PAID',
  by: PaidBy,
): Promise<OrderRow> {
  const { shipping } = checkout;
  const { id } = await trx
    .insertInto('orders')
    .values({
      checkout_id: checkout.id,
      user_id: checkout.userId,
      order_key: checkout.orderKey,
      payment_id: checkout.paymentId ?? '',
      status,
      total_cents: checkout.cents,
      shipping_cents: checkout.pricing.shipping,
      pricing: JSON.stringify(checkout.pricing),
      email: checkout.email,
      vat_number: checkout.vatNumber,
      currency: checkout.currency,
      shipping_name: shipping.shippingName,
      shipping_address: shipping.shippingAddress,
      shipping_city: shipping.shippingCity,
      shipping_state: shipping.shippingState,
      shipping_zip_code: shipping.shippingZipCode,
      shipping_country: shipping.shippingCountry,
      shipping_phone: shipping.shippingPhone,
      language: checkout.language,
      items: JSON.stringify(checkout.lines),
      capture_id: by.captureId,
      payer_id: by.payerId,
      payer_email: by.payerEmail,
      paid_at: status === 'PAID' ? NOW : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await findOrder(trx, { id });
  if (!row) throw new Error('The order that was just written is not there.');
  return row;
}

/** Only if it is still in `from` and no refund is under way; null otherwise. */
export async function moveOrder(
  trx: DbOrTrx,
  id: number,
  from: OrderStatus,
  to: OrderStatus,
  more: { carrier?: string | null; trackingNumber?: string | null } = {},
): Promise<OrderRow | null> {
  const updated = await trx
    .updateTable('orders')
    .set({
      status: to,
      ...(more.carrier ? { carrier: more.carrier } : {}),
      ...(more.trackingNumber ? { tracking_number: more.trackingNumber } : {}),
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .where('cancelling_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated ? await findOrder(trx, { id }) : null;
}
