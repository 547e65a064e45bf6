import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invoices } from '#contract/orders/invoices.ts';
import { orders, type PlacedOrder } from '#contract/orders/orders.ts';
import { refunds } from '#contract/orders/refunds.ts';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { findOrder } from '../orders.store.ts';
import { followRefunds } from './refunds.actions.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { waitForMail } from '#server/testing/mails.ts';

let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
});
afterAll(() => shop.paypal.close());
beforeEach(() => {
  Object.assign(shop.paypal.switches, { outcome: null, refund: null, status: null, drop: null });
});

async function addProduct(price: number): Promise<number> {
  const body = { name: `For ${price}`, price, category: 'Casual', stock: 10 };
  return (await admin.call(shopApi.createProduct, { body })).id;
}
const stockOf = async (id: number) => (await shop.site.call(shopApi.product, { params: { id } })).stock;
const refund = (order: { id: number }, body: object) =>
  admin.fetch(`/api/orders/${order.id}/refunds`, { json: body });
const find = async (order: PlacedOrder) => await admin.call(orders.get, { params: { id: order.id } });
const revenue = async () => (await admin.call(orders.adminStats)).totalRevenue;
const refundsAtProvider = (order: PlacedOrder) =>
  shop.paypal.orders.get(order.paypalOrderId)?.refunds?.map(({ amount }) => amount.value);

test('refunding part of a line restocks it, reduces revenue, creates a credit note and sends an email', async () => {
  const [a, b] = [await addProduct(10), await addProduct(3.33)];
  const buyer = await shop.site.signUp();
  const order = await shop.buy(buyer, [
    { productId: a, quantity: 3 },
    { productId: b, quantity: 2 },
  ]);
  const before = await revenue();
  const body = { lines: [{ lineId: 1, quantity: 2 }], restock: true, reason: 'Scratched' };
  const after = await admin.call(refunds.create, { params: { id: order.id }, body });
  expect(after).toMatchObject({
    status: 'PAID',
    refundedAmount: 20,
    refunds: [{ amount: 20, reason: 'Scratched', lines: [{ lineId: 1, quantity: 2 }] }],
    creditNotes: [{ number: expect.stringMatching(/^CN-\d{6}$/) }],
    invoiceNumber: expect.stringMatching(/^INV-\d{6}$/),
  });
  expect([await stockOf(a), await stockOf(b)]).toEqual([9, 8]);
  expect(await revenue()).toBeCloseTo(before - 20);
  expect(refundsAtProvider(order)).toEqual(['20.00']);
  await waitForMail(shop.site.ctx, `${buyer.username}@example.org`, /A refund for your order/);
  const [event] = await admin.call(orders.events, { params: { id: order.id } });
  expect(event).toMatchObject({ actor: 'boss', text: '$20.00 was refunded. Scratched' });

  const more = await refund(order, { lines: [{ lineId: 1, quantity: 2 }] });
  expect([more.status, await more.json()]).toMatchObject([409, { error: expect.stringContaining('$16.66') }]);
  expect((await refund(order, { amount: 16.67 })).status).toBe(409);
  expect((await refund(order, { amount: 6.66 })).status).toBe(201);
  expect((await refund(order, { lines: [{ lineId: 1, quantity: 1 }] })).status).toBe(201);
  const whole = await find(order);
  expect(whole).toMatchObject({ status: 'CANCELLED', refundedAmount: 36.66 });
  expect(whole.creditNotes).toHaveLength(3);
  // the two pieces that were restocked, and all others with the cancellation
  expect([await stockOf(a), await stockOf(b)]).toEqual([10, 10]);
  const sums = await Promise.all(
    whole.creditNotes.map(({ number }) =>
      admin.call(invoices.get, { params: { id: order.id }, query: { number } }),
    ),
  );
  expect(sums.reduce((sum, { totalAmount }) => sum + totalAmount, 0)).toBeCloseTo(36.66);
});

test.each([
  ['neither lines nor an amount', {}],
  ['both', { lines: [{ lineId: 1, quantity: 1 }], amount: 1 }],
  ['an amount with restock', { amount: 1, restock: true }],
  ['three decimals', { amount: 1.001 }],
  [
    'a line twice',
    {
      lines: [
        { lineId: 1, quantity: 1 },
        { lineId: 1, quantity: 1 },
      ],
    },
  ],
])('returns 400 for %s', async (_, body) => {
  const order = await shop.buy(shop.site.visitor());
  expect((await refund(order, body)).status).toBe(400);
});

