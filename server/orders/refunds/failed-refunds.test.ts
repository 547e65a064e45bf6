import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invoices } from '#contract/orders/invoices.ts';
import { refunds } from '#contract/orders/refunds.ts';
import { orders, type Order } from '#contract/orders/orders.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { until } from '#server/testing/waiting.ts';
import { refundCapture } from './refund.jobs.ts';

/** Refunds that the provider answers with 201 and doesn't make, or not yet. */
let shop: Shop;
let admin: TestPerson;
let ahead = 0;

beforeAll(async () => {
  shop = await startShop({}, { clock: { now: () => Date.now() + ahead } });
  shop.paypal.notify(`${shop.site.url}/api/payments/paypal/webhook`);
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
});
afterAll(() => shop.paypal.close());
beforeEach(() => {
  shop.paypal.switches.refund = null;
});

const find = async (order: Order) => (await shop.ordersOf(order.paypalOrderId))[0];
const cancel = async (order: Order) => {
  const answer = await admin.fetch(`/api/orders/${order.id}/status`, {
    method: 'PUT',
    json: { status: 'CANCELLED' },
  });
  return { status: answer.status, body: (await answer.json()) as Order & { code?: string } };
};
const lastEvent = async ({ id }: Order) => (await admin.call(orders.events, { params: { id } }))[0]?.text;
const refundsOf = ({ paypalOrderId }: Order) =>
  shop.paypal.orders.get(paypalOrderId)?.refunds?.map(({ status }) => status);
/** An order's credit notes in the order of their numbers, which count from its first. */
async function notesOf({ id }: Order) {
  const { creditNotes } = await admin.call(orders.get, { params: { id } });
  const first = Number(creditNotes[0]?.number.slice(3)) - 1;
  const ofOrder = (number: string | null) => number && `CN-${Number(number.slice(3)) - first}`;
  const notes = await Promise.all(
    creditNotes.map(({ number }) => admin.call(invoices.get, { params: { id }, query: { number } })),
  );
  return notes.map(({ totalAmount: total, cancels, cancelledBy }) => ({
    total,
    cancels: ofOrder(cancels),
    cancelledBy: ofOrder(cancelledBy),
  }));
}
/** Of an order with a requested cancellation and a pending refund. */
const notBack = { status: 'PAID', refundedAt: null, refundedAmount: 0 };
/** Another minute: what waits is looked at again. */
async function follow(): Promise<void> {
  ahead += 60_000;
  await shop.reconcile();
}
async function mailsOf(subject: string): Promise<string[]> {
  const folder = join(shop.site.ctx.settings.DATA_DIR, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(subject));
}

test('an immediate failure leaves the order, notifies admins, and a retry creates another refund', async () => {
  const order = await shop.buy(shop.site.visitor());
  shop.paypal.switches.refund = 'FAILED';
  expect(await cancel(order)).toMatchObject({ status: 422, body: { code: 'REFUND_REJECTED' } });
  expect(await find(order)).toMatchObject({ ...notBack, cancelling: false });
  await until(async () => (await mailsOf(`The refund of order ${order.id} failed`)).length > 0);
  expect(await mailsOf(`Your order ${order.id} was cancelled`)).toEqual([]);

  shop.paypal.switches.refund = null;
  expect((await cancel(order)).body).toMatchObject({
    status: 'CANCELLED',
    refundedAmount: order.totalAmount,
  });
  expect(refundsOf(order)).toEqual(['FAILED', 'COMPLETED']);
});

test('a pending refund is shown as pending and followed until it completes', async () => {
  const order = await shop.buy(shop.site.visitor());
  shop.paypal.switches.refund = 'PENDING';
  for (const _ of ['first', 'again'])
    expect(await cancel(order)).toMatchObject({ status: 202, body: { ...notBack, cancelling: true } });
  await follow();
  expect(await find(order)).toMatchObject({ ...notBack, cancelling: true });
  expect(await lastEvent(order)).toBe('The refund is pending at the payment provider.');
  expect(await mailsOf(`Your order ${order.id} was cancelled`)).toEqual([]);

  shop.paypal.settleRefund(order.paypalOrderId, 'COMPLETED');
  await follow();
  expect(await find(order)).toMatchObject({ status: 'CANCELLED', refundedAmount: order.totalAmount });
  expect(refundsOf(order)).toEqual(['COMPLETED']);
  await until(async () => (await mailsOf(`Your order ${order.id} was cancelled`)).length === 1);
});

test('a pending refund that fails is handled like an immediate failure, and only an admin can retry it', async () => {
  const order = await shop.buy(shop.site.visitor());
  shop.paypal.switches.refund = 'PENDING';
  expect((await cancel(order)).status).toBe(202);
  shop.paypal.settleRefund(order.paypalOrderId, 'FAILED');
  shop.paypal.switches.refund = null;
  await follow();
  await follow();
  expect(await find(order)).toMatchObject({ ...notBack, cancelling: false });
  expect(await lastEvent(order)).toBe('Not cancelled: the payment provider rejected the refund.');
  expect(refundsOf(order)).toEqual(['FAILED']);
  await until(async () => (await mailsOf(`The refund of order ${order.id} failed`)).length > 0);

  expect((await cancel(order)).body.status).toBe('CANCELLED');
  expect(refundsOf(order)).toEqual(['FAILED', 'COMPLETED']);
});

