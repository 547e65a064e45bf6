import { setTimeout as delay } from 'node:timers/promises';
import { expect, holdScripts, test } from './fixture.ts';
import { within } from './slow.ts';

test('signing out completes even after leaving the page, and the ping response is read to its end @soak', async ({
  page,
  signIn,
}) => {
  const { token } = await signIn();
  await page.addInitScript(() => {
    const { fetch } = window;
    const seen = { keepalive: [] as unknown[], pings: [] as Response[] };
    Object.assign(window, { seen });
    window.fetch = async (input, init) => {
      if (String(input).endsWith('/auth/logout')) seen.keepalive.push(init?.keepalive);
      const answer = await fetch(input, init);
      if (String(input).endsWith('/health/ping')) seen.pings.push(answer);
      return answer;
    };
  });
  await page.goto('/');
  type Seen = { keepalive: unknown[]; pings: Response[] };
  const seen = () =>
    page.evaluate(() => {
      const { keepalive, pings } = (window as unknown as { seen: Seen }).seen;
      return { keepalive, read: pings.map(({ bodyUsed }) => bodyUsed) };
    });
  await expect.poll(async () => (await seen()).read).toContain(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  expect((await seen()).keepalive).toEqual([true]);
  await page.goto('/videos');
  const me = () => page.request.get('/api/me', { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
});

test('going back before hydration loads the previous page, and renders nothing in the meantime @soak', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const heading = () => document.querySelector('h1')?.textContent ?? '';
    addEventListener('pagehide', () => sessionStorage.setItem('left', heading()));
  });
  await page.goto('/community');
  await page.getByRole('link', { name: 'Shop', exact: true }).first().click();
  await expect(page).toHaveTitle(/^Shop/);
  const leave = await holdScripts(page);
  const scriptRequest = page.waitForRequest(/\/assets\/index-.*\.js$/);
  await page.reload({ waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Sunglasses Collection');
  await scriptRequest;
  const scripts = page.waitForResponse(/\/assets\/index-.*\.js$/);
  await page.route('/community', async (route) => {
    leave();
    await scripts;
    // what would be drawn has been drawn by then
    await delay(within(300));
    await route.continue();
  });
  await page.evaluate(() => history.back());
  await expect(heading).toHaveText('Community');
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe('Sunglasses Collection');
});

test('leaving a list before the scripts load and going back returns to about the same place @soak', async ({
  page,
  site,
}) => {
  for (let at = 0; at < 12; at++) await site.addVideo({ title: `Far down ${at}` });
  const releaseScripts = await holdScripts(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/videos', { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Far down 2', exact: true });
  await link.scrollIntoViewIfNeeded();
  const scrollPosition = () => page.evaluate(() => scrollY);
  // the browser returns to about there: cards that were not in view yet have no height of their own
  const near = (await scrollPosition()) - 800;
  expect(near).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL(/\/video\/\d+$/);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/videos');
  await expect.poll(scrollPosition).toBeGreaterThan(near);
  const code = page.waitForResponse(/scroll-positions-.*\.js$/);
  releaseScripts();
  await code;
  // what would be scrolled has been scrolled by then
  await delay(within(300));
  expect(await scrollPosition()).toBeGreaterThan(near);
  await site.archiveAll();
});
