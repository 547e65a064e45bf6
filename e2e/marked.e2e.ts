import type { Request } from '@playwright/test';
import { z } from 'zod';
import { bodyOf } from '#server/testing/client.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';
import { findUnmarked, speakAsBefore, translateToPseudo } from './pseudo-locale.ts';
import { fillForAdmins, OPENED_BY_ADMINS } from './admin-fixtures.ts';
import {
  FOR_ADMINS,
  FOR_VISITORS,
  fillSite,
  LONG_TITLE,
  OWN_TITLES,
  press,
  type PageUnderTest,
} from './pages.ts';

/** The owner's texts and the names of users here, next to what is exempt in the page. */
const OWN = [
  LONG_TITLE.trim(),
  ...OWN_TITLES,
  'LLL',
  'Look. Like. Live.',
  'Google',
  'PayPal',
  'YouTube',
  'TikTok',
  'Instagram',
  'PeerTube',
  'Lisbon',
  'Ann',
  '#pier',
];

/** What people write for the admins' pages. */
const WRITTEN = 'Someone’s own words';

const TABS = [
  'sign-up',
  'site',
  'categories',
  'videos',
  'community',
  'shop',
  'languages',
  'connections',
  'health',
  'backups',
];
const MORE_FOR_ADMINS: Record<string, PageUnderTest> = {
  studio: ['/studio'],
  playlists: ['/playlists'],
  notifications: ['/notifications'],
  archives: ['/archives'],
  search: ['/search?q=video'],
  'menu of a clip': ['/feed', press('More actions')],
  ...Object.fromEntries(TABS.map((tab) => [`tab ${tab}`, [`/admin?tab=${tab}`] as PageUnderTest])),
};

/** Of each kind of page one; all of them in `npm run soak`. */
const SHORT = new Set([
  'home',
  'feed',
  'community',
  'shipping form',
  'signup with gaps',
  'not found',
  'own video',
  'profile',
  'overview',
  'upload dialog',
  'settings: translations',
]);

/** What is left of a page once all that it waits for has come. */
async function unmarkedAt(page: Page, [path, act]: PageUnderTest, own: string[]): Promise<string[]> {
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeVisible();
  await act?.(page);
  await onceQuiet(page);
  let found: string[] = [];
  await expect
    .poll(async () => (found = await findUnmarked(page, own)).length, { timeout: within(2000) })
    .toBe(0)
    .catch(() => undefined);
  return found;
}

/** All of the page's requests, and those they caused, are done: none in progress twice in a row. */
async function onceQuiet(page: Page): Promise<void> {
  let quiet = 0;
  await expect
    .poll(
      async () => {
        const isBusy = inFlight.size > 0 || (await page.locator('[aria-busy=true]').count()) > 0;
        quiet = isBusy ? 0 : quiet + 1;
        return quiet;
      },
      { intervals: [60] },
    )
    .toBeGreaterThan(2);
}

/** Requests of the page that were not answered yet; streams and videos never end. */
const inFlight = new Set<Request>();
test.beforeEach(({ page }) => {
  inFlight.clear();
  page.on('request', (request) => {
    const isStream = request.headers()['accept'] === 'text/event-stream';
    if (!isStream && request.resourceType() !== 'media') inFlight.add(request);
  });
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
});

/** By the name of a place. */
async function findAll(page: Page, pages: Record<string, PageUnderTest>, own: string[]) {
  const products = await bodyOf(page.request.get('/api/products'), z.object({ name: z.string() }).array());
  const known = [...OWN, ...own, ...products.map(({ name }) => name)];
  const found: Record<string, string[]> = {};
  for (const [name, path] of Object.entries(pages)) {
    const unmarked = await unmarkedAt(page, path, known);
    if (unmarked.length > 0) found[name] = unmarked;
  }
  return found;
}

const pagesOf = (pages: Record<string, PageUnderTest>, isShort: boolean) =>
  Object.fromEntries(Object.entries(pages).filter(([name]) => SHORT.has(name) === isShort));

// a site of its own, as it caches responses in the pseudo-locale
test.use({ server: 'marked', allowedErrors: [/40[0134]/], serviceWorkers: 'block' });
test.afterEach(async ({ site }) => await speakAsBefore(site));

for (const isShort of [true, false]) {
  const title = isShort ? 'of each kind @soak' : '@soak';
  test(`every text comes from a catalog on visitors’ pages ${title}`, async ({ page, site }) => {
    test.slow();
    const { video } = await fillSite(page, site);
    await translateToPseudo(page, site);
    const all: Record<string, PageUnderTest> = {
      ...FOR_VISITORS,
      'own video': [`/video/${video}`],
      'post that is not there': ['/community/999999'],
      unsubscribe: ['/unsubscribe?token=none'],
      'take back': ['/take-back-email?token=none'],
      verify: ['/verify-email?token=none'],
      offline: ['/offline'],
    };
    expect(await findAll(page, pagesOf(all, isShort), [])).toEqual({});
  });

  test(`every text comes from a catalog on members’ and admins’ pages ${title}`, async ({
    page,
    site,
    signIn,
  }) => {
    test.slow();
    const { video } = await fillSite(page, site);
    await translateToPseudo(page, site);
    const admin = await signIn('GLOBAL_ADMIN');
    const { username } = admin;
    await fillForAdmins(page, site, admin, WRITTEN);
    const all: Record<string, PageUnderTest> = {
      ...FOR_ADMINS,
      ...MORE_FOR_ADMINS,
      ...OPENED_BY_ADMINS(WRITTEN),
      creator: [`/creators/${username}`],
      captions: [`/video/${video}/captions`],
    };
    expect(await findAll(page, pagesOf(all, isShort), [username, WRITTEN])).toEqual({});
  });
}
