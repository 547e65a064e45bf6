import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN');
});
afterAll(() => shop.paypal.close());
beforeEach(() => {
  Object.assign(shop.paypal.switches, { outcome: null, status: null, drop: null });
});

async function addProduct(stock: number): Promise<number> {
  return (
    await admin.call(shopApi.createProduct, {
      body: { name: `Only ${stock}`, price: 5, category: 'Casual', stock },
    })
  ).id;
}
/** As every visitor sees it: cached responses count. */
const stockOf = async (id: number) => (await shop.site.call(shopApi.product, { params: { id } })).stock;
const cancel = (id: number) =>
  admin.fetch(`/api/orders/${id}/status`, { method: 'PUT', json: { status: 'CANCELLED' } });

test('an unpaid checkout reserves nothing; the last pieces go to the first buyer to pay', async () => {
  const id = await addProduct(20);
  const [a, b] = [shop.site.visitor(), shop.site.visitor()];
  const items = [{ productId: id, quantity: 20 }];
  const [left, wanted] = [await shop.checkout(a, items), await shop.checkout(b, items)];
  expect(await stockOf(id)).toBe(20);
  for (const { paypalOrderId } of [left, wanted]) shop.paypal.approve(paypalOrderId);
  expect((await shop.place(b, wanted)).status).toBe(201);
  expect(await stockOf(id)).toBe(0);
  const late = await shop.place(a, left);
  expect([late.status, (await bodyOf(late, z.object({ code: z.string() }))).code]).toEqual([
    409,
    'OUT_OF_STOCK',
  ]);
  expect(shop.paypal.orders.get(left.paypalOrderId)?.capture).toBeNull();
});

test('when two buyers pay for the last piece at once, one gets it and the other is not charged', async () => {
  const id = await addProduct(1);
  const guests = [shop.site.visitor(), shop.site.visitor()];
  const checkouts = [];
  for (const guest of guests) checkouts.push(await shop.checkout(guest, [{ productId: id, quantity: 1 }]));
  for (const { paypalOrderId } of checkouts) shop.paypal.approve(paypalOrderId);
  const captures = shop.captures();
  const answers = await Promise.all(
    checkouts.map((checkout, index) => shop.place(guests[index] ?? shop.site, checkout)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(shop.captures()).toBe(captures + 1);
});

test('units sold while an admin edits a product stay sold', async () => {
  const id = await addProduct(5);
  const change = (json: object) =>
    admin.fetch(`/api/admin/products/${id}`, {
      method: 'PUT',
      json: { name: 'Edited', price: 5, category: 'Casual', ...json },
    });
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest, [{ productId: id, quantity: 2 }]);
  shop.paypal.approve(checkout.paypalOrderId);
  expect((await shop.place(guest, checkout)).status).toBe(201);
  expect(await (await change({ stock: 5, stockBefore: 5 })).json()).toMatchObject({
    name: 'Edited',
    stock: 3,
  });
  expect(await stockOf(id)).toBe(3);
  // a caller who counted again, or doesn't send what they saw, is trusted
  expect(await (await change({ stock: 8, stockBefore: 3 })).json()).toMatchObject({ stock: 8 });
  expect(await (await change({ stock: 5 })).json()).toMatchObject({ stock: 5 });
  expect(await (await change({ stock: null, stockBefore: 5 })).json()).toMatchObject({ stock: null });
  expect(await (await change({ stock: null, stockBefore: null })).json()).toMatchObject({ stock: null });
});

test('a declined payment restores its stock at once', async () => {
  const id = await addProduct(1);
  const guest = shop.site.visitor();
  const checkout = await shop.checkout(guest, [{ productId: id, quantity: 1 }]);
  shop.paypal.approve(checkout.paypalOrderId, { outcome: 'DECLINED' });
  expect((await shop.place(guest, checkout)).status).toBe(422);
  expect(await stockOf(id)).toBe(1);
});

test('the public catalogue reflects sales and cancellations at once', async () => {
  const id = await addProduct(3);
  expect(await stockOf(id)).toBe(3);
  const order = await shop.buy(shop.site.visitor(), [{ productId: id, quantity: 2 }]);
  expect(await stockOf(id)).toBe(1);
  expect((await cancel(order.id)).status).toBe(200);
  expect(await stockOf(id)).toBe(3);
});
