import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders, type Order } from '#contract/orders/orders.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { until } from '#server/testing/waiting.ts';

/** Money given back in the provider's own dashboard, which its event names by a link alone. */
let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop();
  shop.paypal.notify(`${shop.site.url}/api/payments/paypal/webhook`);
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
});
afterAll(() => shop.paypal.close());

const find = async (order: { paypalOrderId: string }) => (await shop.ordersOf(order.paypalOrderId))[0];
const revenue = async () => (await admin.call(orders.adminStats)).totalRevenue;
const cancel = (order: Order) =>
  admin.fetch(`/api/orders/${order.id}/status`, { method: 'PUT', json: { status: 'CANCELLED' } });
const eventsOf = async (order: { id: number }) =>
  (await admin.call(orders.events, { params: { id: order.id } })).map(
    ({ actor, text }) => `${actor}: ${text}`,
  );
const captureOf = (order: Order) => shop.paypal.orders.get(order.paypalOrderId)?.capture;

test('a full refund cancels the order, even without a checkout of ours', async () => {
  for (const ours of [true, false]) {
    const order = await shop.buy(shop.site.visitor());
    if (!ours)
      await shop.site.ctx.db
        .updateTable('orders')
        .set({ checkout_id: null })
        .where('id', '=', order.id)
        .execute();
    shop.paypal.refund(order.paypalOrderId);
    await until(async () => (await find(order))?.status === 'CANCELLED');
    expect(await find(order)).toMatchObject({
      refundedAt: expect.any(String),
      refundedAmount: order.totalAmount,
    });
    expect((await eventsOf(order))[0]).toBe('system: The payment was refunded through the provider.');
  }
});

test('a partial refund is logged and reduces revenue; a later cancellation refunds only the rest', async () => {
  const order = await shop.buy(shop.site.visitor());
  const before = await revenue();
  shop.paypal.refund(order.paypalOrderId, '10.00');
  await until(async () => (await find(order))?.refundedAmount === 10);
  expect(await find(order)).toMatchObject({ status: 'PAID', refundedAt: null });
  expect(await revenue()).toBeCloseTo(before - 10);
  shop.paypal.refund(order.paypalOrderId, '5.50');
  await until(async () => (await find(order))?.refundedAmount === 15.5);
  expect(await eventsOf(order)).toEqual([
    'system: $5.50 of the payment was refunded through the provider.',
    'system: $10.00 of the payment was refunded through the provider.',
    'buyer: Paid.',
  ]);
  const csv = await (await admin.fetch('/api/orders/admin/export')).text();
  expect(csv.split('\r\n').find((row) => row.startsWith(`${order.id},`))).toMatch(/,15\.50,/);

  expect((await cancel(order)).status).toBe(200);
  expect(captureOf(order)?.status).toBe('REFUNDED');
  expect(shop.paypal.orders.get(order.paypalOrderId)?.refunds?.map(({ amount }) => amount.value)).toEqual([
    '10.00',
    '5.50',
    '84.49',
  ]);
  expect((await eventsOf(order))[0]).toBe('boss: Cancelled, and the remaining $84.49 refunded.');
  expect(await revenue()).toBeCloseTo(before - order.totalAmount);
});

test('partial refunds that add up to the total cancel the order', async () => {
  const order = await shop.buy(shop.site.visitor());
  shop.paypal.refund(order.paypalOrderId, '99.00');
  await until(async () => (await find(order))?.refundedAmount === 99);
  shop.paypal.refund(order.paypalOrderId, '0.99');
  await until(async () => (await find(order))?.status === 'CANCELLED');
  expect((await eventsOf(order))[0]).toBe(
    'system: The remaining $0.99 of the payment was refunded through the provider.',
  );
});

test('a refunded order that was already delivered stays delivered and counts no revenue', async () => {
  const order = await shop.buy(shop.site.visitor());
  await shop.site.ctx.db
    .updateTable('orders')
    .set({ status: 'DELIVERED' })
    .where('id', '=', order.id)
    .execute();
  const before = await revenue();
  shop.paypal.refund(order.paypalOrderId);
  await until(async () => (await find(order))?.refundedAt);
  expect((await find(order))?.status).toBe('DELIVERED');
  expect(await revenue()).toBeCloseTo(before - order.totalAmount);
});

test('a partial refund before the order is saved still creates the order and is recorded', async () => {
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest);
  shop.paypal.approve(checkout.paypalOrderId);
  shop.paypal.switches.drop = 'capture';
  shop.paypal.switches.muteWebhooks = true;
  expect(await shop.order(guest, checkout)).toMatchObject({ status: 'PENDING' });
  shop.paypal.switches.drop = null;
  shop.paypal.refund(checkout.paypalOrderId, '1.00');
  shop.paypal.switches.muteWebhooks = false;
  await shop.reconcile();
  expect(await find(checkout)).toMatchObject({ status: 'PAID', refundedAmount: 1 });
});
