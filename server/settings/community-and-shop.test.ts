import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { shop } from '#contract/shop/shop.ts';
import { site as siteApi } from '#contract/site/site.ts';
import { comments as commentsApi } from '#contract/comments/comments.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { videoSettings } from '#contract/settings/video-settings.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';
import { exportSettings } from './files.actions.ts';

let site: TestSite;
let admin: TestPerson;
let later = 0;
beforeAll(async () => {
  site = await startTestSite(
    { RATE_LIMIT: 'off', PUBLIC_URL: 'https://clips.example' },
    { clock: { now: () => Date.now() + later } },
  );
  admin = await site.signUp('GLOBAL_ADMIN', 'owner');
});

const put = async (section: string, json: object) => {
  const path = `/api/admin/settings/${section}`;
  const { version } = await bodyOf(admin.fetch(path), z.object({ version: z.number() }));
  return admin.fetch(path, { method: 'PUT', json: { version, ...json } });
};

test('the owner decides who can sign up and comment, and what needs review', async () => {
  const id = await addVideo(site.ctx, {});
  const comment = (fetch = site.visitor().fetch, text = 'Nice') =>
    fetch(`/api/videos/${id}/comments`, { json: { authorUsername: '', text } });
  const register = (username: string) =>
    site.fetch('/api/auth/register', {
      json: { username, email: `${username}@example.org`, password: 'long enough for all' },
    });
  expect((await register('first-one')).status).toBe(201);
  expect((await comment()).status).toBe(201);
  expect((await put('community', { signUp: 'nobody', guestComments: false })).status).toBe(200);
  const closed = await register('second-one');
  expect([closed.status, await closed.text()]).toEqual([403, 'Sign-ups are closed at the moment.']);
  expect((await comment()).status).toBe(403);
  const member = await site.signUp();
  const isPending = async (text: string) =>
    (await bodyOf(comment(member.fetch, text), z.object({ held: z.boolean() }))).held;
  expect(await isPending('As a member')).toBe(false);
  expect((await put('community', { review: 'newcomers' })).status).toBe(200);
  expect(await isPending('As a new member')).toBe(true);
  expect((await put('community', { newcomerHours: 0 })).status).toBe(200);
  expect(await isPending('Not new any more')).toBe(false);
  expect((await put('community', { review: 'everybody' })).status).toBe(200);
  expect(await isPending('All wait')).toBe(true);
  expect((await put('community', { newcomerHours: 1000 })).status).toBe(400);
});

test('for a number of hours only older members can write; admins always can', async () => {
  const id = await addVideo(site.ctx, {});
  await put('community', { guestComments: true, review: 'nobody', newcomerHours: 0 });
  const [member, elder] = [await site.signUp(), await site.signUp()];
  const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
  await site.ctx.db
    .updateTable('users')
    .set({ created_at: days(8) })
    .where('id', '=', elder.id)
    .execute();
  site.ctx.sessions.forget(elder.id);
  let texts = 0;
  const statuses = async () => {
    const comments = [site.visitor().fetch, member.fetch, elder.fetch, admin.fetch].map((fetch) =>
      fetch(`/api/videos/${id}/comments`, { json: { text: `Words ${(texts += 1)}` } }),
    );
    const posts = [member.fetch, elder.fetch].map((fetch) =>
      fetch('/api/community/posts', { json: { content: `Words ${(texts += 1)}` } }),
    );
    return (await Promise.all([...comments, ...posts])).map(({ status }) => status);
  };
  const everybody = [201, 201, 201, 201, 201, 201];
  expect(await statuses()).toEqual(everybody);
  const on = await put('community', { writersMinDays: 7, writersForHours: 2 });
  expect(await on.json()).toMatchObject({ writersMinDays: 7, writersForHours: 2 });
  const limited = [403, 403, 201, 201, 403, 201];
  expect(await statuses()).toEqual(limited);
  expect(await member.fails(commentsApi.create, { params: { id }, body: { text: 'Me?' } })).toMatchObject({
    code: 'WRITERS_LIMITED',
    error: expect.stringContaining('7 days'),
  });
  // another change doesn't extend it; setting it again after it ended does
  later += 1.5 * 3_600_000;
  await put('community', { writersMinDays: 7, writersForHours: 2, membersInvite: true });
  later += 3_600_000;
  expect(await statuses()).toEqual(everybody);
  await put('community', { writersMinDays: 7, writersForHours: 2 });
  expect(await statuses()).toEqual(limited);
  await put('community', { writersMinDays: 0 });
  expect(await statuses()).toEqual(everybody);
  expect((await put('community', { writersForHours: 721 })).status).toBe(400);
  expect((await put('community', { writersMinDays: 0.5 })).status).toBe(400);
});

