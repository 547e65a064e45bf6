import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_ORDERS_PAGE, type Order } from '#contract/orders/orders.ts';
import type { Context } from '#server/app/context.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { listOrders, type OrderFilter } from './orders.store.ts';

const COLUMNS: [title: string, value: (order: Order) => string | number | null][] = [
  ['Order', (order) => order.id],
  ['Payment', (order) => order.paypalOrderId],
  ['Status', (order) => order.status],
  ['Total', (order) => order.totalAmount.toFixed(2)],
  ['Shipping', (order) => order.shippingAmount.toFixed(2)],
  ['Currency', (order) => order.currency],
  ['Placed', (order) => order.createdAt],
  ['Customer', (order) => order.username ?? 'guest'],
  ['Payer email', (order) => order.paypalPayerEmail],
  ['Name', (order) => order.shippingName],
  ['Address', (order) => order.shippingAddress],
  ['City', (order) => order.shippingCity],
  ['State', (order) => order.shippingState],
  ['ZIP', (order) => order.shippingZipCode],
  ['Country', (order) => order.shippingCountry],
  ['Phone', (order) => order.shippingPhone],
  ['Items', (order) => order.items.map((item) => `${item.quantity} x ${item.productName}`).join('; ')],
  ['Carrier', (order) => order.carrier],
  ['Tracking number', (order) => order.trackingNumber],
  ['Refunded', (order) => order.refundedAt],
  ['Refunded amount', (order) => order.refundedAmount.toFixed(2)],
];

const row = (fields: (string | number | null)[]) => `${fields.map(toCsvCell).join(',')}\r\n`;

async function* readRows(ctx: Context, filter: OrderFilter): AsyncGenerator<string> {
  yield `\uFEFF${row(COLUMNS.map(([title]) => title))}`;
  for (let cursor: string | undefined; ;) {
    const page = await listOrders(ctx.db, { ...filter, cursor, limit: MAX_ORDERS_PAGE });
    yield page.items.map((order) => row(COLUMNS.map(([, value]) => value(order)))).join('');
    if (!page.nextCursor) return;
    cursor = page.nextCursor;
  }
}

/** Writes page by page, as fast as it is read: memory stays flat whatever the number of orders. */
export async function writeCsv(ctx: Context, filter: OrderFilter, out: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(readRows(ctx, filter)), out);
  } catch (error) {
    // the status line is sent: only a broken connection shows that the file is incomplete
    ctx.log.error('An export of orders broke off.', { error });
  }
}
