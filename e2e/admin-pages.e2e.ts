import { expect, test } from './fixture.ts';
import type { Page } from './fixture.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Admin sections' });

test('the sections appear beside every dashboard page, and in a sheet on a phone', async ({
  page,
  signIn,
}) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin');
  for (const name of ['Submissions', 'Curate Videos', 'Import Videos', 'Archive'])
    await expect(page.getByRole('tab', { name })).toBeVisible();
  await page.getByRole('tab', { name: 'Curate Videos' }).click();
  await expect(page.getByRole('button', { name: 'Reload rotation' })).toBeVisible();
  await rail(page).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Order Management' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload rotation' })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Orders', selected: true })).toBeVisible();
  // the second level opens in place, and an old address leads to it
  await expect(rail(page).getByText('Connections')).toHaveCount(0);
  await rail(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Site', level: 1 })).toBeVisible();
  await rail(page).getByRole('tab', { name: 'Languages' }).click();
  await expect(page.getByRole('heading', { name: 'Translations' })).toBeVisible();
  await page.goto('/admin?tab=webhooks');
  await expect(rail(page).getByRole('tab', { name: 'Connections', selected: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rail(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Section' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Submissions' }).click();
  await expect(page).toHaveURL(/tab=submissions/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Submissions', selected: true })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Nearby' })).toBeVisible();
  await page.getByRole('button', { name: 'Section' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'System' }).click();
  await expect(page).toHaveURL(/tab=health/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('list filters form one row, 40 pixels high @soak', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  for (const tab of ['submissions', 'curate', 'people', 'jobs', 'audit']) {
    await page.goto(`/admin?tab=${tab}`);
    const toolbar = page.getByRole('group', { name: 'Filters' });
    await expect(toolbar, tab).toBeVisible();
    const heights = await toolbar
      .locator('xpath=*')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
    expect(heights.length, tab).toBeGreaterThan(0);
    expect(new Set(heights), tab).toEqual(new Set([40]));
  }
});

test('a single search finds sections, people and videos @soak', async ({ page, site, signIn }) => {
  const author = await site.signUp('CONTENT_CREATOR', 'zebulon');
  await site.addVideo({ title: 'Zebra crossing', uploader_id: author.id });
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin');
  await expect(rail(page)).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Search the dashboard' }).click();
  const field = page.getByRole('combobox', { name: 'Sections, settings, people, videos, orders' });
  await expect(field).toBeFocused();
  await field.fill('zeb');
  await expect(page.getByRole('option', { name: 'Zebra crossing' })).toBeVisible();
  await page.getByRole('option', { name: '@zebulon' }).click();
  await expect(page).toHaveURL(/tab=people&q=zebulon/);
  await expect(page.getByRole('row', { name: /zebulon/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field.fill('back');
  await expect(page.getByRole('option', { name: /Backups/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=backups/);
});

test.describe('on a site without other reports', () => {
  test.use({ server: 'reports' });

  test('an admin resolves reports with single keys, and undoes the last decision', async ({
    page,
    site,
    signIn,
    request,
  }) => {
    const first = await site.addVideo({ title: 'Reported first' });
    const second = await site.addVideo({ title: 'Reported second' });
    for (const [subjectId, reason] of [
      [first, 'Not his clip'],
      [second, 'Too loud'],
    ])
      await request.post('/api/reports', { data: { subjectType: 'VIDEO', subjectId, reason } });
    await signIn('GLOBAL_ADMIN');
    await page.goto('/admin?tab=reports');
    const row = (title: string) =>
      page.getByRole('region', { name: 'Reports' }).getByRole('listitem').filter({ hasText: title });
    await expect(row('Reported first').getByText('Not his clip')).toBeVisible();
    await expect(row('Reported first').getByRole('link', { name: 'Open the video' })).toBeVisible();
    await expect(row('Reported first')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys).toContainText('Suspend the author');
    await page.keyboard.press('h');
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(row('Reported second')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('h');
    await expect(row('Reported second')).toHaveCount(0);
    expect((await request.get(`/api/videos/${second}`)).status()).toBe(404);
    // the list is there before all that the decision changed
    const { promise: taken, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/admin/moderation-acts', async (route) => {
      await taken;
      await route.fallback();
    });
    await page.keyboard.press('d');
    await expect(row('Reported first')).toHaveCount(0);
    await page.keyboard.press('u');
    goOn();
    await expect(row('Reported first')).toHaveCount(1);
    expect((await request.get(`/api/videos/${first}`)).status()).toBe(200);
    // a key that is typed is none
    await page.getByRole('textbox', { name: 'Word' }).fill('h');
    await page.getByRole('textbox', { name: 'Word' }).press('d');
    await expect(row('Reported first')).toHaveCount(1);
    await row('Reported first').getByRole('button', { name: /^Hide/ }).click();
    await expect(row('Reported first')).toHaveCount(0);
  });
});