test('refunds only paid orders and existing lines', async () => {
  const order = await shop.buy(shop.site.visitor());
  expect((await refund(order, { lines: [{ lineId: 2, quantity: 1 }] })).status).toBe(422);
  expect((await refund({ id: 999_999 }, { amount: 1 })).status).toBe(404);
  await admin.call(orders.setStatus, { params: { id: order.id }, body: { status: 'CANCELLED' } });
  expect((await refund(order, { amount: 1 })).status).toBe(409);
  expect((await find(order)).creditNotes).toHaveLength(1);
});

test('a delivered order refunded in full stays delivered', async () => {
  const buyer = await shop.site.signUp();
  const order = await shop.buy(buyer);
  for (const status of ['PROCESSING', 'SHIPPED', 'DELIVERED'] as const)
    await admin.call(orders.setStatus, { params: { id: order.id }, body: { status } });
  expect((await refund(order, { lines: [{ lineId: 1, quantity: 1 }] })).status).toBe(201);
  expect(await find(order)).toMatchObject({ status: 'DELIVERED', refundedAt: expect.any(String) });
  await waitForMail(shop.site.ctx, `${buyer.username}@example.org`, /Your order \d+ was refunded/);
});

test('a refund pending at the provider returns 202 and is recorded once, even if reconciled twice at once', async () => {
  const order = await shop.buy(shop.site.visitor());
  shop.paypal.switches.refund = 'PENDING';
  expect((await refund(order, { amount: 5 })).status).toBe(202);
  expect(await find(order)).toMatchObject({ refundedAmount: 0, refunds: [] });
  shop.paypal.settleRefund(order.paypalOrderId, 'COMPLETED');
  await age();
  await Promise.all([shop.reconcile(), shop.reconcile()]);
  expect(await find(order)).toMatchObject({ refundedAmount: 5, refunds: [{ amount: 5 }] });
  expect((await find(order)).creditNotes).toHaveLength(1);
});

test('retries after a lost response without a second refund; a failed refund leaves the order unchanged', async () => {
  const order = await shop.buy(shop.site.visitor());
  shop.paypal.switches.drop = 'refund';
  expect((await refund(order, { amount: 5 })).status).toBe(202);
  shop.paypal.switches.drop = null;
  await age();
  await shop.reconcile();
  expect(await find(order)).toMatchObject({ refundedAmount: 5 });
  expect(refundsAtProvider(order)).toEqual(['5.00']);
  shop.paypal.switches.refund = 'FAILED';
  expect((await refund(order, { amount: 5 })).status).toBe(422);
  expect(await find(order)).toMatchObject({ refundedAmount: 5, refunds: [{ amount: 5 }] });
});

test('a provider response from before a refund completed does not revert it', async () => {
  const placed = await shop.buy(shop.site.visitor());
  shop.paypal.switches.refund = 'FAILED';
  expect((await refund(placed, { amount: 5 })).status).toBe(422);
  shop.paypal.switches.refund = 'PENDING';
  expect((await refund(placed, { amount: 5 })).status).toBe(202);
  const { ctx } = shop.site;
  const before = await ctx.payments.service?.getOrder(placed.paypalOrderId);
  const order = await findOrder(ctx.db, { id: placed.id });
  shop.paypal.settleRefund(placed.paypalOrderId, 'COMPLETED');
  if (!before || !order) throw new Error('There is no such order.');
  await followRefunds(ctx, order, before);
  expect(await find(placed)).toMatchObject({ refundedAmount: 5, refunds: [{ amount: 5 }] });
});

test('two admins refunding at once cannot refund more than was paid', async () => {
  const order = await shop.buy(shop.site.visitor());
  const answers = await Promise.all(
    [1, 2, 3].map(() => refund(order, { lines: [{ lineId: 1, quantity: 1 }] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(refundsAtProvider(order)).toEqual(['99.99']);
});

const age = () =>
  shop.site.ctx.db
    .updateTable('refunds')
    .set({ created_at: new Date(Date.now() - 60_000) })
    .execute();
