import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { productTags } from '#contract/product-tags/product-tags.ts';
import { shop as shopApi, type Product } from '#contract/shop/shop.ts';
import { bodyOf, callerBy } from '#server/testing/client.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { findWrong, isSeen, startWithVideos } from '#server/testing/visible-videos.ts';

let site: TestSite;
let creator: TestPerson;
let other: TestPerson;
let admin: TestPerson;
let member: TestPerson;
let products: Product[];
let video: number;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  creator = await site.signUp('CONTENT_CREATOR');
  other = await site.signUp('CONTENT_CREATOR');
  admin = await site.signUp('GLOBAL_ADMIN');
  member = await site.signUp();
  products = await site.call(shopApi.products);
  await putShop({ creatorsMayTagProducts: true });
});
beforeEach(async () => {
  video = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 10_000 });
});

async function putShop(change: object): Promise<void> {
  const path = '/api/admin/settings/shop';
  const { version } = await bodyOf(admin.fetch(path), z.object({ version: z.number() }));
  expect((await admin.fetch(path, { method: 'PUT', json: { version, ...change } })).status).toBe(200);
}

const idOf = (at: number): number => products[at]?.id ?? 0;
const save = (tags: unknown, by: TestPerson = creator, id = video) =>
  by.fetch(`/api/videos/${id}/products`, { method: 'PUT', json: tags });
const statusOf = async (tags: unknown, by?: TestPerson, id?: number) => (await save(tags, by, id)).status;
const list = (id = video) => site.call(productTags.list, { params: { id } });
const one = (change: object = {}) => [{ productId: idOf(0), start: 1, end: 4, ...change }];

/** Changes the only variant of a product, or adds another. */
const setStock = (productId: number, stock: number | null) =>
  site.ctx.db.updateTable('product_variants').set({ stock }).where('product_id', '=', productId).execute();
