import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shop as shopApi, AdminProduct } from '#contract/shop/shop.ts';
import { startShop, type Shop } from '#server/testing/shopping.ts';
import { startBucket } from '#server/testing/s3.ts';
import { startTestSite, type Fetch, type TestPerson } from '#server/testing/site.ts';
import { bodyOf } from '#server/testing/client.ts';
import { sweepPictures } from './pictures.jobs.ts';

let shop: Shop;
let admin: TestPerson;
beforeAll(async () => {
  shop = await startShop();
  admin = await shop.site.signUp('GLOBAL_ADMIN');
});
afterAll(() => shop.paypal.close());

const photo = (format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg', width = 1600) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: 'orange' } })
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
const upload = (fetch: Fetch, bytes: Buffer | string, field = 'file') => {
  const body = new FormData();
  body.append(field, new Blob([bytes as BlobPart], { type: 'image/jpeg' }), 'glasses.jpg');
  return fetch('/api/admin/products/pictures', { method: 'POST', body });
};
const uploaded = async (fetch: Fetch, bytes: Buffer) =>
  (await bodyOf(upload(fetch, bytes), z.object({ url: z.string() }))).url;
const PRODUCT = { name: 'Pictured', price: 5, category: 'Casual', description: '' };
const create = (images: string[], imageAlts: (string | null)[] = []) =>
  admin.fetch('/api/admin/products', { json: { ...PRODUCT, images, imageAlts } });
const sweepInADay = async () => {
  const { ctx } = shop.site;
  await ctx.db
    .updateTable('product_pictures')
    .set({ used_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  await sweepPictures.run(ctx, {}, { id: 'x', signal: new AbortController().signal });
};
const statusOf = async (url: string) => (await shop.site.fetch(url)).status;

describe('a product picture', () => {
  test.for(['jpeg', 'png', 'webp', 'avif'] as const)(
    'as %s is re-encoded and cached permanently',
    async (format) => {
      const answer = await upload(admin.fetch, await photo(format));
      expect(answer.status).toBe(201);
      const { url } = await bodyOf(answer, z.object({ url: z.string() }));
      const served = await shop.site.fetch(url);
      expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=300, immutable');
      expect(served.headers.get('content-type')).toBe('image/webp');
      const bytes = Buffer.from(await served.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 640 });
      expect(bytes.includes('secret place')).toBe(false);
      const small = Buffer.from(await (await shop.site.fetch(url.replace('1280.', '640.'))).arrayBuffer());
      expect((await sharp(small).metadata()).width).toBe(640);
    },
  );

  test('that is animated becomes a still of its first frame', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
    const moving = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const served = await shop.site.fetch(await uploaded(admin.fetch, moving));
    const still = sharp(Buffer.from(await served.arrayBuffer()));
    const { format, pages = 1, height } = await still.metadata();
    expect({ format, pages, height }).toEqual({ format: 'webp', pages: 1, height: 20 });
    const [red, , blue] = (await still.stats()).channels;
    expect((red?.mean ?? 0) > 200 && (blue?.mean ?? 255) < 60).toBe(true);
  });

  test('is rejected if not an image, a drawing, empty, damaged, too large or not from an admin', async () => {
    const jpeg = await photo();
    for (const [bytes, status] of [
      ['just text', 415],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
      [jpeg.subarray(0, 400), 415],
      ['', 400],
      [Buffer.alloc(10 * 1024 * 1024 + 1), 413],
    ] as const) {
      const answer = await upload(admin.fetch, bytes);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: expect.any(String) });
    }
    expect((await upload(admin.fetch, jpeg, 'other')).status).toBe(400);
    expect((await admin.fetch('/api/admin/products/pictures', { json: {} })).status).toBe(415);
    expect((await upload(shop.site.fetch, jpeg)).status).toBe(401);
    expect((await upload((await shop.site.signUp('CONTENT_CREATOR')).fetch, jpeg)).status).toBe(403);
  });

  test('is one of several, in order and with alt texts, and can be reordered', async () => {
    const urls = await Promise.all(
      [photo('jpeg'), photo('png')].map(async (each) => uploaded(admin.fetch, await each)),
    );
    const { id } = await bodyOf(create(urls, [' From the front ', '']), AdminProduct);
    const read = () => shop.site.call(shopApi.product, { params: { id } });
    expect(await read()).toMatchObject({ image: urls[0], images: urls, imageAlts: ['From the front', null] });
    const turned = urls.toReversed();
    await admin.fetch(`/api/admin/products/${id}`, {
      method: 'PUT',
      json: { ...PRODUCT, images: turned, imageAlts: [null, 'From the front'] },
    });
    expect(await read()).toMatchObject({
      image: turned[0],
      images: turned,
      imageAlts: [null, 'From the front'],
    });
    // the address alone proves nothing
    await admin.fetch(`/api/admin/products/${id}`, {
      method: 'PUT',
      json: { ...PRODUCT, images: ['/products/x.webp'] },
    });
    expect(await read()).toMatchObject({ images: ['/products/x.webp'], imageAlts: [null] });
  });

  test('is swept after a day if never saved or removed, but stays while a product or an order shows it', async () => {
    const [left, shown, taken, bought] = (await Promise.all(
      [1, 2, 3, 4].map(async () => uploaded(admin.fetch, await photo('jpeg', 700))),
    )) as [string, string, string, string];
    const { id } = await bodyOf(create([shown, taken]), AdminProduct);
    const sold = await bodyOf(create([bought]), AdminProduct);
    await shop.checkout(shop.site.visitor(), [{ productId: sold.id, quantity: 1 }]);
    for (const product of [id, sold.id])
      await admin.fetch(`/api/admin/products/${product}`, {
        method: 'PUT',
        json: { ...PRODUCT, images: product === id ? [shown] : [] },
      });
    const { ctx } = shop.site;
    await sweepPictures.run(ctx, {}, { id: 'x', signal: new AbortController().signal });
    expect(await Promise.all([left, shown, taken, bought].map(statusOf))).toEqual([200, 200, 200, 200]);
    await sweepInADay();
    expect(await Promise.all([left, shown, taken, bought].map(statusOf))).toEqual([404, 200, 404, 200]);
    expect(await statusOf(left.replace('1280.', '640.'))).toBe(404);
    // a deleted picture can't be used by a product
    const late = await create([shown, left]);
    expect([late.status, await late.json()]).toMatchObject([
      400,
      { fields: { images: expect.stringContaining('upload it again') } },
    ]);
    expect((await create(['/media/videos/1/x/thumb-640.webp'])).status).toBe(400);
  });
});

test('product pictures work in a bucket as on disk', async () => {
  const bucket = await startBucket();
  const site = await startTestSite({ STORAGE_URL: bucket.storageUrl() });
  const url = await uploaded((await site.signUp('GLOBAL_ADMIN')).fetch, await photo());
  const served = await site.fetch(url);
  expect([served.status, served.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, s-maxage=300, immutable',
  ]);
  await served.arrayBuffer();
  await site.ctx.db
    .updateTable('product_pictures')
    .set({ used_at: new Date(0) })
    .execute();
  await sweepPictures.run(site.ctx, {}, { id: 'x', signal: new AbortController().signal });
  expect((await site.fetch(url)).status).toBe(404);
  await site.stop();
  await bucket.close();
});
