import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Locator } from '@playwright/test';
import { z } from 'zod';
import { bodyOf } from '#server/testing/client.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { feed, shown } from './feed-videos.ts';
import { addProduct, expect, fillShipping, test, type Page } from './shopping.ts';
import type { Person, Site } from './fixture.ts';
import { within } from './slow.ts';
import { uploadVideo } from './videos.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const SECONDS = 30;
const CUES = [
  {
    start: 0,
    end: 4,
    text: 'Two lines are being said at the bottom,\nand the second of them is longer than the first',
  },
  { start: 4, end: SECONDS, text: 'And one at the top', settings: 'line:0' },
];

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** Captions and controls of a player. */
const OTHERS = '[data-captions], [data-shown=true] button, [data-shown=true] input';

interface Shown {
  id: number;
  creator: Person;
  product: { id: number; change(more: object): Promise<void> };
}

/** A public video with captions that shows a product from its second second on, tagged by its creator. */
async function publish(
  request: APIRequestContext,
  site: Site,
  { title, width, height, by }: { title: string; width: number; height: number; by?: Person },
): Promise<Shown> {
  const creator = by ?? (await site.signUp('CONTENT_CREATOR'));
  const admin = await site.signUp('GLOBAL_ADMIN');
  const dir = await mkdtemp(join(tmpdir(), 'lll-tagged-'));
  const path = await makeVideo(dir, 'clip.mp4', { width, height, seconds: SECONDS });
  const id = await uploadVideo(request, site, creator, title, path);
  const send = async (method: 'PUT' | 'POST', address: string, by: Person, data?: object) => {
    const answer = await request.fetch(site.url + address, { method, headers: bearer(by), data });
    expect(answer.ok(), `${address} ${await answer.text()}`).toBe(true);
  };
  await send('PUT', `/api/submissions/${id}/captions/en`, admin, { cues: CUES });
  await send('POST', `/api/submissions/${id}/approve`, admin);
  await expect
    .poll(async () => (await request.get(`${site.url}/api/videos/${id}`)).status(), {
      timeout: within(60_000),
    })
    .toBe(200);
  const settings = `${site.url}/api/admin/settings/shop`;
  const { version } = await bodyOf(
    request.get(settings, { headers: bearer(admin) }),
    z.object({ version: z.number() }),
  );
  await send('PUT', '/api/admin/settings/shop', admin, { version, creatorsMayTagProducts: true });
  const product = await addProduct(site, {
    name: `Shades of ${title}`,
    price: 12.5,
    images: ['/products/orange-vibes-front.webp'],
  });
  await send('PUT', `/api/videos/${id}/products`, creator, [
    { productId: product.id, start: 1, end: SECONDS },
  ]);
  return { id, creator, product };
}

const timeOf = (video: Locator) => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);

/** It goes on, and is not where it was. */
async function playsOn(video: Locator): Promise<void> {
  const before = await timeOf(video);
  await expect.poll(() => timeOf(video)).toBeGreaterThan(before);
  expect(await video.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(false);
}

/** The card covers none of these. */
async function expectClear(card: Locator, others: Locator): Promise<void> {
  const inner = await card.boundingBox();
  if (!inner) throw new Error('There is no card.');
  const covered = await others.evaluateAll((elements, { x, y, width, height }) => {
    const isCovered = (box: DOMRect): boolean =>
      box.width > 0 && box.left < x + width && box.right > x && box.top < y + height && box.bottom > y;
    return elements.filter((each) => isCovered(each.getBoundingClientRect())).map((each) => each.outerHTML);
  }, inner);
  expect(covered).toEqual([]);
}

const cartOfGuest = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('guestCart') ?? '[]') as Record<string, unknown>[]);

/** Requests of a page for what products a video shows, and for the code that shows them. */
function recordProductCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/videos\/\d+\/products|BuyFromVideo/.test(request.url())) calls.push(request.url());
  });
  return calls;
}

async function seekTo(video: Locator, seconds: number): Promise<void> {
  await video.evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to;
  }, seconds);
}

