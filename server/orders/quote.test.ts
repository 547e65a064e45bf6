import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { orders } from '#contract/orders/orders.ts';
import { discountCodes } from '#contract/shop/discount-codes.ts';
import { shippingZones } from '#contract/shop/shipping-zones.ts';
import { taxRates } from '#contract/shop/tax-rates.ts';
import { ADDRESS, startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

/** Checkouts with discount codes, shipping zones and tax, up to the provider's order. */
let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
});
afterAll(() => shop.paypal.close());
beforeEach(async () => {
  await admin.call(shippingZones.replace, { body: [] });
  await admin.call(taxRates.replace, { body: [] });
  await setShop({ taxMode: 'OFF' });
});

async function setShop(change: object): Promise<void> {
  const path = '/api/admin/settings/shop';
  const { version } = await bodyOf(admin.fetch(path), z.object({ version: z.number() }));
  expect((await admin.fetch(path, { method: 'PUT', json: { ...change, version } })).status).toBe(200);
}
const SELLER = { name: 'Sunny Ltd', address: '1 Beach Road', taxId: null, email: null };
const one = (at = 0, quantity = 1) => [{ productId: shop.products[at]?.id ?? 0, quantity }];
const checkout = (by: { fetch: Shop['site']['fetch'] }, change: object) =>
  by.fetch('/api/checkout', { json: { ...ADDRESS, items: one(), ...change } });
const Problem = z.object({ code: z.string() });
const problemOf = async (answer: Response) => [answer.status, (await bodyOf(answer, Problem)).code];
const breakdownOf = (paymentId: string) => shop.paypal.orders.get(paymentId)?.amount;
const addCode = (code: string, change: object = {}) =>
  admin.call(discountCodes.create, { body: { code, kind: 'PERCENT', value: 10, ...change } });
const usesOf = async (id: number) =>
  (await admin.call(discountCodes.list)).find((each) => each.id === id)?.uses;

test('a code, a zone and added tax appear in the quote, the checkout, at the provider and in the order', async () => {
  await addCode('Summer');
  await admin.call(shippingZones.replace, {
    body: [{ countries: ['DE'], price: 4.9, freeFrom: null, daysMin: 2, daysMax: 4 }],
  });
  await admin.call(taxRates.replace, { body: [{ country: 'DE', rate: 19 }] });
  await setShop({ taxMode: 'EXCLUSIVE', seller: SELLER });
  const guest = shop.site.visitor();
  const sums = {
    subtotal: 99.99,
    discount: 10,
    shipping: 4.9,
    tax: 18.03,
    taxLines: [{ rate: 19, net: 94.89, tax: 18.03 }],
    totalAmount: 112.92,
    codeMessage: null,
  };
  const quote = await guest.call(orders.quote, {
    body: { items: one(), code: ' summer ', shippingCountry: 'Germany' },
  });
  expect(quote).toMatchObject({ ...sums, daysMin: 2, daysMax: 4 });
  const started = await guest.call(orders.checkout, {
    body: { ...ADDRESS, items: one(), code: 'SUMMER', shippingCountry: 'DE', vatNumber: 'DE 136695976' },
  });
  expect(started).toMatchObject(sums);
  const money = (value: string) => ({ currency_code: 'USD', value });
  expect(breakdownOf(started.paypalOrderId)).toEqual({
    ...money('112.92'),
    breakdown: {
      item_total: money('99.99'),
      discount: money('10.00'),
      shipping: money('4.90'),
      tax_total: money('18.03'),
    },
  });
  shop.paypal.approve(started.paypalOrderId);
  const order = await shop.order(guest, started);
  expect(order).toMatchObject({
    subtotal: 99.99,
    discount: 10,
    tax: 18.03,
    shippingAmount: 4.9,
    totalAmount: 112.92,
    vatNumber: 'DE 136695976',
  });
});

test('tax-inclusive prices contain the tax in the total and send none to the provider', async () => {
  await admin.call(taxRates.replace, { body: [{ country: 'US', rate: 20 }] });
  await setShop({ taxMode: 'INCLUSIVE', seller: SELLER });
  const started = await shop.site.visitor().call(orders.checkout, { body: { ...ADDRESS, items: one() } });
  expect(started).toMatchObject({ tax: 16.67, totalAmount: 99.99 });
  expect(breakdownOf(started.paypalOrderId)).toMatchObject({
    breakdown: { item_total: { value: '99.99' }, tax_total: { value: '0.00' } },
  });
});

