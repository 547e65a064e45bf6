import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { site } from '#contract/site/site.ts';
import type { ExportDocument } from '#contract/exports/exports.ts';
import { orders } from '#contract/orders/orders.ts';
import { settings, type ShopState } from '#contract/settings/settings.ts';
import { readOrders } from '#server/exports/document.store.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { until } from '#server/testing/waiting.ts';

/** What the owner asks for shipping, from the settings to the refund. */
let shop: Shop;
let admin: TestPerson;
/** As a new site has it. */
let atFirst: Partial<ShopState>;

beforeAll(async () => {
  shop = await startShop();
  shop.paypal.notify(`${shop.site.url}/api/payments/paypal/webhook`);
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'owner');
  const { shippingPrice, shippingFreeFrom, shippingWords: shippingText } = await readShop();
  atFirst = { shippingPrice, shippingFreeFrom, shippingWords: shippingText };
});
beforeEach(() => change(atFirst));
afterAll(() => shop.paypal.close());

const SETTINGS = '/api/admin/settings/shop';
const readShop = () => admin.call(settings.readShop);
const change = async (json: Partial<ShopState>) =>
  admin.fetch(SETTINGS, { method: 'PUT', json: { version: (await readShop()).version, ...json } });
const revenue = async () => (await admin.call(orders.adminStats)).totalRevenue;
const config = () => shop.site.call(site.config);
/** The shop page's structured data for search engines. */
const described = async () =>
  /<meta name="description" content="([^"]*)"/.exec(await (await shop.site.fetch('/shop')).text())?.[1];
const requestedQuantity = (paymentId: string) => shop.paypal.orders.get(paymentId)?.amount.value;
const one = (index: number, quantity = 1) => [{ productId: shop.products[index]?.id ?? 0, quantity }];

test('shipping is free until the owner sets a price', async () => {
  expect(atFirst).toEqual({ shippingPrice: 0, shippingFreeFrom: null, shippingWords: null });
  expect(await config()).not.toHaveProperty('shipping');
  expect(await described()).toBe('Sunglasses in three styles. Free shipping on all orders.');
  const order = await shop.buy(shop.site.visitor());
  expect(order).toMatchObject({ totalAmount: 99.99, shippingAmount: 0 });
  expect(requestedQuantity(order.paypalOrderId)).toBe('99.99');
});

test('a shipping price appears in the total, at the provider, in the email, the export and the revenue', async () => {
  const text = 'We ship every Tuesday.';
  expect((await change({ shippingPrice: 4.9, shippingWords: text })).status).toBe(200);
  for (const wrong of [{ shippingPrice: -1 }, { shippingPrice: 0.001 }, { shippingFreeFrom: -1 }])
    expect((await change(wrong)).status).toBe(400);
  expect((await config()).shipping).toEqual({ price: 4.9, freeFrom: null, words: text });
  expect(await described()).toBe('Sunglasses in three styles.');
  const before = await revenue();
  const buyer = await shop.site.signUp();
  const order = await shop.buy(buyer, one(2, 2));
  expect(order).toMatchObject({ totalAmount: 64.88, shippingAmount: 4.9, items: [{ price: 29.99 }] });
  expect(requestedQuantity(order.paypalOrderId)).toBe('64.88');
  expect(await revenue()).toBeCloseTo(before + 64.88);
  const email = await waitForMail(shop.site.ctx, `${buyer.username}@example.org`, /is confirmed/);
  for (const each of ['$4.90', '$64.88', text]) expect(email.text).toContain(each);
  expect(email.text).not.toContain('FREE');
  const csv = await (await admin.fetch(`/api/orders/admin/export?q=${order.paypalOrderId}`)).text();
  expect(csv).toMatch(/,Total,Shipping,.*\r\n.*,64\.88,4\.90,USD,/);
  const [mine]: ExportDocument['orders'] = await readOrders(shop.site.ctx.db, buyer.id);
  expect(mine).toMatchObject({ total: 64.88, shipping: 4.9 });
});

test('shipping is free from a threshold of the item total, excluding shipping', async () => {
  expect((await change({ shippingPrice: 4.9, shippingFreeFrom: 69.99 })).status).toBe(200);
  const totalOf = async (items: { productId: number; quantity: number }[]) =>
    (await shop.checkout(shop.site.visitor(), items)).totalAmount;
  expect(await totalOf(one(1))).toBe(69.99);
  expect(await totalOf(one(2, 2))).toBe(64.88);
  expect(await totalOf(one(2, 3))).toBe(89.97);
});

test('a checkout preserves the shipping price it started with, and a refund covers all of it', async () => {
  await change({ shippingPrice: 4.9 });
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest);
  expect(checkout.totalAmount).toBe(104.89);
  await change({ shippingPrice: 20 });
  shop.paypal.approve(checkout.paypalOrderId);
  const cheaper = await shop.place(guest, checkout, { totalAmount: 99.99 });
  expect([cheaper.status, await cheaper.json()]).toMatchObject([422, { code: 'AMOUNT_MISMATCH' }]);
  const order = await shop.order(guest, checkout);
  expect(order).toMatchObject({ totalAmount: 104.89, shippingAmount: 4.9 });
  expect((await shop.checkout(guest)).totalAmount).toBe(119.99);

  shop.paypal.refund(order.paypalOrderId, '4.90');
  const find = async () => (await shop.ordersOf(order.paypalOrderId))[0];
  await until(async () => (await find())?.refundedAmount === 4.9);
  expect(await find()).toMatchObject({ status: 'PAID', refundedAt: null });
  expect(
    await admin.call(orders.setStatus, { params: { id: order.id }, body: { status: 'CANCELLED' } }),
  ).toMatchObject({ status: 'CANCELLED', refundedAmount: 104.89 });
});

test('the audit log shows the price before and after', async () => {
  await change({ shippingPrice: 7 });
  const [latest] = await admin.call(adminApi.audit, { query: { thing: 'settings' } });
  expect(latest).toMatchObject({ before: { shippingPrice: 0 }, after: { shippingPrice: 7 } });
});
