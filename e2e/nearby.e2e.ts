import { expect, test } from './fixture.ts';

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
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
});

test('nothing located: three steps', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.route('**/api/submissions?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/nearby');
  await expect(page.getByText('No User Videos with Location')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
});

test.describe('trouble', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('a server error is named, and tried again', async ({ page, signIn }) => {
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

  test('who cannot be told apart is sent to the login, and stays there', async ({ page, signIn }) => {
    await signIn('GLOBAL_ADMIN');
    await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: { error: 'x', code: 'X' } }));
    await page.goto('/nearby');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page).toHaveURL('/login');
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
