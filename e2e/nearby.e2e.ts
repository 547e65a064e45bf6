import { expect, test } from './fixture.ts';
import { map, pixelsOf } from './map-pixels.ts';

// it counts videos with a location
test.use({ server: 'nearby' });

test('an admin sees where videos were filmed, in a list and on a map', async ({ page, site, signIn }) => {
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
  await map(page).getByRole('button', { name: 'Canal at noon' }).click();
  await expect(card).toBeFocused();

  await site.addVideo({ title: 'Harbour at dusk', latitude: 53.5, longitude: 9.9 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('2 User Videos with Location')).toBeVisible();
  await expect(page.getByText('Location not specified')).toBeVisible();
  await expect(map(page).getByRole('button', { name: 'Harbour at dusk' })).toBeVisible();
  await page.goto('/community');
  await page.goto('/nearby');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/community');
});

test('without WebGL the map is a plain image with the same places @soak', async ({ page, site, signIn }) => {
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

test('the page shows three steps when no video has a location @soak', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.route('**/api/submissions?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/nearby');
  await expect(page.getByText('No User Videos with Location')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
});

test.describe('when the server fails', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('a permission check comes first, and leads to the login page if it fails @soak', async ({
    page,
    signIn,
  }) => {
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

  test('a failed request for videos shows an error @soak', async ({ page, signIn }) => {
    await signIn('GLOBAL_ADMIN');
    await page.route('**/api/submissions?*', (route) => route.abort());
    await page.goto('/nearby');
    await expect(page.getByText('Failed to fetch user videos')).toBeVisible();
  });
});
