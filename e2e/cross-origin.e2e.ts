import { smallVideo } from './videos.ts';
import { type Elsewhere, startCrossOriginHost } from './cross-origin-host.ts';
import { type Page, type Site, expect, test as base } from './fixture.ts';
import { within } from './slow.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

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

for (const [path, soak] of [
  ['near', ' @soak'],
  ['far', ''],
] as const) {
  test(`a guest browses, likes, takes it back, comments and buys (${path})${soak}`, async ({
    page,
    site,
    app,
  }) => {
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

test('a creator signs up, uploads and watches the video go live; it plays for a guest @soak', async ({
  page,
  site,
  app,
}) => {
  await page.goto(`${app.far}/signup`);
  await page.getByLabel('Username').fill('far-away');
  await page.getByLabel('Email').fill('far-away@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();

  const admin = await site.signUp('GLOBAL_ADMIN');
  await page.evaluate((token) => localStorage.setItem('vh_token', token), admin.token);
  await page.goto(app.far);
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Video file').setInputFiles(await smallVideo());
  await dialog.getByLabel('Title').fill('Flown in');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog).toBeHidden();

  const events = page.waitForResponse((answer) => /submissions\/\d+\/events/.test(answer.url()));
  await page.goto(`${app.far}/profile`);
  expect((await events).headers()['content-type']).toContain('text/event-stream');
  await expect(page.getByText(/in review \(\d+\w\w in queue\)/i)).toBeVisible({ timeout: within(60_000) });
  await approveNewest(site, admin.token);
  // by the event stream: the page was not reloaded
  await expect(page.getByText('live', { exact: true }).first()).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${app.far}/videos`);
  await page
    .getByRole('link', { name: /Flown in/ })
    .first()
    .click();
  // not the preview of the card that was pressed
  const player = page.getByRole('group', { name: /^Player: Flown in/ }).locator('video');
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
  expect(await player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
});

async function approveNewest(site: Site, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const [newest] = await bodyOf(fetch(`${site.url}/api/submissions`, { headers }), WithId.array());
  await fetch(`${site.url}/api/submissions/${newest?.id}/approve`, { method: 'POST', headers });
}

test('the identity provider leads back to the app, and its manifest is the app’s own', async ({
  page,
  site,
  app,
}) => {
  await page.goto(`${site.url}/oauth2/authorization/google`, { referer: `${app.far}/login` });
  await expect(page).toHaveURL(`${app.far}/login?error=oauth_failed`);
  const manifest = await page.request.get(`${app.far}/manifest.webmanifest`);
  expect(await manifest.json()).toMatchObject({ name: 'LLL', start_url: '/' });
});
