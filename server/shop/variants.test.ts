import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProductInput } from '#contract/shop/product-input.ts';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { stock } from '#contract/shop/stock.ts';
import { isGtin } from '#contract/shop/variants.rules.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import type { TestPerson } from '#server/testing/site.ts';

let shop: Shop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN', 'boss');
});
afterAll(() => shop.paypal.close());

const AVIATOR: ProductInput = {
  name: 'Aviator',
  category: 'Classic',
  options: [
    { name: 'Colour', values: ['Black', 'Gold'] },
    { name: 'Lens', values: ['Clear', 'Dark'] },
  ],
  variants: [
    { options: ['Black', 'Clear'], price: 80, stock: 0, sku: 'AV-BC', gtin: '4006381333931' },
    { options: ['Black', 'Dark'], price: 90, stock: 2, images: ['/products/premium-black-front.webp'] },
    { options: ['Gold', 'Dark'], price: 120, stock: null },
  ],
};
const create = (change: Partial<ProductInput> = {}) =>
  admin.call(shopApi.createProduct, { body: { ...AVIATOR, ...change } });
const put = (id: number, body: object) =>
  admin.fetch(`/api/admin/products/${id}`, { method: 'PUT', json: body });
const find = (id: number) => shop.site.call(shopApi.product, { params: { id } });
const add = (by: TestPerson, body: object) => by.fetch('/api/cart/add', { json: body });

test('the price is the lowest in stock, the stock is the sum, and only admins see the stock of each variant', async () => {
  const { id, variants } = await create();
  expect(variants[1]).toMatchObject({ stock: 2, lowStockAt: 3, inStock: true });
  const product = await find(id);
  expect(product).toMatchObject({ price: 90, stock: null, options: AVIATOR.options });
  expect(product.variants).toEqual([
    {
      id: variants[0]?.id,
      options: ['Black', 'Clear'],
      price: 80,
      sku: 'AV-BC',
      gtin: '4006381333931',
      images: [],
      inStock: false,
    },
    expect.objectContaining({ price: 90, inStock: true, images: ['/products/premium-black-front.webp'] }),
    expect.objectContaining({ options: ['Gold', 'Dark'], price: 120, inStock: true }),
  ]);
  const limited = await create({
    variants: AVIATOR.variants?.slice(0, 2).map((each) => ({ ...each, stock: 2 })) ?? null,
  });
  expect(limited).toMatchObject({ price: 80, stock: 4 });
});

test('existing products have one variant with their price, and are edited as before', async () => {
  const [product] = shop.products;
  expect(product?.variants).toMatchObject([{ options: [], price: 99.99, inStock: true }]);
  const { id } = await admin.call(shopApi.createProduct, {
    body: { name: 'Plain', price: 5, category: 'Casual', stock: 4 },
  });
  expect(await find(id)).toMatchObject({ price: 5, stock: 4, options: [], variants: [{ price: 5 }] });
  expect((await put(id, { name: 'Plain', price: 6, category: 'Casual', stock: 0 })).status).toBe(200);
  expect(await find(id)).toMatchObject({ price: 6, stock: 0, variants: [{ inStock: false }] });
});

test.each([
  ['a combination twice', { variants: [{ options: ['Black', 'Dark'] }, { options: ['Black', 'Dark'] }] }],
  ['an unknown value', { variants: [{ options: ['Black', 'Pink'] }] }],
  ['too few values', { variants: [{ options: ['Black'] }] }],
  ['three options', { options: ['a', 'b', 'c'].map((name) => ({ name, values: ['1'] })), variants: null }],
  ['a wrong check digit', { variants: [{ options: ['Black', 'Dark'], gtin: '4006381333930' }] }],
  ['no price at all', { price: null }],
])('refuses %s', async (_, change) => {
  const answer = await admin.fetch('/api/admin/products', {
    json: {
      ...AVIATOR,
      price: 5,
      ...change,
      variants:
        'variants' in change ? change.variants : AVIATOR.variants?.map(({ price: _price, ...each }) => each),
    },
  });
  expect(answer.status).toBe(400);
});

test('validates the check digits of GTIN-8, 12, 13 and 14', () => {
  for (const good of ['96385074', '614141000036', '4006381333931', '10614141000415'])
    expect(isGtin(good), good).toBe(true);
  for (const bad of ['96385075', '614141000037', '400638133393', '1', '', '４００６３８１３３３９３１'])
    expect(isGtin(bad), bad).toBe(false);
});

test('edited variants retain their ids, units sold since stay sold, and an omitted variant is removed', async () => {
  const { id, variants } = await create();
  const [clear, dark, gold] = variants;
  await shop.buy(shop.site.visitor(), [{ productId: id, variantId: dark?.id, quantity: 1 }]);
  const saved = await put(id, {
    ...AVIATOR,
    variants: [
      { options: ['Gold', 'Dark'], price: 110 },
      { id: dark?.id, options: ['Black', 'Dark'], price: 95, stock: 2, stockBefore: 2 },
    ],
  });
  expect(saved.status).toBe(200);
  expect((await find(id)).variants.map((each) => [each.id, each.price])).toEqual([
    [gold?.id, 110],
    [dark?.id, 95],
  ]);
  const movements = await admin.call(stock.movements);
  expect(movements.filter(({ variantId }) => variantId === dark?.id)).toMatchObject([
    { quantity: -1, reason: 'SALE', actor: 'buyer', variant: 'Black / Dark', orderId: expect.any(Number) },
    { quantity: 2, reason: 'ADJUSTED', actor: 'boss', orderId: null },
  ]);
  const other = await create();
  expect(
    (
      await put(other.id, {
        ...AVIATOR,
        price: 5,
        variants: [{ id: clear?.id, options: ['Black', 'Clear'] }],
      })
    ).status,
  ).toBe(422);
});

