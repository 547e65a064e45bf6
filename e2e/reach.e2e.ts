import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

const location = { latitude: 25.76, longitude: -80.19, location_name: 'Miami Beach' };

async function pinSize(page: Page) {
  const pin = page.getByRole('region', { name: 'Map of filming locations' }).getByRole('button', {
    name: /Filmed in Miami/,
  });
  return await pin.boundingBox();
}

test('a place on the map is large enough to tap @soak', async ({ page, site, signIn }) => {
  const { id } = await signIn('GLOBAL_ADMIN');
  await site.addVideo({ title: 'Filmed in Miami', uploader_id: id, ...location });
  await page.goto('/nearby');
  for (const withoutWebgl of [false, true]) {
    if (withoutWebgl) {
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
      await page.reload();
    }
    await expect.poll(() => pinSize(page)).not.toBeNull();
    const size = await pinSize(page);
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
});

test('nothing covers the footer at the end of a page @soak', async ({ page, signIn }) => {
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Upload or record a video' })).toBeVisible();
  for (const width of [390, 820, 1024, 1180, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Light theme', 'Dark theme']) {
      const button = page.getByRole('button', { name });
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      // a trial: Playwright refuses where something else would take the press
      await button.click({ trial: true, timeout: within(5000) });
      const covers = await button.evaluate((element) => {
        const plus = document.querySelector('[aria-label="Upload or record a video"]');
        const one = element.getBoundingClientRect();
        const other = plus?.getBoundingClientRect();
        return other && one.right > other.left && one.bottom > other.top;
      });
      expect(covers, `${name} at ${width}`).toBe(false);
    }
  }
});

test('a chart that the browser cannot draw becomes a table, and its page still works @soak', async ({
  page,
  signIn,
}) => {
  await signIn('GLOBAL_ADMIN');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { get: () => 'C' });
  });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const chart = page.getByRole('figure', { name: 'Views in the last 30 days' });
  const first = chart.getByRole('row').first();
  await first.scrollIntoViewIfNeeded();
  await expect(first).toBeInViewport();
  await expect(chart.getByRole('row')).toHaveCount(30);
});
