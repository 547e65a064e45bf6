import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shop, Product } from '#contract/shop/shop.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let buyer: TestPerson;
let admin: TestPerson;
let ids: number[];

beforeAll(async () => {
  site = await startTestSite();
  buyer = await site.signUp();
  admin = await site.signUp('GLOBAL_ADMIN');
  ids = (await products()).map((product) => product.id);
});

const products = async (query = '') => await bodyOf(site.fetch(`/api/products${query}`), Product.array());
const cartOf = (person: TestPerson) => person.call(shop.cart);
const add = (person: TestPerson, body: object) => person.fetch('/api/cart/add', { json: body });

test('lists the three built-in products, also by category', async () => {
  expect(
    (await products()).map(({ name, price, category, stock }) => [name, price, category, stock]),
  ).toEqual([
    ['Orange Vibes', 99.99, 'Classic', null],
    ['Premium Black', 69.99, 'Premium', null],
    ['Lightweight Style', 29.99, 'Casual', null],
  ]);
  expect(await products('?category=Premium')).toHaveLength(1);
  expect((await site.fetch('/api/products?category=Nope')).status).toBe(400);
  const [first] = await products();
  expect(first).toMatchObject({
    fit: expect.stringContaining('mm'),
    lens: expect.stringContaining('UV400'),
    care: expect.stringMatching(/./),
  });
  expect(first?.images.length).toBeGreaterThan(1);
  expect(await site.call(shop.product, { params: { id: ids[0] } })).toEqual(first);
  expect((await site.fetch('/api/products/999999')).status).toBe(404);
});

describe('the cart', () => {
  beforeEach(async () => {
    buyer = await site.signUp();
  });

  test('belongs to the signed-in user', async () => {
    expect((await site.fetch('/api/cart')).status).toBe(401);
    expect(await cartOf(buyer)).toEqual([]);
  });

  test("counts 15 adds at once, caps a hundred at 20, and uses the catalogue's price", async () => {
    const body = { productId: String(ids[0]), productName: 'x', price: 0.01, quantity: 1 };
    await Promise.all(Array.from({ length: 15 }, () => add(buyer, body)));
    expect(await cartOf(buyer)).toMatchObject([
      {
        productId: String(ids[0]),
        productName: 'Orange Vibes',
        price: 99.99,
        quantity: 15,
        addedPrice: null,
      },
    ]);
    await Promise.all(Array.from({ length: 100 }, () => add(buyer, body)));
    expect((await cartOf(buyer))[0]?.quantity).toBe(20);
  });

  test('can be updated, reduced and cleared', async () => {
    await add(buyer, { productId: ids[0] });
    await add(buyer, { productId: ids[1] });
    expect(await buyer.call(shop.updateCart, { query: { productId: ids[0], quantity: 3 } })).toMatchObject([
      { quantity: 3 },
      { quantity: 1 },
    ]);
    expect(
      (await buyer.fetch(`/api/cart/update?productId=${ids[2]}&quantity=3`, { method: 'PUT' })).status,
    ).toBe(404);
    expect(await buyer.call(shop.removeFromCart, { query: { productId: ids[0] } })).toHaveLength(1);
    expect(await buyer.call(shop.clearCart)).toEqual([]);
  });

  test.for([0, -1, 1.5, 1e9, 21, Number.NaN, '2', 'many', {}])(
    'quantity %s is rejected',
    async (quantity) => {
      const answer = await add(buyer, {
        productId: ids[0],
        quantity: Number.isNaN(quantity) ? 'NaN' : quantity,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { quantity: expect.stringContaining('1 to 20') },
      });
      expect(
        (
          await buyer.fetch(
            `/api/cart/update?productId=${ids[0]}&quantity=${encodeURIComponent(String(typeof quantity === 'string' ? `x${quantity}` : quantity))}`,
            { method: 'PUT' },
          )
        ).status,
      ).toBe(400);
    },
  );

  test('rejects unknown products, 51 lines, 10,000 lines and invalid quantities of a guest cart', async () => {
    expect((await add(buyer, { productId: 999_999 })).status).toBe(404);
    expect((await add(buyer, { productId: "1'; drop table products" })).status).toBe(400);
    const merge = async (items: object[]) =>
      (await buyer.fetch('/api/cart/merge', { json: { key: 'merge-rejected', items } })).status;
    for (const length of [51, 10_000])
      expect(await merge(Array.from({ length }, (_, at) => ({ productId: at + 1, quantity: 1 })))).toBe(400);
    for (const quantity of [0, -1, 1.5, 1e9, null])
      expect(await merge([{ productId: ids[0], quantity }])).toBe(400);
  });

  test('merges a guest cart once, adding up and capping its quantities', async () => {
    const person = await site.signUp();
    await add(person, { productId: ids[0], quantity: 15 });
    const merge = {
      key: 'guest-cart-1',
      items: [
        { productId: String(ids[0]), quantity: 10 },
        { productId: ids[2], quantity: 2 },
        { productId: 999_999, quantity: 1 },
      ],
    };
    await Promise.all(Array.from({ length: 5 }, () => person.fetch('/api/cart/merge', { json: merge })));
    expect(await cartOf(person)).toMatchObject([{ quantity: 20 }, { quantity: 2 }]);
    // the latest hundred are remembered
    await sql`insert into cart_merges (user_id, key, merged_at)
      select ${person.id}, 'former-' || n, now() - n * interval '1 minute' from generate_series(1, 150) n`.execute(
      site.ctx.db,
    );
    await person.fetch('/api/cart/merge', { json: { key: 'guest-cart-2', items: [] } });
    const merges = await site.ctx.db
      .selectFrom('cart_merges')
      .where('user_id', '=', person.id)
      .select('key')
      .orderBy('merged_at', 'desc')
      .execute();
    expect([merges.length, merges.at(-1)?.key]).toEqual([100, 'former-98']);
    await person.fetch('/api/cart/merge', { json: merge });
    expect(await cartOf(person)).toMatchObject([{ quantity: 20 }, { quantity: 2 }]);
  });
});

