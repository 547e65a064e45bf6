import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { orders, Order, PlacedOrder } from '#contract/orders/orders.ts';
import { waitForMail } from '#server/testing/mails.ts';
import { ADDRESS, startShop, type Shop } from '#server/testing/shopping.ts';
import { bodyOf } from '#server/testing/client.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.paypal.close());
beforeEach(() => {
  Object.assign(shop.paypal.switches, { outcome: null, slowMs: 0, status: null, drop: null });
});

const codeOf = async (answer: Response) => [
  answer.status,
  (await bodyOf(answer, z.object({ code: z.string() }))).code,
];

describe('buying', () => {
  test('as a guest: checkout, approval, order, and who can read the order', async () => {
    const guest = shop.site.visitor();
    const [first, second] = shop.products;
    const checkout = await shop.checkout(guest, [
      { productId: String(first?.id), quantity: 2 },
      { productId: second?.id ?? 0, quantity: 1 },
    ]);
    expect(checkout).toMatchObject({ totalAmount: 269.97, currency: 'USD' });
    expect(shop.paypal.orders.get(checkout.paypalOrderId)).toMatchObject({
      amount: { value: '269.97', currency_code: 'USD' },
      custom_id: String(checkout.checkoutId),
    });
    expect(await codeOf(await shop.place(guest, checkout))).toEqual([422, 'PAYMENT_NOT_APPROVED']);
    shop.paypal.approve(checkout.paypalOrderId);
    const placed = await shop.place(guest, checkout);
    expect(placed.status).toBe(201);
    const order = await bodyOf(placed, PlacedOrder);
    expect(order).toMatchObject({
      paypalOrderId: checkout.paypalOrderId,
      status: 'PAID',
      totalAmount: 269.97,
      username: null,
      shippingName: 'Ann Buyer',
      shippingPhone: null,
      paypalPayerEmail: 'buyer@example.org',
      orderKey: checkout.orderKey,
      items: [
        { productId: String(first?.id), productName: 'Orange Vibes', price: 99.99, quantity: 2 },
        { productName: 'Premium Black', price: 69.99, quantity: 1 },
      ],
    });
    const again = await shop.place(guest, checkout);
    expect([again.status, (await bodyOf(again, Order)).id]).toEqual([200, order.id]);

    const read = (init?: RequestInit, query = '') => shop.site.fetch(`/api/orders/${order.id}${query}`, init);
    const rejected = await read();
    expect([rejected.status, await rejected.json()]).toEqual([
      404,
      { error: 'Order not found', code: 'NOT_FOUND' },
    ]);
    expect((await read({ headers: { 'x-order-key': 'guess' } })).status).toBe(404);
    expect((await read({ headers: { 'x-order-key': order.orderKey } })).status).toBe(200);
    const byKey = await read({}, `?key=${order.orderKey}`);
    expect(await byKey.json()).not.toHaveProperty('orderKey');
    expect((await (await shop.site.signUp()).fetch(`/api/orders/${order.id}`)).status).toBe(404);
    expect((await (await shop.site.signUp('GLOBAL_ADMIN')).fetch(`/api/orders/${order.id}`)).status).toBe(
      200,
    );
  });

  test('when signed in, uses the server cart; items added after approval stay in it and are not charged', async () => {
    const person = await shop.site.signUp();
    const [first, second] = shop.products;
    await person.fetch('/api/cart/add', { json: { productId: first?.id, quantity: 2 } });
    const checkout = await person.call(orders.checkout, { body: ADDRESS });
    shop.paypal.approve(checkout.paypalOrderId);
    await person.fetch('/api/cart/add', { json: { productId: second?.id } });
    const order = await shop.order(person, checkout);
    expect(order).toMatchObject({ totalAmount: 199.98, username: person.username, items: [{ quantity: 2 }] });
    expect(await person.call(shopApi.cart)).toMatchObject([{ productId: String(second?.id), quantity: 1 }]);
    expect((await person.fetch(`/api/orders/${order.id}`)).status).toBe(200);
    expect(await person.call(orders.mine)).toMatchObject([{ id: order.id }]);
    expect((await shop.site.fetch('/api/orders/mine')).status).toBe(401);
  });

  test('uses the prices at checkout; later price changes have no effect', async () => {
    const admin = await shop.site.signUp('GLOBAL_ADMIN');
    const input = { name: 'Changing', price: 10, category: 'Casual', description: '', images: [] };
    const { id } = await admin.call(shopApi.createProduct, { body: input });
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest, [{ productId: id, quantity: 1 }]);
    await admin.fetch(`/api/admin/products/${id}`, { method: 'PUT', json: { ...input, price: 99 } });
    shop.paypal.approve(checkout.paypalOrderId);
    expect(await (await shop.place(guest, checkout)).json()).toMatchObject({
      totalAmount: 10,
      items: [{ price: 10 }],
    });
  });

  test('a declined payment creates no order, and another attempt succeeds', async () => {
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest);
    shop.paypal.approve(checkout.paypalOrderId, { outcome: 'DECLINED' });
    expect(await codeOf(await shop.place(guest, checkout))).toEqual([422, 'PAYMENT_DECLINED']);
    expect(await shop.ordersOf(checkout.paypalOrderId)).toEqual([]);
    shop.paypal.approve(checkout.paypalOrderId);
    expect((await shop.place(guest, checkout)).status).toBe(201);
  });

  test('reports at checkout that payments are off', async () => {
    const { startTestSite } = await import('#server/testing/site.ts');
    const site = await startTestSite({ PAYMENTS: 'off' });
    const answer = await site.visitor().fetch('/api/checkout', {
      json: { ...ADDRESS, items: [{ productId: 1, quantity: 1 }] },
    });
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: 'Payments aren’t set up on this site yet.', code: 'PAYMENTS_OFF' },
    ]);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    await site.stop();
  });
});

