import { type Elsewhere, startCrossOriginHost } from './cross-origin-host.ts';
import { type Page, expect, test as base } from './fixture.ts';
import { within } from './slow.ts';

/** The app handed out by another server: on the backend's own site (127.0.0.1) and on a foreign one (localhost). */
const test = base.extend<{ app: { near: string; far: string }; host: Elsewhere }>({
  host: async ({ persisted }, use) => use(await persisted.once('host elsewhere', startCrossOriginHost)),
  settings: async ({ host: { port } }, use) =>
    use({ PAYMENTS: 'test', WEB_ORIGIN: `http://127.0.0.1:${port}, http://localhost:${port}` }),
  app: [
    async ({ host, site }, use) => {
      await host.buildFor(site.url);
      await use({ near: `http://127.0.0.1:${host.port}`, far: `http://localhost:${host.port}` });
    },
    { timeout: within(300_000) },
  ],
});

test.slow();

for (const path of ['near', 'far'] as const) {
  test(`a guest browses, likes, unlikes, comments and buys (${path}) @soak`, async ({ page, site, app }) => {
    const id = await site.addVideo({ title: `From elsewhere, ${path}`, is_featured: true });
    await page.goto(app[path]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page
      .getByRole('link', { name: new RegExp(`From elsewhere, ${path}`) })
      .first()
      .click();
    await expect(page).toHaveURL(`${app[path]}/video/${id}`);
    const like = page.getByRole('main').getByRole('button', { name: 'Like', exact: true }).first();
    for (const pressed of ['true', 'false']) {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/like'));
      await like.click();
      // the same person's second click takes it back: the cookie came along
      expect(await (await answered).json()).toMatchObject({ liked: pressed === 'true' });
      await expect(like).toHaveAttribute('aria-pressed', pressed);
    }
    await page.getByLabel('Write a comment').fill(`Hello from ${path}`);
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: `Hello from ${path}` })).toBeVisible();
    await buy(page);
  });
}

async function buy(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Shop', exact: true }).click();
  const picture = page.locator('img[src*="premium-black"]').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Premium Black' }).first().click();
  await expect(page).toHaveURL(/\/shop\/\d+$/);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Cart, 1 items' }).click();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code'])
    await page.getByLabel(label, { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await page.getByRole('button', { name: /^Pay \$69\.99/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
}

test('the identity provider redirects back to the app, which has its own manifest @soak', async ({
  page,
  site,
  app,
}) => {
  await page.goto(`${site.url}/oauth2/authorization/google`, { referer: `${app.far}/login` });
  await expect(page).toHaveURL(`${app.far}/login?error=oauth_failed`);
  const manifest = await page.request.get(`${app.far}/manifest.webmanifest`);
  expect(await manifest.json()).toMatchObject({ name: 'LLL', start_url: '/' });
});
