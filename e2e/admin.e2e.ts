import { startYoutube, type YoutubeStandIn } from '#standins/youtube.ts';
import { expect, test as base } from './fixture.ts';

const test = base.extend<{ youtube: YoutubeStandIn }>({
  youtube: async ({ persisted }, use) => use(await persisted.once('youtube', startYoutube)),
  settings: async ({ youtube }, use) => use({ YOUTUBE_API_KEY: 'test-key', YOUTUBE_API_URL: youtube.url }),
});

test.use({ allowedErrors: [/status of (400|409|503)/] });
test.beforeEach(({ youtube }) => {
  youtube.failure = null;
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

test('tabs have addresses and are reached with keys @soak', async ({ page, signIn }) => {
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
  await expect(page.getByRole('tab', { name: 'Audit' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/tab=overview/);
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

test('the featured are ordered with the arrow keys and by dragging @soak', async ({ page, signIn, site }) => {
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

test('videos are imported and reviewed; failure is told @soak', async ({ page, signIn, youtube }) => {
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=import');
  const form = page.locator('form').filter({ has: page.getByRole('combobox', { name: 'Count' }) });
  await expect(form.getByRole('combobox', { name: 'Count' })).toHaveValue('5');
  await expect(form.getByRole('combobox', { name: 'Count' }).getByRole('option')).toHaveText([
    '1',
    '2',
    '5',
    '10',
    '20',
    '30',
  ]);
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
  const sentences = {
    quotaExceeded: "YouTube's quota for today is used up. It resets at midnight Pacific time.",
    keyInvalid: "YouTube doesn't recognize the key in YOUTUBE_API_KEY. Please check it.",
    forbidden: /^YouTube rejected this\. Please check that the key may use the YouTube Data API/,
    'hang-up': "Couldn't reach YouTube. Please try again in a few minutes.",
    broken: 'YouTube is having a problem. Please try again in a few minutes.',
    garbage: 'YouTube sent an unexpected response. Please try again later.',
  } as const;
  for (const [failure, sentence] of Object.entries(sentences)) {
    youtube.failure = failure as keyof typeof sentences;
    await form.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByRole('status', { name: 'Result of the import' })).toHaveText(sentence);
  }
  const link = page.locator('form').filter({ has: page.getByLabel('YouTube or Twitch link') });
  youtube.failure = null;
  await link.getByLabel('YouTube or Twitch link').fill('http://[::1]/watch?v=abcdefghijk');
  await link.getByRole('button', { name: 'Import this video' }).click();
  await expect(link.getByRole('alert')).toHaveText("This isn't a link to a YouTube or Twitch video.");
  await link.getByLabel('YouTube or Twitch link').fill('https://clips.twitch.tv/BraveClip');
  await link.getByLabel('Title (optional)').fill('A stream of ours');
  await link.getByRole('button', { name: 'Import this video' }).click();
  await expect(page.getByText('Imported “A stream of ours”')).toBeVisible();
  await page.route('**/api/admin/import-state', (route) => route.fulfill({ json: { youtube: false } }));
  await page.reload();
  await expect(page.getByText('Importing from YouTube needs an API key.')).toBeVisible();
  await expect(page.getByText('Under Credentials, create an API key.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Import' })).toBeDisabled();
});

test('on a phone nothing is wider than the screen, and the selected tab is in sight @soak', async ({
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
