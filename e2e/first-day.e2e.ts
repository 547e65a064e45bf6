import { expect, test } from './fixture.ts';

test.describe('on an empty site', () => {
  test.use({ server: 'first-day', settings: { PAYMENTS: 'off' }, allowedErrors: [/50[02]/] });

  test('guests see that the site opens soon, without dead links or empty promises', async ({ page }) => {
    const opensSoon = page.getByRole('heading', { name: /^\S.* opens soon$/ });
    for (const path of ['/', '/videos']) {
      await page.goto(path);
      await expect(opensSoon).toBeVisible();
    }
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('link')).toHaveCount(0);
    await expect(main.getByRole('group', { name: 'Categories' })).toHaveCount(0);
    await page.goto('/shop/1');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/shipping/i)).toHaveCount(0);
  });

  test('a server error is not reported as a connection problem @soak', async ({ page }) => {
    // before the page, which loads what its links lead to
    await page.route('**/api/creators*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.goto('/shop');
    // until the app has taken the page over, a link loads the page from the server
    await page.waitForFunction(() => !('takeEarlyEvents' in window));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Creators' }).click();
    await expect(page.getByText('Failed to load creators')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Please try again.');
    await expect(page.getByText(/connection/)).toHaveCount(0);
  });
});

test('the home page and a search without results link to creators @soak', async ({ page, site }) => {
  const { id, username } = await site.signUp('CONTENT_CREATOR');
  await site.addVideo({ title: 'Kite over the dunes', uploader_id: id });
  for (const path of ['/', '/search', '/search?q=xylograph&duration=short']) {
    await page.goto(path);
    const creators = page.getByRole('region', { name: 'Creators' });
    await expect(creators.getByRole('link', { name: username })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/search?q=xylograph');
});

test('the heading of a category page is the category @soak', async ({ page, site }) => {
  await site.addVideo({ title: 'Morning routine', category: 'Beauty' });
  await page.goto('/videos?category=Beauty');
  await expect(page.getByRole('heading', { level: 1, name: 'Beauty' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Follow Beauty' })).toHaveText('Follow Beauty');
  await page.setViewportSize({ width: 820, height: 1180 });
  const chips = page.getByRole('group', { name: 'Categories' });
  expect((await chips.boundingBox())?.height).toBeLessThan(70);
});