test('returns 422 for countries the shop does not ship to, by name or code', async () => {
  await admin.call(shippingZones.replace, {
    body: [{ countries: ['DE'], price: 0, freeFrom: null, daysMin: null, daysMax: null }],
  });
  const guest = shop.site.visitor();
  for (const shippingCountry of ['US', 'Atlantis'])
    expect(await problemOf(await checkout(guest, { shippingCountry }))).toEqual([422, 'NOT_SHIPPED_THERE']);
  expect((await checkout(guest, { shippingCountry: 'germany' })).status).toBe(200);
});

test('a code that has no effect gives a reason, not an error; a code of the wrong type is an error', async () => {
  await addCode('Rich', { minimum: 1000 });
  await addCode('Other', { productIds: [shop.products[1]?.id] });
  await addCode('Late', { endsAt: '2020-01-01T00:00:00Z' });
  await addCode('Ships', { kind: 'SHIPPING', value: 0 });
  const guest = shop.site.visitor();
  const messageOf = async (code: string) => {
    const quote = await guest.call(orders.quote, { body: { items: one(), code } });
    expect(quote).toMatchObject({ discount: 0, totalAmount: 99.99 });
    return quote.codeMessage;
  };
  expect(await messageOf('Nope')).toBe("This code isn't valid.");
  expect(await messageOf('Rich')).toBe('Spend at least $1,000.00 to use this code.');
  expect(await messageOf('Other')).toBe("This code doesn't apply to anything in your cart.");
  expect(await messageOf('Late')).toBe('This code has expired.');
  expect(await messageOf('Ships')).toBe('Shipping is already free.');
  expect((await checkout(guest, { code: 5 })).status).toBe(400);
  expect((await checkout(guest, { vatNumber: 'DE1' })).status).toBe(400);
});

test('rejects a checkout with nothing to pay', async () => {
  await addCode('Gift', { value: 100 });
  expect(await problemOf(await checkout(shop.site.visitor(), { code: 'Gift' }))).toEqual([
    422,
    'NOTHING_TO_PAY',
  ]);
});

test('the last use of a code goes to the first buyer to pay and is restored by a cancellation', async () => {
  const { id } = await addCode('Once', { maxUses: 1 });
  const guests = [shop.site.visitor(), shop.site.visitor()] as const;
  const started = [];
  for (const guest of guests)
    started.push(await guest.call(orders.checkout, { body: { ...ADDRESS, items: one(), code: 'once' } }));
  for (const { paypalOrderId } of started) shop.paypal.approve(paypalOrderId);
  const [first, second] = started as [(typeof started)[0], (typeof started)[0]];
  const order = await shop.order(guests[0], first);
  expect(await problemOf(await shop.place(guests[1], second))).toEqual([409, 'CODE_USED_UP']);
  expect(shop.paypal.orders.get(second.paypalOrderId)?.capture).toBeNull();
  expect(await usesOf(id)).toBe(1);
  await admin.call(orders.setStatus, { params: { id: order.id }, body: { status: 'CANCELLED' } });
  expect(await usesOf(id)).toBe(0);
  expect((await shop.place(guests[1], second)).status).toBe(201);
});

test('a checkout can be charged for 200 minutes, then expires before anything is captured', async () => {
  const guest = shop.site.visitor();
  const [late, captured] = [await shop.checkout(guest), await shop.checkout(guest)];
  for (const { paypalOrderId } of [late, captured]) shop.paypal.approve(paypalOrderId);
  await shop.site.ctx.payments.service?.captureOrder(captured.paypalOrderId, 'elsewhere');
  await shop.site.ctx.db
    .updateTable('checkouts')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', 'in', [late.checkoutId, captured.checkoutId])
    .execute();
  for (let round = 0; round < 2; round += 1)
    expect(await problemOf(await shop.place(guest, late))).toEqual([409, 'CHECKOUT_EXPIRED']);
  expect(shop.paypal.orders.get(late.paypalOrderId)?.capture).toBeNull();
  // what was captured in time always becomes an order
  expect((await shop.place(guest, captured)).status).toBe(201);
});

test('attempts to guess a code are rate-limited, right or wrong', async () => {
  await addCode('Secret');
  const limited = await startShop({ RATE_LIMIT: 'on' });
  const quote = (code: string) =>
    limited.site.fetch('/api/checkout/quote', {
      json: { items: [{ productId: limited.products[0]?.id, quantity: 1 }], code },
    });
  const { ctx } = limited.site;
  await ctx.db
    .insertInto('discount_codes')
    .values({ code: 'Secret', kind: 'PERCENT', value: 1000 })
    .execute();
  for (let round = 0; round < 70; round += 1) expect((await quote('secret')).status).toBe(200);
  const statuses = [];
  for (let round = 0; round < 70; round += 1) statuses.push((await quote(`guess-${round}`)).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(61);
  expect((await quote('secret')).status).toBe(429);
  await limited.site.stop();
  await limited.paypal.close();
});
