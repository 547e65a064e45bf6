import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { publishVideo } from './videos.ts';
import { expect, holdScripts, test, type Page } from './fixture.ts';

test.use({ server: 'first paint' });

/** The share of pixels in which two pictures differ, beyond what is rounded. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()));
  if (!a || a.length !== b?.length) return 1;
  let different = 0;
  for (let at = 0; at < a.length; at += 3) {
    const isSame = [0, 1, 2].every(
      (channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) < 3,
    );
    if (!isSame) different += 1;
  }
  return different / (a.length / 3);
}

/** As a guest sees a page; `scripts` false: before any has come. */
async function open(browser: Browser, url: string, width: number, scripts: boolean): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  if (!scripts) await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(url, { waitUntil: 'load' });
  return page;
}

/** The player has its own controls in place of the browser's, and times ago move on. */
async function take(page: Page): Promise<Buffer> {
  await page.locator('time').evaluateAll((times) => {
    for (const time of times) time.style.visibility = 'hidden';
  });
  return page.screenshot({ animations: 'disabled', mask: [page.locator('.player')] });
}

async function compare(browser: Browser, url: string, width: number): Promise<void> {
  const before = await open(browser, url, width, false);
  const after = await open(browser, url, width, true);
  try {
    // the last request that a page makes unprompted
    await expect(after.getByRole('group', { name: 'Theme' })).toBeAttached();
    await expect(after.getByRole('combobox', { name: 'Search', includeHidden: true })).toBeAttached();
    await expect
      .poll(async () => difference(await take(before), await take(after)), {
        message: `${url} at ${width}`,
      })
      .toBeLessThan(0.001);
  } finally {
    await before.close();
    await after.close();
  }
}

/** Retries a failure: pages show relative times, and a minute may have passed. */
const compareTwice = (...compared: Parameters<typeof compare>): Promise<void> =>
  compare(...compared).catch(() => compare(...compared));

test.describe('server-rendered pages for guests', () => {
  // scripts that are blocked, and pages that don't exist
  test.use({ allowedErrors: [/net::ERR_FAILED|status of 404/] });

  test('look the same before and after the scripts run, at every width @soak', async ({
    browser,
    site,
    request,
  }) => {
    const id = await site.addVideo({ title: 'A clip of its own', is_featured: true });
    await request.post(`/api/videos/${id}/comments`, { data: { authorUsername: 'Ann', text: 'Nice' } });
    const author = await site.signUp('CONTENT_CREATOR');
    await request.post('/api/community/posts', {
      data: { content: 'Hello' },
      headers: { authorization: `Bearer ${author.token}` },
    });
    const pages = ['/', '/videos', `/video/${id}`, '/video/987654', '/shop', '/shop/1', '/community'];
    for (const path of [...pages, '/creators', `/creators/${author.username}`, '/nowhere'])
      for (const width of [390, 820, 1440]) await compareTwice(browser, site.url + path, width);
  });
});

const SOAK = process.env['SOAK'] === '1';
const WIDTHS = SOAK ? [320, 390, 844, 1440] : [390, 1440];

test('nothing shifts for a member when a page hydrates @soak', async ({ page, site, signIn }) => {
  await signIn();
  await page.addInitScript(() => {
    const moved: string[] = Object.assign(window, { moved: [] }).moved;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        for (const { node } of shift.sources) moved.push(node?.textContent?.slice(0, 40) ?? '');
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const element = `/video/${await site.addVideo({ title: 'A clip that stands still' })}`;
  const paths = ['/community', element, '/creators', '/videos', '/shop'];
  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 });
    // in turn on a phone and on a dashboard
    for (const path of SOAK ? paths : paths.filter((_, each) => each % 2 === at)) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeEnabled();
      await expect(page.getByRole('group', { name: 'Theme' })).toBeAttached();
      expect(await page.evaluate('moved'), `${path} at ${width}`).toEqual([]);
    }
  }
});

test('a press just before hydration takes effect once', async ({ page }) => {
  await page.addInitScript(() => {
    let take: Window['takeEarlyEvents'];
    let isPressed = false;
    Object.defineProperty(window, 'takeEarlyEvents', {
      configurable: true,
      set: (given: typeof take) => {
        take = given;
      },
      get: () => () => {
        const buttons = [...document.querySelectorAll('button')];
        if (!isPressed) buttons.find(({ textContent }) => textContent === 'Add to Cart')?.click();
        isPressed = true;
        return take?.();
      },
    });
  });
  await page.goto('/shop');
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cart, / })).toHaveAccessibleName('Cart, 1 items');
});

