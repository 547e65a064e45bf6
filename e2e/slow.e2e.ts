import { expect, test, type Page } from './fixture.ts';

/** How long a call takes, in milliseconds. */
const fetchOnce = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const began = performance.now();
    await (await fetch('/api/health/ping?slow', { cache: 'no-store' })).text();
    return performance.now() - began;
  });

/** What the browser calls the line. */
const nameOf = (page: Page) =>
  page.evaluate(
    () => (navigator as unknown as { connection: { effectiveType: string } }).connection.effectiveType,
  );

test('every page has a slow connection, including popups and pages in other contexts @slow', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/shop');
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/videos'));
  const popup = await opened;
  const other = await browser.newPage({ baseURL: site.url });
  await other.goto('/community');
  for (const slow of [page, popup, other]) {
    await slow.waitForLoadState();
    expect(await fetchOnce(slow)).toBeGreaterThan(140);
    expect(await nameOf(slow)).toBe('4g');
  }
  await other.close();
});