/** With captions on, whatever a journey before left. */
async function turnCaptionsOn(page: Page, player: Locator): Promise<void> {
  const button = player.getByRole('button', { name: 'Captions' });
  // idle controls hide, and can't be pressed then
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.press('c');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-captions]').first()).toBeVisible();
}

async function openPlayer(page: Page, id: number) {
  await page.goto(`/video/${id}`);
  const player = page.getByRole('group', { name: /^Player: / });
  const video = player.locator('video');
  const card = player.getByRole('region', { name: 'Featured in this video' });
  await expect(player.getByRole('slider', { name: 'Seek' })).toBeVisible();
  return { player, video, card };
}

test('a guest buys from the player by keyboard, and the creator sees the sale', async ({
  page,
  site,
  request,
}) => {
  const { id, creator, product } = await publish(request, site, {
    title: 'Bought by keys',
    width: 320,
    height: 180,
  });
  const calls = recordProductCalls(page);
  const { player, video, card } = await openPlayer(page, id);
  expect(calls, 'nothing before the first frame').toEqual([]);
  await page.keyboard.press('k');
  await expect(card).toBeVisible();
  await expect(card).toContainText('Shades of Bought by keys');
  await expect(card).toContainText('$12.50');
  await turnCaptionsOn(page, player);
  const controls = player.locator(OTHERS);
  await expectClear(card, controls);
  await seekTo(video, 5);
  await expect(player.locator('[data-captions]')).toHaveText('And one at the top');
  await expectClear(card, controls);

  await card.getByRole('button', { name: 'Add to Cart' }).focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status')).toHaveText('Added to cart');
  await playsOn(video);
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  const [line] = await cartOfGuest(page);
  expect(line).toMatchObject({ id: product.id, quantity: 1, videoId: id });
  expect(Number(line?.['at'])).toBeGreaterThanOrEqual(5);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(player.getByRole('button', { name: 'Pause' }), 'the focus stays at the player').toBeFocused();
  await seekTo(video, 2);
  await playsOn(video);
  await expect(card, 'what was closed stays closed').toBeHidden();

  await page.goto('/cart');
  await fillShipping(page);
  await page.getByRole('button', { name: /^Pay \$12\.50/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  const sales = await request.get(`${site.url}/api/me/sales`, { headers: bearer(creator) });
  expect(await sales.json()).toEqual([{ videoId: id, units: 1, amount: 12.5, currency: 'USD' }]);
  await page.goto(`/shop/${product.id}`);
  const seen = page.getByRole('region', { name: 'Seen in' });
  await expect(seen.getByRole('link', { name: 'Bought by keys' })).toHaveAttribute('href', `/video/${id}`);
});

test('a hidden product disappears from a playing video within a second @soak', async ({
  page,
  site,
  request,
}) => {
  const { id, product } = await publish(request, site, { title: 'Soon gone', width: 320, height: 180 });
  const { card, video } = await openPlayer(page, id);
  await page.keyboard.press('k');
  await expect(card).toBeVisible();
  await product.change({ hidden: true });
  await expect(card).toBeHidden({ timeout: within(1000) });
  await playsOn(video);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a member buys from the player and closes the card by touch @soak', async ({
    page,
    site,
    request,
    signIn,
  }) => {
    const { id, product } = await publish(request, site, { title: 'Touched', width: 320, height: 180 });
    const { token } = await signIn();
    const { player, video, card } = await openPlayer(page, id);
    await player.getByRole('button', { name: 'Play' }).tap();
    await expect(card).toBeVisible();
    await turnCaptionsOn(page, player);
    await seekTo(video, 2);
    await expect(player.locator('[data-captions]')).toContainText('Two lines');
    await expectClear(card, player.locator(OTHERS));
    await card.getByRole('button', { name: 'Add to Cart' }).tap();
    await expect(card.getByRole('status')).toHaveText('Added to cart');
    await playsOn(video);
    const cart = await request.get(`${site.url}/api/cart`, { headers: { authorization: `Bearer ${token}` } });
    expect(await cart.json()).toMatchObject([{ productId: String(product.id), quantity: 1, videoId: id }]);
    await card.getByRole('button', { name: 'Close' }).tap();
    await expect(card).toBeHidden();
    await playsOn(video);
  });

  test('a guest buys from the feed and closes the card by touch @soak', async ({ page, site, request }) => {
    const { id, product } = await publish(request, site, { title: 'In the feed', width: 180, height: 320 });
    const calls = recordProductCalls(page);
    const { promise: looked, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/media/**/*.mp4', async (route) => {
      await looked;
      await route.continue();
    });
    const asked = page.waitForRequest(/\.mp4/);
    await page.goto(`/feed?start=${id}`);
    const video = shown(page).locator('video');
    const card = shown(page).getByRole('region', { name: 'Featured in this video' });
    await expect(shown(page)).toHaveAccessibleName('In the feed');
    await asked;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(calls, 'nothing before the first frame').toEqual([]);
    release();
    await expect(card).toBeVisible();
    await expectClear(
      card,
      page.locator('[data-captions], .feed-top, [data-shown] .clip-bar, [data-shown] .feed-sound button'),
    );
    await card.getByRole('button', { name: 'Add to Cart' }).tap();
    await expect(card.getByRole('status')).toHaveText('Added to cart');
    await playsOn(video);
    expect(await cartOfGuest(page)).toMatchObject([{ id: product.id, videoId: id }]);
    await card.getByRole('button', { name: 'Close' }).tap();
    await expect(card).toBeHidden();
    await playsOn(video);
  });
});

