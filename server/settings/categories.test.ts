import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { curation } from '#contract/curation/curation.ts';
import { creators } from '#contract/creators/creators.ts';
import { categories } from '#contract/settings/categories.ts';
import { MAX_UPLOAD } from '#contract/submissions/submissions.ts';
import { shop, PRODUCT_CATEGORIES } from '#contract/shop/shop.ts';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { videos as videosApi, CATEGORIES, Video } from '#contract/videos/videos.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';
import { exportSettings, importSettings } from './files.actions.ts';

let site: TestSite;
let admin: TestPerson;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});

const PATH = '/api/admin/settings/categories';
const read = () => admin.call(categories.read);
const put = async (json: object) =>
  admin.fetch(PATH, { method: 'PUT', json: { version: (await read()).version, ...json } });
const change = async (json: object) => expect((await put(json)).status).toBe(200);
const config = async (fetch = site.fetch) =>
  await bodyOf(
    fetch('/api/config'),
    z.object({
      categories: z.string().array(),
      productCategories: z.string().array(),
      categoryColours: z.record(z.string(), z.string()),
      productCategoryColours: z.record(z.string(), z.string()),
    }),
  );
const listed = async (category: string, fetch = site.fetch) => {
  const answer = await fetch(`/api/videos?category=${encodeURIComponent(category)}`);
  return answer.status === 200 ? (await bodyOf(answer, Video.array())).map(({ id }) => id) : answer.status;
};
const categoryOf = async (id: number) => (await site.call(videosApi.get, { params: { id } })).category;

const product = (category: string) => ({ name: 'Hat', price: 5, category });

/** Restores the defaults, wherever a test left its videos and products. */
beforeEach(async () => {
  const { videos, products } = await read();
  const away = (of: string, now: string[], first: string[]) =>
    now.filter((name) => !first.includes(name)).map((from) => ({ of, from, to: first[0] }));
  await change({
    videos: CATEGORIES,
    products: PRODUCT_CATEGORIES,
    colours: [],
    moves: [...away('videos', videos, CATEGORIES), ...away('products', products, PRODUCT_CATEGORIES)],
  });
});

test('a site starts with the specified categories, and the owner can add and reorder them', async () => {
  expect(await config()).toMatchObject({ categories: CATEGORIES, productCategories: PRODUCT_CATEGORIES });
  expect(await listed('Space & time')).toBe(400);
  await change({ videos: ['Space & time', ...CATEGORIES.toReversed()] });
  expect((await config()).categories).toEqual(['Space & time', ...CATEGORIES.toReversed()]);
  const id = await addVideo(site.ctx, { category: 'Space & time' });
  expect(await listed('Space & time')).toEqual([id]);
  for (const path of ['/', '/videos'])
    expect(await (await site.fetch(path)).text()).toContain('Space &amp; time');
  const found = await site.fetch(`/videos?category=${encodeURIComponent('Space & time')}`);
  expect(await found.text()).toContain(`/video/${id}`);
});

test('each category has the colour that the owner chose, or a default by position', async () => {
  const colours = async () => {
    const { categoryColours, productCategoryColours } = await config();
    return { ...categoryColours, ...productCategoryColours };
  };
  expect(Object.keys(await colours())).toEqual([...CATEGORIES, ...PRODUCT_CATEGORIES]);
  expect(await colours()).toMatchObject({ Business: 'blue', Lifestyle: 'green', Classic: 'blue' });
  await change({
    colours: [
      { of: 'videos', name: 'Lifestyle', colour: 'red' },
      { of: 'products', name: 'Classic', colour: 'lime' },
      { of: 'products', name: 'Gone', colour: 'teal' },
    ],
  });
  expect(await colours()).toMatchObject({ Business: 'blue', Lifestyle: 'red', Classic: 'lime' });
  expect(await colours()).not.toHaveProperty('Gone');
  expect(await (await site.fetch('/')).text()).toContain('bg-category-red');
});