describe('rejected at checkout', () => {
  test.for([0, -1, 1.5, 1e9, null, '1'])('quantity %s', async (quantity) => {
    const answer = await shop.site.visitor().fetch('/api/checkout', {
      json: { ...ADDRESS, items: [{ productId: shop.products[0]?.id, quantity }] },
    });
    expect(answer.status).toBe(400);
  });

  test('no lines, 51 lines, 10,000 lines, unknown products, more than 20 in two lines, empty fields', async () => {
    const guest = shop.site.visitor();
    const id = shop.products[0]?.id ?? 0;
    const tryItems = async (items: unknown) =>
      (await guest.fetch('/api/checkout', { json: { ...ADDRESS, items } })).status;
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ productId: index + 1, quantity: 1 }));
    expect(
      await Promise.all(
        [[], null, lines(51), lines(10_000), 'x', [{ productId: 'x', quantity: 1 }]].map(tryItems),
      ),
    ).toEqual([400, 400, 400, 400, 400, 400]);
    expect(await tryItems([{ productId: 999_999, quantity: 1 }])).toBe(422);
    expect(
      await tryItems([
        { productId: id, quantity: 12 },
        { productId: id, quantity: 12 },
      ]),
    ).toBe(400);
    for (const field of [
      'shippingName',
      'shippingAddress',
      'shippingCity',
      'shippingState',
      'shippingZipCode',
      'shippingCountry',
    ]) {
      const answer = await guest.fetch('/api/checkout', {
        json: { ...ADDRESS, [field]: '  ', items: [{ productId: id, quantity: 1 }] },
      });
      expect([
        answer.status,
        Object.keys((await bodyOf(answer, z.object({ fields: z.looseObject({}) }))).fields),
      ]).toEqual([400, [field]]);
    }
  });
});

