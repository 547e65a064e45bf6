import sharp from 'sharp';
import { expect, test, type Page } from './fixture.ts';

// this file's browser draws WebGL, in software
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []).filter((each) => each !== '--disable-gpu'),
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    }),
});

const map = (page: Page) => page.getByRole('region', { name: 'Map of filming locations' });

/** How many pixels of the map have the colour that this token has just now. */
async function pixelsOf(page: Page, token: string): Promise<number> {
  const [red, green, blue] = await page.evaluate((name) => {
    const pen = document.createElement('canvas').getContext('2d');
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    if (!pen) return [];
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(0, 0, 1, 1);
    probe.remove();
    return [...pen.getImageData(0, 0, 1, 1).data];
  }, token);
  const { data, info } = await sharp(await map(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  const near = (at: number, value = 0) => Math.abs((data[at] ?? 0) - value) <= 2;
  for (let at = 0; at < data.length; at += info.channels)
    if (near(at, red) && near(at + 1, green) && near(at + 2, blue)) count += 1;
  return count;
}

const RESTRICTED = 'Location-based features are only available to administrators.';

test('an admin sees where videos were filmed, and a map', async ({ page, site, signIn }) => {
  await site.addVideo({
    title: 'Canal at noon',
    location_name: 'The bridge',
    location_address: 'Prinsengracht, Amsterdam, Netherlands',
    location_city: 'Amsterdam',
    location_country: 'Netherlands',
    latitude: 52.3702157,
    longitude: 4.8951679,
  });
  await site.addVideo({ title: 'Nowhere' });
  await signIn('GLOBAL_ADMIN');
  await page.goto('/nearby');
  await expect(page.getByRole('heading', { name: 'User Videos & Locations' })).toBeVisible();
  await expect(page.getByText('1 User Video with Location')).toBeVisible();
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.getByText('Filmed Location')).toBeVisible();
  await expect(card.getByText('Prinsengracht, Amsterdam, Netherlands')).toBeVisible();
  await expect(card.getByText('52.370216, 4.895168')).toBeVisible();
  await expect(card.getByText('Netherlands', { exact: true })).toBeVisible();
  await expect(map(page).locator('canvas')).toBeVisible();
  await map(page).getByRole('button', { name: 'Canal at noon' }).click();
  await expect(card).toBeFocused();

  await site.addVideo({ title: 'Harbour at dusk', latitude: 53.5, longitude: 9.9 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('2 User Videos with Location')).toBeVisible();
  await expect(page.getByText('Location not specified')).toBeVisible();
  await expect(map(page).getByRole('button', { name: 'Harbour at dusk' })).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => pixelsOf(page, '--color-surface'), `${scheme}: land`).toBeGreaterThan(2000);
    expect(await pixelsOf(page, '--color-raised'), `${scheme}: sea`).toBeGreaterThan(2000);
    expect(await pixelsOf(page, '--color-accent'), `${scheme}: the place`).toBeGreaterThan(20);
  }
  await page.goto('/community');
  await page.goto('/nearby');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/community');
});

test('without WebGL the world is a plain picture with the same places @soak', async ({
  page,
  site,
  signIn,
}) => {
  await site.addVideo({ title: 'Ferry', latitude: -33.86, longitude: 151.2 });
  await signIn('GLOBAL_ADMIN');
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      more?: unknown,
    ) {
      return kind.startsWith('webgl') ? null : (getContext.call(this, kind, more) as null);
    };
  });
  await page.goto('/nearby');
  await expect(map(page).locator('canvas')).toHaveCount(0);
  expect(await pixelsOf(page, '--color-surface')).toBeGreaterThan(2000);
  await map(page).getByRole('button', { name: 'Ferry' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Ferry' })).toBeFocused();
});

test('nothing located: three steps @soak', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.route('**/api/submissions?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/nearby');
  await expect(page.getByText('No User Videos with Location')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
});

test.describe('trouble', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('a server error is named, and tried again @soak', async ({ page, signIn }) => {
    await signIn('GLOBAL_ADMIN');
    let broken = true;
    await page.route('**/api/submissions?*', (route) =>
      broken ? route.fulfill({ status: 500, json: { error: 'x', code: 'X' } }) : route.continue(),
    );
    await page.goto('/nearby');
    await expect(page.getByText('Error Loading Videos')).toBeVisible();
    await expect(page.getByText('HTTP 500: Internal Server Error')).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Error Loading Videos')).toBeHidden();
  });

  test('who cannot be told apart is sent to the login, and stays there @soak', async ({ page, signIn }) => {
    await signIn('GLOBAL_ADMIN');
    await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: { error: 'x', code: 'X' } }));
    await page.goto('/nearby');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });
});

test.describe('who may', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('is asked of the server first; where that fails, the login comes @soak', async ({ page, signIn }) => {
    await signIn('GLOBAL_ADMIN');
    let answer = () => {};
    const waited = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/me', async (route) => {
      await waited;
      await route.fulfill({ status: 500, json: { error: 'x', code: 'X' } });
    });
    await page.goto('/nearby');
    await expect(page.getByText('Checking permissions...')).toBeVisible();
    answer();
    await expect(page).toHaveURL('/login');
  });

  test('a server that does not answer is told as such @soak', async ({ page, signIn }) => {
    await signIn('GLOBAL_ADMIN');
    await page.route('**/api/submissions?*', (route) => route.abort());
    await page.goto('/nearby');
    await expect(page.getByText('Failed to fetch user videos')).toBeVisible();
  });
});

test('others are told why, and led home; guests to the login', async ({ page, signIn }) => {
  await page.goto('/nearby');
  await expect(page).toHaveURL('/login');
  await signIn('CONTENT_CREATOR');
  await page.goto('/nearby');
  await expect(page.getByText(RESTRICTED)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
  await expect(page).toHaveURL('/');
});
