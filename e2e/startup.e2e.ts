import type { Locator } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import { startLateServer, type LateServer, type ServerState } from './late-server.ts';
import { expect, test, type Page } from './fixture.ts';

test.use({ allowedErrors: [/Failed to load resource/] });

/** Only the page's clock is waited for. */
const AT_ONCE = { intervals: [20] };

const late: LateServer[] = [];
async function startLate(url: string, state: ServerState): Promise<LateServer> {
  const server = await startLateServer(url, state);
  late.push(server);
  return server;
}
test.afterEach(() => Promise.all(late.splice(0).map((server) => server.close())));

/** The page's clock, and the time of each ping. It runs by itself; `pass` advances it at once. */
async function takeTime(page: Page) {
  await page.clock.install();
  await page.addInitScript(() => {
    const seen = window as Window & { pings?: number[] };
    seen.pings = [];
    const { fetch } = window;
    window.fetch = (what, init) => {
      if (String(what).endsWith('/api/health/ping')) seen.pings?.push(Date.now());
      return fetch(what, init);
    };
    // by the page's time, too
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
  });
  const pings = () => page.evaluate(() => (window as Window & { pings?: number[] }).pings ?? []);
  const pass = (milliseconds: number) => page.clock.runFor(milliseconds);
  return {
    pings,
    pass,
    /** Advances the clock until this many pings were sent. */
    untilPings: (count: number) =>
      expect
        .poll(async () => {
          await pass(200);
          return (await pings()).length;
        }, AT_ONCE)
        .toBeGreaterThanOrEqual(count),
    /** Advances the clock no further than needed. */
    untilShown: (text: Locator) =>
      expect
        .poll(async () => {
          if (await text.isVisible()) return true;
          await pass(200);
          return await text.isVisible();
        }, AT_ONCE)
        .toBe(true),
    untilUncovered: () =>
      expect
        .poll(async () => {
          await pass(200);
          return overlay(page).count();
        }, AT_ONCE)
        .toBe(0),
  };
}

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Starting up' });
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Start-up' });

test('a server that is ready at once shows no flash of the overlay @soak', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as Window & { overlays?: number };
    seen.overlays = 0;
    new MutationObserver(() => {
      if (document.querySelector('[role=progressbar]')) seen.overlays = (seen.overlays ?? 0) + 1;
    }).observe(document, { subtree: true, childList: true });
  });
  const pinged = page.waitForResponse('**/api/health/ping');
  await page.goto('/');
  expect((await pinged).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const overlays = () => page.evaluate(() => (window as Window & { overlays?: number }).overlays);
  expect(await overlays()).toBe(0);
  await expect(page.getByText('Server is ready!')).toHaveCount(0);

  // a slow line; this page comes without answers
  await page.route('**/api/health/ping', async (route) => {
    await delay(1000);
    await route.continue();
  });
  const late = page.waitForResponse('**/api/health/ping');
  await page.goto('/login');
  await late;
  expect(await overlays()).toBe(0);
});

test('a server that starts late shows the overlay while it returns 503, then the page with a welcome', async ({
  page,
  site,
}) => {
  await site.addVideo({ title: 'Worth the wait' });
  const server = await startLate(site.url, 'starting');
  const time = await takeTime(page);
  await page.goto(`${server.url}/videos`);
  await expect(overlay(page)).toBeVisible();
  await expect(overlay(page).getByText('Preparing your experience...')).toBeVisible();
  await expect(overlay(page).getByText('This usually takes just a few seconds!')).toBeVisible();
  await expect(progress(page)).toHaveAttribute('aria-valuenow', '66');
  await time.untilPings(3);
  const [, second = 0, third = 0] = await time.pings();
  expect(third - second).toBeGreaterThan(1800);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  server.state = 'ready';
  // a ping that went out before may be the one that it answers
  await time.untilShown(overlay(page).getByText('Server is ready! Loading your experience...'));
  await expect(progress(page)).toHaveAttribute('aria-valuenow', '100');
  await time.untilUncovered();
  await expect(page.getByText('🚀 Server is ready!')).toBeVisible();
  await expect(page.getByText('🎉 Welcome back! All systems ready.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Worth the wait/ }).first()).toBeVisible();
});

test('a game in progress continues when the server is ready, until the player leaves @soak', async ({
  page,
  site,
}) => {
  const server = await startLate(site.url, 'starting');
  const time = await takeTime(page);
  await page.goto(server.url);
  await overlay(page).getByRole('button', { name: 'Play the game' }).click();
  const game = page.getByRole('dialog', { name: 'Puzzle game' });
  await game.getByRole('button', { name: 'Start Game' }).click();
  await expect(game.getByText('Spinning up')).toBeVisible();
  server.state = 'ready';
  await time.untilPings((await time.pings()).length + 1);
  await expect(game.getByText('Ready', { exact: true })).toBeVisible();
  const goOn = game.getByRole('button', { name: 'Continue to site' });
  await expect(goOn).toBeVisible();
  await expect(game.getByRole('button', { name: 'Pause' })).toBeVisible();
  await goOn.click();
  await expect(game).toHaveCount(0);
  await time.untilUncovered();
});

test('the home page pings the server every 3 minutes while visible, to keep it awake', async ({ page }) => {
  await page.clock.install();
  const requestTimes: number[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/health') requestTimes.push(1);
  });
  await page.goto('/');
  // the app has taken the page over
  await page.waitForFunction(() => !('takeEarlyEvents' in window));
  await page.clock.runFor(179_000);
  expect(requestTimes).toHaveLength(0);
  const laterRequests = async () => {
    await page.clock.runFor(1000);
    return requestTimes.length;
  };
  await expect.poll(laterRequests).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(400_000);
  expect(requestTimes).toHaveLength(1);
});