test('videos and products follow a renamed category, and move out of a removed one', async () => {
  const [renamed, removed, waiting] = [
    await addVideo(site.ctx, { category: 'Beauty' }),
    await addVideo(site.ctx, { category: 'Innovation' }),
    await addVideo(site.ctx, { category: 'Innovation', status: 'REJECTED' }),
  ];
  expect(await listed('Beauty')).toContain(renamed);
  const hat = await admin.call(shop.createProduct, { body: product('Casual') });
  await change({
    videos: ['Lifestyle', 'Care', 'Business'],
    products: ['Classic', 'Premium', 'Everyday'],
    moves: [
      { of: 'videos', from: 'Beauty', to: 'Care' },
      { of: 'videos', from: 'Innovation', to: 'Business' },
      { of: 'products', from: 'Casual', to: 'Everyday' },
    ],
  });
  expect(await listed('Beauty')).toBe(400);
  expect(await listed('Care')).toContain(renamed);
  expect([await categoryOf(renamed), await categoryOf(removed)]).toEqual(['Care', 'Business']);
  const row = site.ctx.db.selectFrom('videos').select('category').where('id', '=', waiting);
  expect(await row.executeTakeFirst()).toEqual({ category: 'Business' });
  expect(await site.call(shop.products, { query: { category: 'Everyday' } })).toContainEqual(
    expect.objectContaining({ id: hat.id, category: 'Everyday' }),
  );
  expect((await site.fetch('/api/products?category=Casual')).status).toBe(400);
  expect(await (await site.fetch('/shop')).text()).toContain('Everyday');
});

test('the contents of a removed category need a destination, or nothing changes', async () => {
  const id = await addVideo(site.ctx, { category: 'Beauty' });
  const before = await read();
  const homeless = await put({ videos: ['Lifestyle', 'Business', 'Innovation'] });
  expect(homeless.status).toBe(422);
  expect(await homeless.json()).toMatchObject({
    fields: { videos: expect.stringContaining('Beauty still has videos') },
  });
  const products = await put({ products: ['Classic'] });
  expect(await products.json()).toMatchObject({
    fields: { products: expect.stringContaining('still has products') },
  });
  const wrong: [string, string][] = [
    ['Beauty', 'Nowhere'],
    ['Lifestyle', 'Business'],
  ];
  for (const [from, to] of wrong)
    expect(
      (await put({ videos: ['Lifestyle', 'Business'], moves: [{ of: 'videos', from, to }] })).status,
    ).toBe(422);
  expect(await read()).toEqual(before);
  expect(await listed('Beauty')).toContain(id);
});

test.each([
  { videos: [] },
  { videos: ['Sun', 'sun'] },
  { videos: ['All'] },
  { videos: [''] },
  { videos: ['x'.repeat(41)] },
  { colours: [{ of: 'videos', name: 'Beauty', colour: '#ff0000' }] },
  { colours: [{ of: 'people', name: 'Beauty', colour: 'red' }] },
  { products: Array.from({ length: 31 }, (_, at) => `Category ${at}`) },
])('%j is not a valid list', async (json) => {
  expect((await put(json)).status).toBe(400);
});

test('every endpoint rejects a category that is not in the list', async () => {
  const creator = await site.signUp('CONTENT_CREATOR');
  // uploads answer the sentence alone
  const outcome = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    const isJson = headers.get('content-type')?.includes('json');
    const text = await (await answer).text();
    return [status, isJson ? z.object({ error: z.string() }).parse(JSON.parse(text)).error : text];
  };
  const unknown = [400, 'Unknown category.'];
  for (const path of [
    'videos',
    'feed',
    'search?q=sun',
    'products',
    'admin/imported-videos',
    'admin/featured-trending/candidates?q=sun',
  ])
    expect(
      await outcome(admin.fetch(`/api/${path}${path.includes('?') ? '&' : '?'}category=Sports`)),
      path,
    ).toEqual(unknown);
  for (const [path, json] of [
    ['admin/products', product('Sports')],
    ['admin/import-youtube', { category: 'Sports', limit: 1 }],
    ['admin/import-link', { category: 'Sports', url: 'https://clips.twitch.tv/SampleClip', title: 'Video' }],
  ] as const)
    expect(await outcome(admin.fetch(`/api/${path}`, { json })), path).toEqual(unknown);
  const put = { method: 'PUT', json: product('Sports') };
  expect(await outcome(admin.fetch('/api/admin/products/1', put))).toEqual(unknown);
  const form = new FormData();
  form.append('title', 'A clip');
  form.append('category', 'Sports');
  expect(await outcome(creator.fetch('/api/submissions/upload', { method: 'POST', body: form }))).toEqual(
    unknown,
  );
  expect((await begin(creator, 'Sports')).status).toBe(400);
  const id = await addVideo(site.ctx, { uploader_id: creator.id, status: 'REJECTED' });
  const resubmit = creator.fetch(`/api/submissions/${id}/resubmit`, { json: { category: 'Sports' } });
  expect(await outcome(resubmit)).toEqual(unknown);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const begin = (creator: TestPerson, category: string) =>
  creator.fetch(RESUMABLE_PATH, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(Math.min(1000, MAX_UPLOAD)),
      'upload-metadata': `title ${base64('A clip')},category ${base64(category)}`,
    },
  });

