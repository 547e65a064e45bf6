import { parseRssFeed } from 'feedsmith';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { shop as shopApi } from '#contract/shop/shop.ts';
import { bodyOf } from '#server/testing/client.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';

const HOME = 'https://clips.example';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off', PUBLIC_URL: HOME, SITE_NAME: 'Clips & <Co>' });
  admin = await site.signUp('GLOBAL_ADMIN');
});

async function putShop(change: object): Promise<void> {
  const path = '/api/admin/settings/shop';
  const { version } = await bodyOf(admin.fetch(path), z.object({ version: z.number() }));
  expect((await admin.fetch(path, { method: 'PUT', json: { version, ...change } })).status).toBe(200);
}

/** The values of each item, by the names of its elements. */
async function read(): Promise<Record<string, string[]>[]> {
  const answer = await site.fetch('/products.xml');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ]);
  const text = await answer.text();
  // a reader of others finds no fault
  const { items } = parseRssFeed(text);
  const found = [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => {
    const values: Record<string, string[]> = {};
    for (const [, name = '', value = ''] of item.matchAll(/<([\w:]+)>([^<]*)<\/\1>/g))
      (values[name] ??= []).push(value);
    return values;
  });
  expect(items?.map(({ link }) => link)).toEqual(found.map(({ link }) => link?.[0]));
  return found;
}

test('each product on sale is an item with the fields that marketplaces require', async () => {
  const [first] = await site.call(shopApi.products);
  const items = await read();
  expect(items).toHaveLength(3);
  expect(items[0]).toEqual({
    'g:id': [expect.stringMatching(/^\d+$/)],
    title: ['Orange Vibes'],
    description: [expect.stringMatching(/./)],
    link: [`${HOME}/shop/${first?.id}`],
    'g:image_link': [`${HOME}${first?.image}`],
    'g:additional_image_link': first?.images.slice(1).map((image) => HOME + image),
    'g:price': ['99.99 USD'],
    'g:availability': ['in_stock'],
    'g:identifier_exists': ['no'],
    'g:brand': ['Clips &amp; &lt;Co&gt;'],
    'g:condition': ['new'],
  });
});

test('variants of one product are a group, each with its own codes, link, price and stock', async () => {
  const product = await admin.call(shopApi.createProduct, {
    body: { name: 'Fish & <chips>', price: 5, category: 'Classic', stock: 0, images: ['/products/a.webp'] },
  });
  const { db, cache } = site.ctx;
  const { id } = await db
    .insertInto('product_variants')
    .values({
      product_id: product.id,
      position: 1,
      options: '["Black", "Large"]',
      price_cents: 1250,
      sku: 'BL-1',
      gtin: '4006381333931',
      images: '["https://pictures.example/b.webp"]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('products')
    .set({
      safety: JSON.stringify({ manufacturer: 'Maker', address: null, email: null, euResponsible: null }),
    })
    .where('id', '=', product.id)
    .execute();
  await db
    .insertInto('shipping_zones')
    .values([
      { position: 0, countries: '["DE", "FR"]', price_cents: 490, free_from_cents: 1000 },
      { position: 1, countries: null, price_cents: 1500 },
    ])
    .execute();
  cache.drop('products');
  const [plain, variant] = (await read()).slice(-2);
  expect(plain).toMatchObject({
    title: ['Fish &amp; &lt;chips&gt;'],
    description: ['Fish &amp; &lt;chips&gt;'],
    'g:item_group_id': [String(product.id)],
    'g:availability': ['out_of_stock'],
    'g:price': ['5.00 USD', '4.90 USD', '4.90 USD'],
  });
  expect(variant).toEqual({
    'g:id': [String(id)],
    'g:item_group_id': [String(product.id)],
    title: ['Fish &amp; &lt;chips&gt; – Black / Large'],
    description: ['Fish &amp; &lt;chips&gt;'],
    link: [`${HOME}/shop/${product.id}?variant=${id}`],
    'g:image_link': ['https://pictures.example/b.webp'],
    'g:price': ['12.50 USD', '0.00 USD', '0.00 USD'],
    'g:availability': ['in_stock'],
    'g:gtin': ['4006381333931'],
    'g:mpn': ['BL-1'],
    'g:brand': ['Maker'],
    'g:condition': ['new'],
    'g:country': ['DE', 'FR'],
  });
});

test('hidden products are left out; without a shop there is no feed', async () => {
  const before = (await read()).length;
  const [first] = await admin.call(shopApi.adminProducts);
  const hide = (hidden: boolean) =>
    admin.fetch(`/api/admin/products/${first?.id}`, {
      method: 'PUT',
      json: { ...first, options: undefined, variants: undefined, hidden },
    });
  await hide(true);
  expect(await read()).toHaveLength(before - 1);
  await hide(false);
  expect(await read()).toHaveLength(before);
  await putShop({ offered: false });
  expect((await site.fetch('/products.xml')).status).toBe(404);
});