test('the shop sells in its currency, to the countries it ships to, while it is open', async () => {
  const buy = (shippingCountry: string) =>
    site.visitor().fetch('/api/checkout', {
      json: {
        items: [{ productId: 1, quantity: 1 }],
        shippingName: 'Ann',
        shippingAddress: '1 Sun St',
        shippingCity: 'Town',
        shippingState: 'CA',
        shippingZipCode: '1',
        shippingCountry,
      },
    });
  expect(await (await buy('US')).json()).toMatchObject({ currency: 'USD' });
  expect((await put('shop', { currency: 'EUR', countries: ['DE', 'FR'], taxNote: 'With VAT.' })).status).toBe(
    200,
  );
  expect(await (await buy('Germany')).json()).toMatchObject({ currency: 'EUR', totalAmount: 99.99 });
  const elsewhere = await buy('US');
  expect(elsewhere.status).toBe(422);
  expect(await elsewhere.json()).toMatchObject({
    fields: { shippingCountry: expect.stringContaining('Germany and France') },
  });
  expect(await site.call(siteApi.config)).toMatchObject({
    currency: 'EUR',
    shipsTo: ['DE', 'FR'],
    taxNote: 'With VAT.',
  });
  expect(await (await site.fetch('/shop/1')).text()).toContain('"priceCurrency":"EUR"');
  expect((await put('shop', { open: false })).status).toBe(200);
  expect((await buy('DE')).status).toBe(409);
  expect((await put('shop', { currency: 'XXX' })).status).toBe(400);
  expect((await put('shop', { currency: 'JPY' })).status).toBe(400);
});

test('a shop and a game that are switched off are gone everywhere, and come back', async () => {
  const text = async (path: string) => (await site.fetch(path)).text();
  const statuses = async () =>
    Promise.all(
      ['/shop', '/shop/1', '/cart', '/api/products/1'].map(async (path) => (await site.fetch(path)).status),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect(await text('/')).toMatch(/href="\/shop".*Play the game/s);
  expect(await text('/api/search?q=orange')).toContain('Orange Vibes');
  expect((await put('shop', { offered: false })).status).toBe(200);
  expect((await put('community', { game: false })).status).toBe(200);
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  expect(await text('/shop')).toContain('Oops! Page not found');
  for (const path of ['/', '/shop', '/sitemap.xml', '/manifest.webmanifest'])
    expect(await text(path), path).not.toMatch(/\/shop\b|Play the game|round of blocks|"Cart, /);
  expect(await site.call(shop.products)).toEqual([]);
  expect(await text('/api/search?q=orange')).not.toContain('Orange Vibes');
  expect(await text('/api/search/suggest?q=orange')).not.toContain('Orange Vibes');
  const cart = {
    productId: '1',
    productName: 'x',
    price: 1,
    description: '',
    image: '',
    category: 'x',
    quantity: 1,
  };
  expect((await admin.fetch('/api/cart/add', { json: cart })).status).toBe(404);
  expect(await site.call(siteApi.config)).toMatchObject({ shopOffered: false, game: false });
  expect(
    (await put('shop', { offered: true, open: true, headline: 'Hats', heroWords: 'For heads.' })).status,
  ).toBe(200);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect(await text('/shop')).toMatch(/Hats.*For heads\./s);
});

test('videos: encoding settings, and no downloads until the owner allows them', async () => {
  expect(await admin.call(videoSettings.read)).toMatchObject({
    reencodeWhenIdle: true,
    popularAfterViews: 100,
    av1: false,
    downloads: false,
  });
  for (const popularAfterViews of [0, 1.5, -1, 'many'])
    expect((await put('videos', { popularAfterViews })).status).toBe(400);
  expect((await put('videos', { popularAfterViews: 20, downloads: true })).status).toBe(200);
  expect(site.ctx.settings.owner.videos).toMatchObject({ popularAfterViews: 20, downloads: true });
  expect(await exportSettings(site.ctx)).toMatchObject({ videos: { popularAfterViews: 20 } });
});

test("tax requires the seller's details, with an error on each missing field", async () => {
  const missing = await put('shop', { taxMode: 'INCLUSIVE', seller: SELLER });
  expect([missing.status, await missing.json()]).toMatchObject([
    422,
    {
      fields: {
        'seller.name': 'Please enter a name.',
        'seller.address': 'Please enter your business address.',
      },
    },
  ]);
  const seller = { ...SELLER, name: 'Sunny Ltd', address: '1 Beach Road' };
  expect((await put('shop', { taxMode: 'INCLUSIVE', seller })).status).toBe(200);
  expect((await put('shop', { seller: SELLER })).status).toBe(422);
  expect((await put('shop', { taxMode: 'OFF', seller: SELLER })).status).toBe(200);
});
const SELLER = { name: null, address: null, taxId: null, email: null };