describe('managing products', () => {
  test('adds a product, changes its price (noted in the cart) and hides it', async () => {
    const input = {
      name: 'Sunset',
      price: 10.5,
      category: 'Casual',
      images: ['/products/x.webp'],
      description: 'Warm.',
    };
    const { id } = await admin.call(shop.createProduct, { body: input });
    const person = await site.signUp();
    await add(person, { productId: id });
    const change = (more: object) =>
      admin.fetch(`/api/admin/products/${id}`, { method: 'PUT', json: { ...input, ...more } });
    expect((await change({ price: 12.25, stock: 3, fit: 'Wide.', care: ' ' })).status).toBe(200);
    expect(await site.call(shop.product, { params: { id } })).toMatchObject({
      fit: 'Wide.',
      lens: null,
      care: null,
    });
    expect(await cartOf(person)).toMatchObject([{ price: 12.25, addedPrice: 10.5, stock: 3 }]);
    expect((await products()).find((product) => product.id === id)).toMatchObject({ price: 12.25, stock: 3 });
    await change({ hidden: true });
    expect((await products()).some((product) => product.id === id)).toBe(false);
    expect((await site.fetch(`/api/products/${id}`)).status).toBe(404);
    expect((await add(buyer, { productId: id })).status).toBe(404);
    expect(await cartOf(person)).toMatchObject([{ stock: 0 }]);
  });

  test.for([
    { price: 0 },
    { price: -1 },
    { price: 1.234 },
    { price: '9' },
    { name: ' ' },
    { category: 'Nope' },
    { stock: -1 },
    { stock: 1.5 },
    { images: ['javascript:alert(1)'] },
    { images: ['//evil.example/x'] },
  ])('%j is rejected', async (change) => {
    const answer = await admin.fetch('/api/admin/products', {
      json: { name: 'A', price: 1, category: 'Casual', ...change },
    });
    expect(answer.status).toBe(400);
  });
});
