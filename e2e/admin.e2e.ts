import { expect, test } from './fixture.ts';

test('the dashboard is for admins: a guest is sent to the login', async ({ page, signIn }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login/);
  await signIn('CONTENT_CREATOR');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
});

test('tabs have their own URLs and work by keyboard @soak', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin');
  await expect(page.getByRole('figure', { name: 'Views in the last 30 days' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Sales in the last 30 days' }).getByRole('row')).toHaveCount(
    30,
  );
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=submissions/);
  await expect(page.getByRole('tab', { name: 'Submissions' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'System' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/tab=overview/);
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/tab=health/);
  await expect(page.getByRole('tab', { name: 'Health' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/admin?tab=jobs');
  await expect(page.getByRole('tab', { name: 'Jobs' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('combobox', { name: 'State' })).toBeVisible();
});

test('an admin features, orders and marks videos as trending, and the home page reflects it', async ({
  page,
  signIn,
  site,
}) => {
  await site.addVideo({ title: 'Glass blowing' });
  await site.addVideo({ title: 'Rope skipping' });
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=curate');
  for (const title of ['Glass blowing', 'Rope skipping']) {
    await page.getByRole('article', { name: title }).getByRole('checkbox', { name: 'Featured' }).check();
    await expect(page.getByRole('list', { name: 'Featured videos' }).getByText(title)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Move up: Rope skipping' }).click();
  await expect(
    page.getByRole('list', { name: 'Featured videos' }).getByRole('listitem').first(),
  ).toContainText('Rope skipping');
  await page
    .getByRole('article', { name: 'Glass blowing' })
    .getByRole('checkbox', { name: 'Trending' })
    .check();
  await expect(page.getByRole('list', { name: 'Trending videos' })).toContainText('Glass blowing');
  await page.getByRole('button', { name: 'Reload rotation' }).click();
  await expect(page.getByText(/^Rotation reloaded/)).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Rope skipping').first()).toBeVisible();
});

test('featured videos are reordered with the arrow keys and by dragging @soak', async ({
  page,
  signIn,
  site,
}) => {
  for (const [at, title] of ['Anvil', 'Bellows', 'Chisel'].entries())
    await site.addVideo({ title, is_featured: true, featured_position: 100 + at });
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=curate');
  const list = page.getByRole('list', { name: 'Featured videos' });
  const order = async () =>
    (await list.getByRole('listitem').allInnerTexts()).filter((text) => /Anvil|Bellows|Chisel/.test(text));
  await list.getByRole('button', { name: /^Place \d+ of \d+: Chisel$/ }).press('ArrowUp');
  await expect.poll(order).toEqual(['Anvil', 'Chisel', 'Bellows']);
  // the focus stays on what is moved
  await expect(list.getByRole('button', { name: /^Place .*: Chisel$/ })).toBeFocused();
  const item = (title: string) => list.getByRole('listitem').filter({ hasText: title });
  await item('Bellows').dragTo(item('Anvil'));
  await expect.poll(order).toEqual(['Bellows', 'Anvil', 'Chisel']);
  await page.reload();
  await expect.poll(order).toEqual(['Bellows', 'Anvil', 'Chisel']);
});

test('on a phone nothing is wider than the screen, and the selected tab is visible @soak', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('GLOBAL_ADMIN');
  for (const tab of ['overview', 'curate', 'import', 'archive', 'people', 'jobs', 'audit']) {
    await page.goto(`/admin?tab=${tab}`);
    await expect(page.getByRole('tabpanel').locator(':not([aria-busy])').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expect(page.locator('[role=tab][aria-selected=true]')).toBeInViewport({ ratio: 0.9 });
  }
});
