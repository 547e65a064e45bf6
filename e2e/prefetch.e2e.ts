import { publishVideo } from './videos.ts';
import type { Route } from '@playwright/test';
import { z } from 'zod';
import { bodyOf } from '#server/testing/client.ts';
import { expect, test, type Page } from './fixture.ts';

// one video is reported as deleted
test.use({ server: 'clips', allowedErrors: [/404 .*\/api\/videos\/\d+\)$/] });

/** What is asked of the server, from now on. */
function requestsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(new URL(request.url()).pathname));
  return seen;
}

const watchPage = /VideoPage-.*\.js$/;

/** Opens the home page, and waits for the last request it makes unprompted. */
async function openHome(page: Page): Promise<void> {
  const code = page.waitForResponse(/look-ahead-.*\.js$/);
  await page.goto('/');
  await code;
}

test('scrolling prefetches the video page’s code, and hovering over a link everything, unless data saving is on @soak', async ({
  page,
  context,
  site,
  request,
}) => {
  const id = await publishVideo(request, site, 'Balloons just ahead');
  const { sourceUrl } = await bodyOf(request.get(`/api/videos/${id}`), z.object({ sourceUrl: z.string() }));
  const wanted = [`/api/videos/${id}`, `/api/videos/${id}/comments`, sourceUrl];
  const seen = requestsOf(page);
  await openHome(page);
  // it listens a moment after its code has come
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await page.mouse.wheel(0, -200);
    expect(seen.some((path) => watchPage.test(path))).toBe(true);
  }).toPass();
  expect(seen).not.toContain(wanted[0]);
  const link = page.getByRole('link', { name: 'Balloons just ahead' }).first();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await link.hover();
    expect(seen).toEqual(expect.arrayContaining(wanted));
  }).toPass();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balloons just ahead' })).toBeVisible();
  expect(seen.filter((path) => path === wanted[0])).toHaveLength(1);

  const sparing = await context.newPage();
  await sparing.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  const spared = requestsOf(sparing);
  await openHome(sparing);
  const same = sparing.getByRole('link', { name: 'Balloons just ahead' }).first();
  await sparing.mouse.wheel(0, 200);
  await same.hover();
  await same.focus();
  // twice as long as a pointer has to rest
  await sparing.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  expect(spared.filter((path) => wanted.includes(path) || watchPage.test(path))).toEqual([]);
  await same.click();
  await expect(sparing.getByRole('heading', { level: 1, name: 'Balloons just ahead' })).toBeVisible();

  // the list's data is shown at once, and then corrected
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>();
  const early = await context.newPage();
  await early.route(`**/api/videos/${id}`, async (route) => {
    await isSeen;
    await route.fulfill({ status: 404, json: { status: 404, code: 'NOT_FOUND', message: 'Not found' } });
  });
  const requests = requestsOf(early);
  await openHome(early);
  const listed = early.getByRole('link', { name: 'Balloons just ahead' }).first();
  await expect(async () => {
    await early.mouse.move(0, 0);
    await listed.hover();
    expect(requests).toContain(wanted[0]);
  }).toPass();
  await listed.click();
  await expect(early.getByRole('heading', { level: 1, name: 'Balloons just ahead' })).toBeVisible();
  see();
  await expect(early.getByRole('heading', { level: 1, name: 'Video Not Found' })).toBeVisible();
});

test('a link opens its page at once, before its code and data load, and its title is announced @soak', async ({
  page,
}) => {
  const { promise: mayCome, resolve: release } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await mayCome;
    await route.continue();
  };
  await page.route(/CommunityPage-.*\.js$/, hold);
  await page.route(/\/api\/posts\b/, hold);
  await openHome(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveCount(1);
  await page.getByRole('banner').getByRole('link', { name: 'Community' }).click();
  await expect(page).toHaveURL('/community');
  await expect(heading).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  release();
  await expect(heading).toHaveText('Community');
  await expect(page).toHaveTitle(/^Community · /);
  const announced = page.locator('[aria-live=polite].sr-only').first();
  await expect(announced).toHaveText(await page.title());
  await page.goBack();
  await expect(announced).toHaveText(/^LLL – /);
});