describe('the browser is never trusted with money', () => {
  test("rejects another buyer's payment and a made-up one", async () => {
    const [buyer, stranger] = [shop.site.visitor(), shop.site.visitor()];
    const checkout = await shop.checkout(buyer);
    shop.paypal.approve(checkout.paypalOrderId);
    const captures = shop.captures();
    for (const by of [stranger, shop.site, await shop.site.signUp()]) {
      expect(await codeOf(await shop.place(by, checkout))).toEqual([422, 'UNKNOWN_PAYMENT']);
    }
    expect(await codeOf(await shop.place(buyer, { ...checkout, paypalOrderId: 'MADEUP' }))).toEqual([
      422,
      'UNKNOWN_PAYMENT',
    ]);
    expect(shop.captures()).toBe(captures);
    expect((await shop.place(buyer, checkout)).status).toBe(201);
    expect(await codeOf(await shop.place(stranger, checkout))).toEqual([422, 'UNKNOWN_PAYMENT']);
  });

  test('the checkout key works as well as the cookie', async () => {
    const checkout = await shop.checkout(shop.site.visitor());
    shop.paypal.approve(checkout.paypalOrderId);
    const answer = await shop.site.fetch('/api/orders', {
      json: { paypalOrderId: checkout.paypalOrderId },
      headers: { 'x-order-key': checkout.orderKey },
    });
    expect(answer.status).toBe(201);
  });

  test.for([{ totalAmount: 0.01 }, { totalAmount: 99.98 }, { totalAmount: 1e300 }, { currency: 'EUR' }])(
    'rejects tampered fields: %j',
    async (change) => {
      const guest = shop.site.visitor();
      const checkout = await shop.checkout(guest);
      shop.paypal.approve(checkout.paypalOrderId);
      expect((await shop.place(guest, checkout, change)).status).toBe(422);
      expect(shop.paypal.orders.get(checkout.paypalOrderId)?.capture).toBeNull();
      expect(await shop.ordersOf(checkout.paypalOrderId)).toEqual([]);
    },
  );

  test('items and address sent with the order change nothing', async () => {
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest);
    shop.paypal.approve(checkout.paypalOrderId);
    const items = [
      {
        productId: '3',
        productName: 'Cheap',
        price: 0.01,
        quantity: 99,
        description: 'As good as new',
        image: '/cheap.webp',
        category: 'Casual',
      },
    ];
    expect(await (await shop.place(guest, checkout, { items, shippingName: 'Thief' })).json()).toMatchObject({
      totalAmount: 99.99,
      shippingName: 'Ann Buyer',
      items: [{ productName: 'Orange Vibes', price: 99.99 }],
      paypalPayerEmail: 'buyer@example.org',
    });
    // stored as the client sent it, without interpretation
    expect(
      await shop.site.ctx.db
        .selectFrom('checkouts')
        .select('client_said')
        .where('id', '=', checkout.checkoutId)
        .executeTakeFirst(),
    ).toMatchObject({
      client_said: {
        username: 'guest',
        shippingName: 'Thief',
        paypalPayerId: 'X',
        paypalPayerEmail: 'x@example.org',
        items,
      },
    });
  });

  test.for([{ items: [{ productId: {} }] }, { items: 'x' }, { paypalPayerEmail: 'a\0b' }, { username: 5 }])(
    'rejects malformed fields: %j',
    async (change) => {
      const guest = shop.site.visitor();
      const checkout = await shop.checkout(guest);
      shop.paypal.approve(checkout.paypalOrderId);
      expect((await shop.place(guest, checkout, change)).status).toBe(400);
      expect((await shop.place(guest, checkout)).status).toBe(201);
    },
  );

  test('accepts an order with only the payment', async () => {
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest);
    shop.paypal.approve(checkout.paypalOrderId);
    const answer = await guest.fetch('/api/orders', { json: { paypalOrderId: checkout.paypalOrderId } });
    expect(answer.status).toBe(201);
  });

  test.for([
    { amount: { value: '0.01', currency_code: 'USD' } },
    { amount: { value: '99.99', currency_code: 'EUR' } },
    { custom_id: '1' },
  ])('rejects a genuine payment that does not match the checkout: %j', async (change) => {
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest);
    Object.assign(shop.paypal.orders.get(checkout.paypalOrderId) ?? {}, change);
    shop.paypal.approve(checkout.paypalOrderId);
    expect(await codeOf(await shop.place(guest, checkout))).toEqual([422, 'PAYMENT_MISMATCH']);
    expect(shop.paypal.orders.get(checkout.paypalOrderId)?.capture).toBeNull();
    expect(await shop.ordersOf(checkout.paypalOrderId)).toEqual([]);
  });

  test('ten requests at once create one order with one capture', async () => {
    const guest = shop.site.visitor();
    const checkout = await shop.checkout(guest);
    shop.paypal.approve(checkout.paypalOrderId);
    const captures = shop.captures();
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.place(guest, checkout)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(
      new Set((await Promise.all(answers.map((answer) => bodyOf(answer, Order)))).map(({ id }) => id)).size,
    ).toBe(1);
    expect(shop.captures()).toBe(captures + 1);
  });
});

test("the order confirmation email contains the owner's texts about taxes and returns", async () => {
  const { site } = shop;
  const admin = await site.signUp('GLOBAL_ADMIN');
  const buyer = await site.signUp();
  const ownerTexts = { taxNote: 'Prices include VAT.', returnWords: 'Send it back within 30 days.' };
  const changed = await admin.fetch('/api/admin/settings/shop', {
    method: 'PUT',
    json: { version: 0, ...ownerTexts },
  });
  expect(changed.status).toBe(200);
  const order = await shop.buy(buyer);
  const email = await waitForMail(site.ctx, `${buyer.username}@example.org`, /is confirmed/);
  expect(email.subject).toContain(String(order.id));
  for (const each of Object.values(ownerTexts)) {
    expect(email.text).toContain(each);
    expect(email.html).toContain(each);
  }
});