test('a repeated press before the scripts load takes effect once @soak', async ({ page }) => {
  const press = await holdScripts(page);
  await page.goto('/shop', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Add to Cart' }).first();
  await button.click();
  await button.click();
  press();
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cart, / })).toHaveAccessibleName('Cart, 1 items');
});

test('a press by a member before the scripts load takes effect for that member @soak', async ({
  page,
  signIn,
  request,
}) => {
  const { token } = await signIn();
  const press = await holdScripts(page);
  await page.goto('/shop', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  press();
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible();
  const cart = await request.get('/api/cart', { headers: { authorization: `Bearer ${token}` } });
  expect(await cart.json()).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('guestCart'))).toBeNull();
});

test('a link pressed before the scripts load loses no earlier press, and works without scripts @soak', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.clock.install();
  const press = async () => {
    await page.goto('/shop', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await page.getByRole('link', { name: 'Community' }).first().click();
  };
  await press();
  await page.clock.runFor(5000);
  await expect(page).toHaveURL('/community');
  await press();
  // who wants to leave at once presses again
  await page.getByRole('link', { name: 'Community' }).first().click();
  await expect(page).toHaveURL('/community');
  // pressing plain text has no effect and causes no delay: no time passes
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.goto('/shop', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('link', { name: 'Community' }).first().click();
  await expect(page).toHaveURL('/community');
  await page.clock.resume();
  await press();
  expect(new URL(page.url()).pathname).toBe('/shop');
  releaseScripts();
  await expect(page).toHaveURL('/community');
  await expect(page.getByRole('button', { name: 'Cart, 1 items' })).toBeVisible();
});

test('everything typed before the scripts load stays @soak', async ({ page, site }) => {
  const type = await holdScripts(page);
  await page.goto(`/video/${await site.addVideo({ title: 'Typed about' })}`, { waitUntil: 'commit' });
  await page.getByLabel('Your name (optional)').fill('Wanda');
  await page.getByLabel('Write a comment').fill('A whole thought');
  type();
  await expect(page.getByRole('button', { name: 'Post comment' })).toBeEnabled();
  await expect(page.getByLabel('Your name (optional)')).toHaveValue('Wanda');
  await expect(page.getByLabel('Write a comment')).toHaveValue('A whole thought');
});

for (const part of ['index', 'Discussion'])
  test(`text that a member types before the ${part} script loads stays${part === 'index' ? '' : ' @soak'}`, async ({
    page,
    site,
    signIn,
  }) => {
    await signIn();
    const { promise: mayCome, resolve: release } = Promise.withResolvers<void>();
    await page.route(new RegExp(`/assets/${part}-.*\\.js$`), async (route) => {
      await mayCome;
      await route.continue();
    });
    await page.goto(`/video/${await site.addVideo({ title: 'Typed about' })}`, { waitUntil: 'commit' });
    const field = page.getByLabel('Write a comment');
    // who it is may be known by then
    if (part === 'Discussion') await expect(page.getByRole('button', { name: 'Account menu' })).toBeEnabled();
    await field.pressSequentially('A whole thought');
    release();
    await expect(page.getByRole('button', { name: 'Post comment' })).toBeEnabled();
    await expect(field).toHaveValue('A whole thought');
  });

test.describe('a page altered before hydration', () => {
  test.use({ allowedErrors: [/Minified React error #418/] });

  test('is rendered again without losing what was pressed in it @soak', async ({ page }) => {
    await page.route(/\/shop$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('>Sunglasses Collection<', '>Colección de gafas<');
      await route.fulfill({ response: answer, body });
    });
    const press = await holdScripts(page);
    await page.goto('/shop', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Colección de gafas');
    press();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunglasses Collection');
    await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible();
  });
});

test('a video has controls and plays before the scripts load, and falls back to browser controls without scripts @soak', async ({
  page,
  site,
  request,
  browser,
}) => {
  const id = await publishVideo(request, site, 'Played early');
  const releaseScripts = await holdScripts(page);
  await page.goto(`/video/${id}`, { waitUntil: 'commit' });
  const player = page.getByRole('group', { name: 'Player: Played early' });
  const video = player.locator('video');
  await expect(video).not.toHaveAttribute('controls');
  await player.getByRole('button', { name: 'Play' }).click();
  const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
  await expect.poll(isPaused).toBe(false);
  releaseScripts();
  await expect(player.getByRole('button', { name: 'Full screen' })).toBeAttached();
  await expect(player).not.toHaveAttribute('data-written');
  const bare = await browser.newPage({ javaScriptEnabled: false });
  await bare.goto(`${site.url}/video/${id}`);
  await expect(bare.locator('video[controls]')).toBeVisible();
  await bare.close();
});