test('the product card in the feed works by keyboard @soak', async ({ page, site, request }) => {
  const { id, product } = await publish(request, site, {
    title: 'Keys in the feed',
    width: 180,
    height: 320,
  });
  await page.goto(`/feed?start=${id}`);
  const video = shown(page).locator('video');
  const card = shown(page).getByRole('region', { name: 'Featured in this video' });
  await expect(card).toBeVisible();
  await shown(page).focus();
  const add = card.getByRole('button', { name: 'Add to Cart' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(add).toBeFocused({ timeout: 50 });
  }).toPass({ timeout: within(5000), intervals: [0] });
  await page.keyboard.press(' ');
  await expect(card.getByRole('status')).toHaveText('Added to cart');
  await playsOn(video);
  expect(await cartOfGuest(page)).toMatchObject([{ id: product.id, videoId: id }]);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(shown(page)).toBeFocused();
  await playsOn(video);
  await expect(feed(page)).toBeVisible();
});

test.describe('in the studio', () => {
  test.use({ allowedErrors: [/status of 422/] });

  test('a creator tags a product in the studio @soak', async ({ page, site, request, signIn }) => {
    const by = await signIn('CONTENT_CREATOR');
    const { id } = await publish(request, site, { title: 'Tagged', width: 320, height: 180, by });
    await page.goto(`/studio/${id}#products`);
    const first = page.getByRole('group', { name: 'Product 1' });
    await expect(first.getByRole('combobox', { name: 'Product' })).toHaveValue(/\d/);
    await page.getByRole('button', { name: 'Add a product' }).click();
    const second = page.getByRole('group', { name: 'Product 2' });
    await second.getByRole('combobox', { name: 'Product' }).selectOption({ label: 'Orange Vibes' });
    await second.getByRole('spinbutton', { name: 'From (seconds)' }).fill('20');
    await second.getByRole('spinbutton', { name: 'To (seconds)' }).fill('31');
    await page.getByRole('button', { name: 'Save products' }).click();
    await expect(second.getByText("It's past the end of the video.")).toBeVisible();
    await second.getByRole('spinbutton', { name: 'To (seconds)' }).fill('25');
    await first.getByRole('button', { name: 'Remove product 1' }).click();
    await page.getByRole('button', { name: 'Save products' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const saved = await request.get(`${site.url}/api/videos/${id}/products`);
    expect(await saved.json()).toMatchObject([{ name: 'Orange Vibes', start: 20, end: 25 }]);
  });
});
