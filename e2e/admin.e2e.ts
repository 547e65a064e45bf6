import { startYoutube, type YoutubeStandIn } from '#standins/youtube.ts';
import { expect, test as base } from './fixture.ts';

const test = base.extend<object, { youtube: YoutubeStandIn }>({
  youtube: [
    async ({}, use) => {
      const youtube = await startYoutube();
      await use(youtube);
      await youtube.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ youtube }, use) => use({ YOUTUBE_API_KEY: 'test-key', YOUTUBE_API_URL: youtube.url }),
    { scope: 'worker' },
  ],
});

test.use({ allowedErrors: [/status of (409|503)/] });
test.beforeEach(({ youtube }) => {
  youtube.trouble = null;
});

test('the dashboard is for admins', async ({ page, signIn }) => {
  await signIn('CONTENT_CREATOR');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
});

test('a guest is sent to the login', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login/);
});

test('tabs have addresses and are reached with keys', async ({ page, signIn }) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin');
  await expect(page.getByRole('figure', { name: 'Views in the last 30 days' })).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/tab=audit/);
  await expect(page.getByRole('tab', { name: 'Audit' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/admin?tab=jobs');
  await expect(page.getByRole('tab', { name: 'Jobs' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('combobox', { name: 'State' })).toBeVisible();
});

test('a video is featured, ordered and marked as trending; the home page follows', async ({
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

test('a change that fails says so', async ({ page, signIn, site }) => {
  const id = await site.addVideo({ title: 'Soon unapproved' });
  const admin = await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=curate');
  const row = page.getByRole('article', { name: 'Soon unapproved' });
  await expect(row).toBeVisible();
  await page.request.post(`/api/admin/videos/${id}/soft-delete`, {
    data: { reason: 'x' },
    headers: { authorization: `Bearer ${admin.token}` },
  });
  await row.getByRole('checkbox', { name: 'Featured' }).click();
  await expect(page.getByText('Failed to update featured status')).toBeVisible();
});

test('videos are imported and reviewed; trouble is told', async ({ page, signIn, youtube }) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=import');
  const form = page.locator('form').filter({ has: page.getByRole('combobox', { name: 'Count' }) });
  await expect(form.getByRole('combobox', { name: 'Count' })).toHaveValue('5');
  await form.getByRole('combobox', { name: 'Category' }).selectOption('Beauty');
  await form.getByRole('combobox', { name: 'Count' }).selectOption('2');
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Imported 2 videos.')).toBeVisible();
  const beauty = page.getByRole('region', { name: 'Beauty' });
  const first = beauty.getByRole('article', { name: 'External clip 1', exact: true });
  await first.getByRole('button', { name: 'Approve' }).click();
  await first.getByRole('button', { name: 'Unapprove' }).click();
  await first.getByRole('button', { name: 'Reject' }).click();
  await expect(first.getByRole('button', { name: 'Rejected' })).toBeDisabled();
  youtube.trouble = 'quotaExceeded';
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(/quota for today is used up/).first()).toBeVisible();
});

test('the archive gives back, and deletes after a question', async ({ page, signIn, site }) => {
  await site.addVideo({
    title: 'Keep me',
    archived_at: new Date().toISOString(),
    archive_reason: 'By mistake',
  });
  await site.addVideo({ title: 'Forget me', archived_at: new Date().toISOString() });
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=archive');
  const users = page.getByRole('region', { name: 'User videos' });
  await expect(users.getByText('By mistake')).toBeVisible();
  await users.getByRole('article', { name: 'Keep me' }).getByRole('button', { name: 'Restore' }).click();
  await expect(users.getByRole('article', { name: 'Keep me' })).toHaveCount(0);
  await users
    .getByRole('article', { name: 'Forget me' })
    .getByRole('button', { name: 'Permanently delete' })
    .click();
  const question = page.getByRole('dialog', {
    name: 'Are you sure you want to permanently delete this video?',
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(users.getByRole('article', { name: 'Forget me' })).toBeVisible();
  await users
    .getByRole('article', { name: 'Forget me' })
    .getByRole('button', { name: 'Permanently delete' })
    .click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(users.getByRole('article', { name: 'Forget me' })).toHaveCount(0);
  await page.goto('/admin?tab=audit');
  await expect(page.getByRole('cell', { name: 'video.delete' }).first()).toBeVisible();
});
