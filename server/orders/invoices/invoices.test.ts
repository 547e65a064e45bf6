import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoices } from '#contract/orders/invoices.ts';
import { orders } from '#contract/orders/orders.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';

let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
});
afterAll(() => shop.paypal.close());

const numberOf = (text: string | null) => Number(text?.slice(4));

test('numbers have no gaps, even when many buyers pay at once and some fail', async () => {
  const guests = Array.from({ length: 8 }, () => shop.site.visitor());
  const checkouts = await Promise.all(guests.map((guest) => shop.checkout(guest)));
  for (const [at, { paypalOrderId }] of checkouts.entries())
    if (at % 4 !== 3) shop.paypal.approve(paypalOrderId);
  await Promise.all(checkouts.map((checkout, at) => shop.place(guests[at] ?? shop.site, checkout)));
  const all = await admin.call(orders.adminAll, { query: {} });
  expect(all.map(({ invoiceNumber }) => numberOf(invoiceNumber)).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
});

test('an invoice shows items, seller and buyer, to its buyer, key holders and admins only', async () => {
  const seller = { name: 'Sunny Ltd', address: '1 Beach Road', taxId: 'DE1', email: 'shop@example.org' };
  const { version } = (await (await admin.fetch('/api/admin/settings/shop')).json()) as { version: number };
  await admin.fetch('/api/admin/settings/shop', { method: 'PUT', json: { seller, version } });
  const guest = shop.site.visitor();
  const order = await shop.buy(guest);
  const path = `/api/orders/${order.id}/invoice`;
  expect((await shop.site.visitor().fetch(path)).status).toBe(404);
  expect((await (await shop.site.signUp()).fetch(path)).status).toBe(404);
  const answer = await guest.fetch(path, { headers: { 'x-order-key': order.orderKey } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.json()).toMatchObject({
    kind: 'INVOICE',
    number: order.invoiceNumber,
    orderId: order.id,
    seller,
    buyer: { shippingName: 'Ann Buyer', vatNumber: null },
    lines: [{ name: 'Orange Vibes', quantity: 1, price: 99.99, total: 99.99 }],
    subtotal: 99.99,
    totalAmount: 99.99,
    currency: 'USD',
  });
  expect((await guest.fetch(`${path}?key=${order.orderKey}`)).status).toBe(200);
  // later settings change no invoice
  await admin.fetch('/api/admin/settings/shop', {
    method: 'PUT',
    json: { seller: { ...seller, name: 'Other' }, version: version + 1 },
  });
  expect((await admin.call(invoices.get, { params: { id: order.id } })).seller.name).toBe('Sunny Ltd');
  expect((await admin.fetch(`${path}?number=CN-000999`)).status).toBe(404);
});

test('an order that was never paid has no invoice; a cancelled one has a credit note for all that was paid', async () => {
  const guest = shop.site.visitor();
  const order = await shop.buy(guest);
  await admin.call(orders.setStatus, {
    params: { id: order.id },
    body: { status: 'CANCELLED', reason: 'Sold out' },
  });
  const { creditNotes } = await admin.call(orders.get, { params: { id: order.id } });
  const note = await admin.call(invoices.get, {
    params: { id: order.id },
    query: { number: creditNotes[0]?.number },
  });
  expect(note).toMatchObject({
    kind: 'CREDIT_NOTE',
    invoiceNumber: order.invoiceNumber,
    totalAmount: 99.99,
    reason: 'Sold out',
  });
  const month = new Date().toISOString().slice(0, 7);
  const csv = await (await admin.fetch(`/api/admin/tax-report.csv?month=${month}`)).text();
  expect(csv).toContain(`${order.invoiceNumber},${order.id},`);
  expect(csv).toMatch(/CN-000001,.*-99\.99/);
});