test('the cart holds variants: the first in stock if none is given', async () => {
  const buyer = await shop.site.signUp();
  const { id, variants } = await create();
  const [clear, dark, gold] = variants.map((each) => each.id);
  const answer = await add(buyer, { productId: id });
  expect(answer.status).toBe(200);
  await add(buyer, { productId: id, variantId: gold, quantity: 2 });
  expect(await buyer.call(shopApi.cart)).toMatchObject([
    {
      productId: String(id),
      variantId: dark,
      variant: 'Black / Dark',
      price: 90,
      stock: 2,
      image: '/products/premium-black-front.webp',
    },
    { variantId: gold, variant: 'Gold / Dark', price: 120, quantity: 2, stock: null },
  ]);
  expect((await add(buyer, { productId: id, variantId: clear })).status).toBe(409);
  expect((await add(buyer, { productId: id, variantId: 999_999 })).status).toBe(422);
  expect((await add(buyer, { productId: shop.products[0]?.id, variantId: gold })).status).toBe(422);
  expect((await add(buyer, { productId: 999_999 })).status).toBe(404);

  const update = (query: string) =>
    buyer.fetch(`/api/cart/update?productId=${id}${query}`, { method: 'PUT' });
  expect((await update('&quantity=3')).status).toBe(409);
  expect((await update(`&variantId=${gold}&quantity=3`)).status).toBe(200);
  expect((await buyer.call(shopApi.cart)).map(({ quantity }) => quantity)).toEqual([1, 3]);
  await buyer.call(shopApi.removeFromCart, { query: { productId: id, variantId: dark } });
  expect((await update('&quantity=4')).status).toBe(200);
  await add(buyer, { productId: id, variantId: dark });
  expect(await buyer.call(shopApi.removeFromCart, { query: { productId: id } })).toEqual([]);
});

test('a guest cart brings its variants along, and orders list them', async () => {
  const buyer = await shop.site.signUp();
  const { id, variants } = await create();
  const gold = variants[2]?.id;
  const items = [{ productId: id, variantId: gold, quantity: 2, videoId: 999_999, at: 3.5 }];
  const cart = await buyer.call(shopApi.mergeCart, { body: { key: 'guest-cart-1', items } });
  expect(cart).toMatchObject([{ variantId: gold, quantity: 2, videoId: null, at: 3.5 }]);
  const order = await shop.buy(buyer, [...items, { productId: id, quantity: 1 }]);
  expect(order).toMatchObject({ totalAmount: 330, subtotal: 330, discount: 0, tax: 0, taxLines: [] });
  expect(order.items).toMatchObject([
    {
      lineId: 1,
      variantId: gold,
      variant: 'Gold / Dark',
      price: 120,
      quantity: 2,
      videoId: 999_999,
      at: 3.5,
    },
    { lineId: 2, variantId: variants[1]?.id, variant: 'Black / Dark', videoId: null, at: null },
  ]);
  expect(await buyer.call(shopApi.cart)).toEqual([]);
});

test('stock is per variant: of two buyers, only one gets the last units', async () => {
  const { id, variants } = await create();
  const dark = variants[1]?.id;
  const guests = [shop.site.visitor(), shop.site.visitor()];
  const items = [{ productId: id, variantId: dark, quantity: 2 }];
  const checkouts = [];
  for (const guest of guests) checkouts.push(await shop.checkout(guest, items));
  for (const { paypalOrderId } of checkouts) shop.paypal.approve(paypalOrderId);
  const answers = await Promise.all(
    checkouts.map((checkout, at) => shop.place(guests[at] ?? shop.site, checkout)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await find(id)).variants[1]?.inStock).toBe(false);
  const rows = await shop.site.ctx.db
    .selectFrom('stock_movements')
    .select((eb) => eb.fn.sum<string>('quantity').as('sum'))
    .where('variant_id', '=', dark ?? 0)
    .executeTakeFirst();
  expect(Number(rows?.sum)).toBe(0);
});

test('exports the stock ledger of a month as CSV', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const csv = await (await admin.fetch(`/api/admin/stock-movements.csv?month=${month}`)).text();
  expect(csv).toContain('Movement,Time,Product,Name,Variant,Options,Quantity,Reason,By,Order');
  expect(csv).toContain('Aviator');
  const empty = await (await admin.fetch('/api/admin/stock-movements.csv?month=2020-01')).text();
  expect(empty.trim().split('\r\n')).toHaveLength(1);
  expect((await admin.fetch('/api/admin/stock-movements?month=2026-13')).status).toBe(400);
});