test('an upload in progress is moved, too', async () => {
  const creator = await site.signUp('CONTENT_CREATOR');
  const id = (await begin(creator, 'Beauty')).headers.get('location')?.split('/').at(-1) ?? '';
  await change({
    videos: ['Lifestyle', 'Business', 'Innovation', 'Care'],
    moves: [{ of: 'videos', from: 'Beauty', to: 'Care' }],
  });
  const row = site.ctx.db.selectFrom('uploads').select('fields').where('id', '=', id);
  expect(await row.executeTakeFirst()).toMatchObject({ fields: { category: 'Care' } });
});

test('followers of a category follow it under its new name', async () => {
  const member = await site.signUp();
  for (const category of ['Beauty', 'Business'])
    expect((await member.fetch(`/api/categories/${category}/follow`, { method: 'PUT' })).status).toBeLessThan(
      300,
    );
  await change({
    videos: ['Lifestyle', 'Business', 'Innovation', 'Care'],
    moves: [{ of: 'videos', from: 'Beauty', to: 'Care' }],
  });
  const followed = async () => (await member.call(creators.followed)).categories.toSorted();
  expect(await followed()).toEqual(['Business', 'Care']);
  await change({
    videos: ['Lifestyle', 'Innovation', 'Care'],
    moves: [{ of: 'videos', from: 'Business', to: 'Care' }],
  });
  expect(await followed()).toEqual(['Care']);
});

test('products created while their category is removed are rejected or moved, never left in it', async () => {
  const { version } = await read();
  const [changed, ...created] = await Promise.all([
    admin.fetch(PATH, {
      method: 'PUT',
      json: {
        version,
        products: ['Classic', 'Premium'],
        moves: [{ of: 'products', from: 'Casual', to: 'Premium' }],
      },
    }),
    ...Array.from({ length: 8 }, () => admin.fetch('/api/admin/products', { json: product('Casual') })),
  ]);
  expect(changed.status).toBe(200);
  for (const { status } of created) expect([201, 400]).toContain(status);
  const left = site.ctx.db.selectFrom('products').select('id').where('category', '=', 'Casual');
  expect(await left.execute()).toEqual([]);
});

test('another process has the list within a moment, and the moved videos', async () => {
  const id = await addVideo(site.ctx, { category: 'Beauty' });
  const other = await startTestSite({}, { beside: site });
  expect(await listed('Beauty', other.fetch)).toContain(id);
  await change({
    videos: ['Lifestyle', 'Business', 'Innovation', 'Care'],
    moves: [{ of: 'videos', from: 'Beauty', to: 'Care' }],
  });
  await expect
    .poll(async () => (await config(other.fetch)).categories, { timeout: 10_000 })
    .toContain('Care');
  await expect.poll(() => listed('Care', other.fetch), { timeout: 10_000 }).toContain(id);
  expect(await listed('Beauty', other.fetch)).toBe(400);
  await other.stop();
});

test('imported videos are grouped by the owner’s categories', async () => {
  await change({ videos: ['Sun', ...CATEGORIES] });
  const id = await addVideo(site.ctx, { category: 'Sun', origin: 'IMPORT' });
  const grouped = await admin.call(curation.imported);
  expect(Object.keys(grouped)).toEqual(['Sun', ...CATEGORIES]);
  expect(grouped['Sun']?.map((video) => video.id)).toEqual([id]);
});

test('a settings file includes the lists', async () => {
  const colours = [{ of: 'videos', name: 'Sun', colour: 'amber' }];
  await change({ videos: ['Sun', ...CATEGORIES], colours });
  const file = await exportSettings(site.ctx);
  expect(file).toMatchObject({
    categories: { videos: ['Sun', ...CATEGORIES], products: PRODUCT_CATEGORIES, colours },
  });
  await change({ videos: CATEGORIES, moves: [{ of: 'videos', from: 'Sun', to: 'Business' }] });
  expect(await importSettings(site.ctx, JSON.stringify({ categories: file['categories'] }))).toEqual([
    'categories',
  ]);
  expect((await config()).categories).toEqual(['Sun', ...CATEGORIES]);
});
