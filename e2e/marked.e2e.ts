import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';
import { findUnmarked, speakMadeUp } from './made-up-language.ts';
import { FOR_ADMINS, FOR_VISITORS, fillSite, LONG_TITLE, press, type Place } from './places.ts';

/** What the owner wrote and people are called here, beside what stands apart in the page. */
const OWN = [LONG_TITLE.trim(), 'LLL', 'Look. Like. Live.', 'Google', 'PayPal', 'YouTube', 'Lisbon', 'Ann'];

const PARTS = [
  'brand',
  'texts',
  'categories',
  'community',
  'shop',
  'languages',
  'translations',
  'connections',
  'backups',
];
const MORE_FOR_ADMINS: Record<string, Place> = {
  studio: ['/studio'],
  playlists: ['/playlists'],
  notifications: ['/notifications'],
  'ways of notifications': ['/settings/notifications'],
  security: ['/settings/security'],
  archives: ['/archives'],
  'set up': ['/admin?tab=setup'],
  health: ['/admin?tab=health'],
  webhooks: ['/admin?tab=webhooks'],
  search: ['/search?q=video'],
  'menu of a clip': ['/feed', press('More actions')],
  ...Object.fromEntries(
    PARTS.map((part) => [`settings: ${part}`, [`/admin?tab=settings&part=${part}`] as Place]),
  ),
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
async function unmarkedAt(page: Page, [path, act]: Place, own: string[]): Promise<string[]> {
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeVisible();
  await act?.(page);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  let found: string[] = [];
  await expect
    .poll(async () => (found = await findUnmarked(page, own)).length, { timeout: within(3000) })
    .toBe(0)
    .catch(() => undefined);
  return found;
}

/** By the name of a place. */
async function findAll(page: Page, places: Record<string, Place>, own: string[]) {
  const products = (await (await page.request.get('/api/products')).json()) as { name: string }[];
  const known = [...OWN, ...own, ...products.map(({ name }) => name)];
  const found: Record<string, string[]> = {};
  for (const [name, place] of Object.entries(places)) {
    const unmarked = await unmarkedAt(page, place, known);
    if (unmarked.length > 0) found[name] = unmarked;
  }
  return found;
}

const placesOf = (places: Record<string, Place>, isShort: boolean) =>
  Object.fromEntries(Object.entries(places).filter(([name]) => SHORT.has(name) === isShort));

test.use({ allowedErrors: [/40[0134]/], serviceWorkers: 'block' });

for (const isShort of [true, false]) {
  const title = isShort ? 'of each kind' : '@soak';
  test(`every text that visitors read comes out of a catalog ${title}`, async ({ page, site }) => {
    test.slow();
    const { video } = await fillSite(page, site);
    await speakMadeUp(page, site.url);
    const all: Record<string, Place> = {
      ...FOR_VISITORS,
      'own video': [`/video/${video}`],
      'post that is not there': ['/community/999999'],
      unsubscribe: ['/unsubscribe?token=none'],
      'take back': ['/take-back-email?token=none'],
      verify: ['/verify-email?token=none'],
      offline: ['/offline'],
    };
    expect(await findAll(page, placesOf(all, isShort), [])).toEqual({});
  });

  test(`every text that members and admins read comes out of a catalog ${title}`, async ({
    page,
    site,
    signIn,
  }) => {
    test.slow();
    const { video } = await fillSite(page, site);
    await speakMadeUp(page, site.url);
    const { username } = await signIn('GLOBAL_ADMIN');
    const all: Record<string, Place> = {
      ...FOR_ADMINS,
      ...MORE_FOR_ADMINS,
      creator: [`/creators/${username}`],
      captions: [`/video/${video}/captions`],
    };
    expect(await findAll(page, placesOf(all, isShort), [username])).toEqual({});
  });
}