async function addVariant(productId: number, options: string[], cents: number, stock: number | null = null) {
  const { id } = await site.ctx.db
    .insertInto('product_variants')
    .values({
      product_id: productId,
      position: 9,
      options: JSON.stringify(options),
      price_cents: cents,
      stock,
      images: '["/products/own.webp"]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  site.ctx.cache.drop('products');
  return id;
}

/** Through the page that an admin changes products on. */
async function change(productId: number, by: object): Promise<void> {
  const before = (await admin.call(shopApi.adminProducts)).find(({ id }) => id === productId);
  const answer = await admin.fetch(`/api/admin/products/${productId}`, {
    method: 'PUT',
    json: { ...before, options: undefined, variants: undefined, ...by },
  });
  expect(answer.status).toBe(200);
}

test('a creator tags the products in a video; each save replaces all tags', async () => {
  expect(await list()).toEqual([]);
  const answer = await save([
    { productId: String(idOf(1)), start: 5.5, end: 10 },
    { productId: idOf(0), variantId: null, start: 0, end: 6 },
  ]);
  expect(answer.status).toBe(200);
  const expected = [
    {
      productId: idOf(0),
      variantId: null,
      variant: null,
      name: 'Orange Vibes',
      image: products[0]?.image,
      price: 99.99,
      inStock: true,
      start: 0,
      end: 6,
    },
    expect.objectContaining({ productId: idOf(1), name: 'Premium Black', start: 5.5, end: 10 }),
  ];
  expect(await answer.json()).toEqual(expected);
  expect(await list()).toEqual(expected);
  await save(one());
  expect(await list()).toHaveLength(1);
  await save([]);
  expect(await list()).toEqual([]);
});

test('concurrent saves leave one complete list', async () => {
  const lists = [one(), [...one(), ...one({ start: 2 })], []];
  const answers = await Promise.all([...lists, ...lists, ...lists].map((tags) => statusOf(tags)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect([0, 1, 2]).toContain((await list()).length);
});

test('only the creator, where the owner allows it, and admins can tag products', async () => {
  expect(await statusOf(one(), other)).toBe(404);
  expect(await statusOf(one(), creator, 999_999)).toBe(404);
  expect(await statusOf(one(), member)).toBe(403);
  expect((await site.fetch(`/api/videos/${video}/products`, { method: 'PUT', json: one() })).status).toBe(
    401,
  );
  expect(await statusOf(one(), admin)).toBe(200);
  const [entry] = await bodyOf(
    admin.fetch('/api/admin/audit'),
    z.array(z.object({ action: z.string(), subjectId: z.string().nullable() })),
  );
  expect(entry).toMatchObject({ action: 'video.products', subjectId: String(video) });
  await putShop({ creatorsMayTagProducts: false });
  expect(await statusOf([])).toBe(403);
  expect(await statusOf(one(), other)).toBe(404);
  expect(await statusOf([], admin)).toBe(200);
  await putShop({ creatorsMayTagProducts: true });
});

test('rejects invalid tags', async () => {
  const second = await addVariant(idOf(1), ['Green'], 1000);
  expect(await statusOf({})).toBe(400);
  expect(await statusOf(one({ start: 4 }))).toBe(400);
  expect(await statusOf(one({ start: -1 }))).toBe(400);
  expect(await statusOf(one({ end: 'soon' }))).toBe(400);
  expect(await statusOf(Array.from({ length: 21 }, () => one()[0]))).toBe(400);
  expect(await statusOf(Array.from({ length: 20 }, () => one()[0]))).toBe(200);
  expect(await statusOf(one({ productId: 999_999 }))).toBe(422);
  expect(await statusOf(one({ variantId: 999_999 }))).toBe(422);
  expect(await statusOf(one({ variantId: second }))).toBe(422);
  const late = await save([...one(), ...one({ end: 10.1 })]);
  expect([late.status, await late.json()]).toEqual([
    422,
    {
      code: 'INVALID_INPUT',
      error: expect.anything(),
      fields: { '1.end': "It's past the end of the video." },
    },
  ]);
  const unknownLength = await addVideo(site.ctx, { uploader_id: creator.id, duration_ms: 0 });
  expect(await statusOf(one({ end: 500 }), creator, unknownLength)).toBe(200);
});

test('a variant shows its own price, picture and stock; without one, the first variant in stock is shown', async () => {
  const large = await addVariant(idOf(2), ['Black', 'Large'], 4500, 1);
  await save([...one({ productId: idOf(2) }), ...one({ productId: idOf(2), variantId: large, start: 2 })]);
  const ofLarge = { variant: 'Black / Large', price: 45, image: '/products/own.webp', inStock: true };
  expect(await list()).toMatchObject([
    { variantId: null, variant: null, price: 29.99, inStock: true },
    { variantId: large, ...ofLarge },
  ]);
  await site.ctx.db.updateTable('product_variants').set({ stock: 0 }).where('id', '<>', large).execute();
  site.ctx.cache.drop('products');
  expect(await list()).toMatchObject([
    { variantId: null, ...ofLarge },
    { variantId: large, ...ofLarge },
  ]);
  await setStock(idOf(2), 0);
  site.ctx.cache.drop('products');
  expect((await list()).map(({ inStock }) => inStock)).toEqual([false, false]);
  for (const { id } of products) await setStock(id, null);
});

test('hidden products disappear at once, and all products where the site has no shop', async () => {
  await save([...one(), ...one({ productId: idOf(1) })]);
  await change(idOf(0), { hidden: true });
  expect((await list()).map(({ name }) => name)).toEqual(['Premium Black']);
  expect(await statusOf(one())).toBe(422);
  // an editor doesn't show it: what is saved meanwhile leaves its tag alone
  expect(await statusOf(one({ productId: idOf(1), start: 2 }))).toBe(200);
  await change(idOf(0), { hidden: false });
  expect((await list()).map(({ name, start }) => [name, start])).toEqual([
    ['Orange Vibes', 1],
    ['Premium Black', 2],
  ]);
  expect(await statusOf([])).toBe(200);
  expect(await list()).toEqual([]);
  await save([...one(), ...one({ productId: idOf(1) })]);
  await putShop({ offered: false });
  expect(await list()).toEqual([]);
  expect(await statusOf(one())).toBe(422);
  expect((await site.fetch(`/api/products/${idOf(0)}/videos`)).status).toBe(404);
  await putShop({ offered: true });
});

test('lists the public videos that show a product, newest first', async () => {
  const seen = async (by = site.fetch) =>
    (await callerBy(by).call(productTags.videos, { params: { id: idOf(0) } })).map(({ id }) => id);
  const before = await seen();
  const more = [{}, { visibility: 'UNLISTED' }, { visibility: 'PRIVATE' }, { status: 'PENDING' }] as const;
  for (const each of more) {
    const id = await addVideo(site.ctx, { uploader_id: creator.id, ...each });
    await save([...one(), ...one({ start: 2 })], creator, id);
    if (!('visibility' in each) && !('status' in each)) before.unshift(id);
  }
  expect(await seen()).toEqual(before);
  expect(await seen(creator.fetch)).toEqual(before);
  await other.fetch(`/api/me/blocks/${creator.username}`, { method: 'PUT' });
  expect(await seen(other.fetch)).toEqual([]);
  await change(idOf(0), { hidden: true });
  expect((await site.fetch(`/api/products/${idOf(0)}/videos`)).status).toBe(404);
  await change(idOf(0), { hidden: false });
});

test('a cart line records the first video it was added from, even if it was in the cart before', async () => {
  const buyer = await site.signUp();
  const add = async (more: object) =>
    await buyer.call(shopApi.addToCart, { body: { productId: idOf(0), ...more } });
  expect(await add({})).toMatchObject([{ quantity: 1, videoId: null, at: null }]);
  const second = await addVideo(site.ctx);
  const expected = { videoId: video, at: 2.5 };
  expect(await add(expected)).toMatchObject([{ quantity: 2, ...expected }]);
  expect(await add({ videoId: second, at: 7 })).toMatchObject([{ quantity: 3, ...expected }]);
});

test('a creator sees what their videos sold, and never who bought it', async () => {
  const second = await addVideo(site.ctx, { uploader_id: creator.id });
  const foreign = await addVideo(site.ctx, { uploader_id: other.id });
  const line = (videoId: number | null, quantity = 1, cents = 1000) => ({
    productId: idOf(0),
    name: 'Sold',
    cents,
    quantity,
    description: '',
    image: null,
    category: 'Classic',
    videoId,
    at: 2,
  });
  let orders = 0;
  const order = (items: object[], more: object = {}) =>
    site.ctx.db
      .insertInto('orders')
      .values({
        order_key: `key ${(orders += 1)}`,
        payment_id: `payment ${orders}`,
        capture_id: `capture ${orders}`,
        status: 'PAID',
        total_cents: 100,
        shipping_name: 'Ann Buyer',
        shipping_address: '1 Sunny Street',
        shipping_city: 'Miami',
        shipping_state: 'FL',
        shipping_zip_code: '33101',
        shipping_country: 'US',
        items: JSON.stringify(items),
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  await order([line(video, 2, 9999), line(null), line(second, 3)]);
  await order([line(foreign), line(video)], {
    status: 'SHIPPED',
    pricing: JSON.stringify({ discounts: [0, 250] }),
  });
  await order([line(video)], { currency: 'EUR', status: 'DELIVERED' });
  for (const status of ['PENDING', 'CANCELLED']) await order([line(video, 5)], { status });
  const { videoId: _, at: __, ...former } = line(null);
  await order([former]);
  // one of three came back, and a tenth of the order; what failed or is pending takes nothing off
  const { id } = await order([line(null), line(video, 3, 1000)], {
    status: 'SHIPPED',
    currency: 'GBP',
    total_cents: 4000,
  });
  const refund = (cents: number, lines: object[], status: 'DONE' | 'FAILED' | 'PENDING' = 'DONE') => ({
    order_id: id,
    status,
    cents,
    lines: JSON.stringify(lines),
    actor_name: 'boss',
  });
  await site.ctx.db
    .insertInto('refunds')
    .values([
      refund(1000, [{ lineId: 2, quantity: 1 }]),
      refund(1000, [{ lineId: 1, quantity: 1 }]),
      refund(400, []),
      refund(400, [], 'FAILED'),
      refund(400, [], 'PENDING'),
    ])
    .execute();
  const all = [
    { videoId: video, units: 1, amount: 10, currency: 'EUR' },
    { videoId: video, units: 2, amount: 17, currency: 'GBP' },
    { videoId: video, units: 3, amount: 207.48, currency: 'USD' },
    { videoId: second, units: 3, amount: 30, currency: 'USD' },
  ];
  expect(await creator.call(productTags.sales)).toEqual(all);
  expect(await creator.call(productTags.sales, { query: { videoId: second } })).toEqual([all[3]]);
  expect(await other.call(productTags.sales)).toEqual([
    { videoId: foreign, units: 1, amount: 10, currency: 'USD' },
  ]);
  expect((await other.fetch(`/api/me/sales?videoId=${video}`)).status).toBe(404);
  expect((await member.fetch('/api/me/sales')).status).toBe(403);
  expect((await site.fetch('/api/me/sales')).status).toBe(401);
});

test('only viewers who can see a video can see its products', async () => {
  const { videos, asViewer } = await startWithVideos();
  const wrong = await findWrong(
    videos,
    async ({ id }, viewer) => (await asViewer[viewer](`/api/videos/${id}/products`)).status === 200,
    isSeen,
  );
  expect(wrong).toEqual([]);
});