test('a refund undone by a signed webhook is logged, reported to admins and buyer, and can be retried', async () => {
  const order = await shop.buy(shop.site.visitor());
  expect((await cancel(order)).body.refundedAmount).toBe(order.totalAmount);
  shop.paypal.settleRefund(order.paypalOrderId, 'FAILED');
  await until(async () => (await find(order))?.refundedAt === null);
  expect(await find(order)).toMatchObject({ status: 'CANCELLED', refundedAmount: 0, cancelling: false });
  expect(await lastEvent(order)).toBe('The refund failed at the payment provider.');
  await until(async () => (await mailsOf(`The refund of order ${order.id} failed`)).length > 0);
  await until(async () => (await mailsOf(`The refund of your order ${order.id} is delayed`)).length > 0);

  expect((await cancel(order)).status).toBe(200);
  await until(async () => (await find(order))?.refundedAmount === order.totalAmount);
  expect(refundsOf(order)).toEqual(['FAILED', 'COMPLETED']);
  await until(async () => (await mailsOf(`Your order ${order.id} was refunded`)).length > 0);
  // nothing left to refund
  expect((await cancel(order)).status).toBe(409);
  const { totalAmount: total } = order;
  expect(await notesOf(order)).toEqual([
    { total, cancels: null, cancelledBy: 'CN-2' },
    { total: -total, cancels: 'CN-1', cancelledBy: null },
    { total, cancels: null, cancelledBy: null },
  ]);
});

test('when refunds of a returned line or made at the provider fail later, their credit notes are cancelled', async () => {
  const order = await shop.buy(shop.site.visitor(), [{ productId: shop.products[0]?.id ?? 0, quantity: 2 }]);
  await admin.call(orders.setStatus, { params: { id: order.id }, body: { status: 'PROCESSING' } });
  const refund = () =>
    admin.call(refunds.create, {
      params: { id: order.id },
      body: { lines: [{ lineId: 1, quantity: 1 }], reason: 'Too dark' },
    });
  const { refundedAmount: half } = await refund();
  shop.paypal.settleRefund(order.paypalOrderId, 'FAILED');
  await until(async () => (await find(order))?.refundedAmount === 0);
  expect(await find(order)).toMatchObject({ status: 'PROCESSING', refunds: [] });
  await until(async () => (await mailsOf(`The refund of your order ${order.id} is delayed`)).length > 0);
  expect(await notesOf(order)).toEqual([
    { total: half, cancels: null, cancelledBy: 'CN-2' },
    { total: -half, cancels: 'CN-1', cancelledBy: null },
  ]);

  shop.paypal.refund(order.paypalOrderId, '10.00');
  await until(async () => (await find(order))?.refundedAmount === 10);
  shop.paypal.settleRefund(order.paypalOrderId, 'FAILED');
  await until(async () => (await find(order))?.refundedAmount === 0);
  expect((await refund()).refundedAmount).toBe(half);
  expect((await find(order))?.refunds).toMatchObject([{ amount: half, reason: 'Too dark' }]);
  expect((await notesOf(order)).map(({ total }) => total)).toEqual([half, -half, 10, -10, half]);
  const csv = await (await admin.fetch('/api/admin/tax-report.csv')).text();
  const rows = csv.split('\r\n').filter((row) => row.split(',')[1] === String(order.id));
  const net = rows.map((row) => Math.round(Number(row.split(',').at(-1)) * 100)).reduce((a, b) => a + b);
  expect(net).toBe(Math.round((order.totalAmount - half) * 100));
});

test('a payment that arrives too late is marked as refunded only once the refund completes', async () => {
  const order = await shop.buy(shop.site.visitor());
  await shop.site.ctx.db
    .updateTable('orders')
    .set({ status: 'CANCELLED' })
    .where('id', '=', order.id)
    .execute();
  const capture = shop.paypal.orders.get(order.paypalOrderId)?.capture;
  const cents = Math.round(order.totalAmount * 100);
  const run = () =>
    refundCapture.run(
      shop.site.ctx,
      {
        paymentId: order.paypalOrderId,
        captureId: capture?.id ?? '',
        cents,
        currency: order.currency,
        orderId: order.id,
      },
      { id: 'test', signal: new AbortController().signal },
    );
  shop.paypal.switches.refund = 'FAILED';
  for (const _ of ['first', 'again']) await expect(run()).rejects.toThrow(/refund failed/i);
  expect(await find(order)).toMatchObject({ refundedAt: null, refundedAmount: 0 });
  await until(async () => (await mailsOf(`The refund of order ${order.id} failed`)).length > 0);
  shop.paypal.switches.refund = 'PENDING';
  await run();
  expect(await find(order)).toMatchObject({ refundedAt: null, refundedAmount: 0 });
  shop.paypal.settleRefund(order.paypalOrderId, 'COMPLETED');
  await run();
  expect(await find(order)).toMatchObject({ refundedAmount: order.totalAmount });
  expect(refundsOf(order)).toEqual(['FAILED', 'FAILED', 'COMPLETED']);
});

test("a pending refund made in the provider's dashboard counts only once it completes", async () => {
  const order = await shop.buy(shop.site.visitor());
  shop.paypal.switches.refund = 'PENDING';
  shop.paypal.refund(order.paypalOrderId, '10.00');
  await shop.paypal.webhooks.settled();
  expect(await find(order)).toMatchObject({ ...notBack, cancelling: false });
  shop.paypal.settleRefund(order.paypalOrderId, 'COMPLETED');
  await until(async () => (await find(order))?.refundedAmount === 10);
  shop.paypal.refund(order.paypalOrderId, '5.00');
  shop.paypal.settleRefund(order.paypalOrderId, 'FAILED');
  await shop.paypal.webhooks.settled();
  expect((await cancel(order)).body).toMatchObject({ status: 'PAID', refundedAmount: 10, cancelling: true });
  expect(shop.paypal.orders.get(order.paypalOrderId)?.refunds?.map(({ amount }) => amount.value)).toEqual([
    '10.00',
    '5.00',
    (order.totalAmount - 10).toFixed(2),
  ]);
});
