import type { APIRequestContext } from '@playwright/test';
import { expect, test, type Person, type Site } from './fixture.ts';

test.use({ server: 'tags', allowedErrors: [/status of (?:409|404) .*\/tags\/me/] });

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

async function addTagged(
  { site, request, creator }: { site: Site; request: APIRequestContext; creator: Person },
  title: string,
  tags: string[],
): Promise<number> {
  const id = await site.addVideo({ title, uploader_id: creator.id });
  const answer = await request.patch(`${site.url}/api/submissions/${id}`, {
    headers: bearer(creator),
    data: { tags },
  });
  expect(answer.status()).toBe(200);
  return id;
}

test('a creator tags a video by keyboard, and its page and the following list link to the tag', async ({
  page,
  site,
  signIn,
  request,
}) => {
  const creator = await signIn('CONTENT_CREATOR');
  await addTagged({ site, request, creator }, 'At the pier', ['seaside', 'Sunset']);
  const id = await site.addVideo({
    title: 'At the shore',
    description: 'Calm #water.',
    uploader_id: creator.id,
  });
  await page.goto(`/studio/${id}`);
  const field = page.getByRole('combobox', { name: 'Tags' });
  const chips = page.getByRole('list', { name: 'Tags of the video' });
  await field.fill('seas');
  await expect(page.getByRole('option', { name: '#seaside' })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(chips.getByText('#seaside')).toBeVisible();
  await field.pressSequentially('Évening ');
  await expect(chips.getByText('#évening')).toBeVisible();
  await field.press('Backspace');
  await expect(chips.getByText('#évening')).toBeHidden();
  await field.fill('no-tag');
  await field.press('Enter');
  await expect(page.getByText('A tag has up to 40 letters, digits and underscores.')).toBeVisible();
  await expect(field).toHaveValue('no-tag');
  await field.fill('Two words');
  await expect(chips.getByRole('listitem')).toHaveText(['#seaside', '#two', '#words']);
  await page.getByRole('button', { name: 'Remove two' }).click();
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.goto(`/video/${id}`);
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([
    '#seaside',
    '#words',
    '#water',
  ]);
  await page.getByRole('link', { name: '#seaside' }).click();
  await expect(page).toHaveURL('/tags/seaside');
  await expect(page.getByRole('heading', { name: '#seaside', level: 1 })).toBeVisible();
  await expect(page.getByText('2 videos')).toBeVisible();
  const follow = page.getByRole('button', { name: 'Follow #seaside' });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/videos?following=true');
  await expect(page.getByText('At the pier')).toBeVisible();
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: '#seaside' }).click();
  await page.getByRole('link', { name: 'Watch as a feed' }).click();
  await expect(page).toHaveURL(/\/feed\?.*tag=seaside/);
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('#seas');
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: '#seaside' }).click();
  await expect(page).toHaveURL('/tags/seaside');
});

test('the page of an Arabic tag has posts, a feed and a single URL', async ({ page, site, request }) => {
  const creator = await site.signUp('CONTENT_CREATOR');
  await addTagged({ site, request, creator }, 'رحلة إلى الصحراء', ['رِحلة_٢٠٢٦']);
  await request.post(`${site.url}/api/community/posts`, {
    headers: bearer(creator),
    data: { content: 'صور من #رِحلة_٢٠٢٦ قريبًا' },
  });
  const path = `/tags/${encodeURIComponent('رِحلة_٢٠٢٦')}`;
  await page.goto(`${path}?lang=ar`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: '#رِحلة_٢٠٢٦', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'الفيديوهات' })).toBeVisible();
  await expect(page.getByText('رحلة إلى الصحراء').first()).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: '#رِحلة_٢٠٢٦' })).toHaveAttribute(
    'href',
    path,
  );
  const links = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect((await links('link[rel=canonical]')).map((href) => new URL(href ?? '').pathname)).toEqual([path]);
  expect(await links('link[type="application/rss+xml"]')).toContain(
    `/feed.rss?tag=${encodeURIComponent('رِحلة_٢٠٢٦')}`,
  );
  expect(await page.locator('script[type="application/ld+json"]').allTextContents()).toContainEqual(
    expect.stringContaining('CollectionPage'),
  );
});

test('an admin renames, merges and blocks tags, and the former names redirect guests @soak', async ({
  page,
  site,
  signIn,
  request,
}) => {
  const creator = await site.signUp('CONTENT_CREATOR');
  await addTagged({ site, request, creator }, 'A meadow', ['medow', 'grass']);
  await signIn('GLOBAL_ADMIN');
  await page.goto('/admin?tab=tags');
  const act = async (tag: string, name: string) => {
    await page.getByRole('button', { name: `Change #${tag}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('medow', 'Rename');
  await page.getByLabel('New name').fill('grass');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('There is already a tag with this name. Merge them instead.')).toBeVisible();
  await page.getByLabel('New name').fill('Meadow');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('row', { name: '#medow #meadow' })).toBeVisible();
  await act('grass', 'Merge into another');
  await page.getByLabel('Merge into').fill('meadow');
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('row', { name: '#grass #meadow' })).toBeVisible();
  for (const former of ['medow', 'grass', 'MEADOW']) {
    await page.goto(`/tags/${former}`);
    await expect(page).toHaveURL('/tags/meadow');
  }
  await expect(page.getByText('A meadow')).toBeVisible();
  await page.goto('/admin?tab=tags');
  await act('meadow', 'Block');
  await expect(page.getByRole('row', { name: /#meadow/ }).getByText('Blocked')).toBeVisible();
  const gone = await page.goto('/tags/meadow');
  expect(gone?.status()).toBe(404);
  await expect(page.getByText('Tag not found')).toBeVisible();
});
