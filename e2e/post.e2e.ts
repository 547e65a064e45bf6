import { expect, test } from './fixture.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

test('a video replaces its raw URL, and a post’s page links to others by its author @soak', async ({
  page,
  site,
}) => {
  const id = await site.addVideo({ title: 'Linked alone' });
  const { token } = await site.signUp();
  const headers = { authorization: `Bearer ${token}` };
  const write = async (content: string) => {
    const answer = await page.request.post('/api/community/posts', { headers, data: { content } });
    return (await bodyOf(answer, WithId)).id;
  };
  await write(`See ${site.url}/video/${id} first`);
  // written before the site had an address of its own
  const post = await write(`Have a look at 0:02, slowly.\nhttp://localhost:3999/video/${id}`);
  await page.goto(`/community/${post}`);
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article.getByRole('button', { name: 'Play Linked alone' })).toBeVisible();
  await expect(article).toContainText('Have a look at 0:02, slowly.');
  await expect(article).not.toContainText('localhost');
  await expect(article.getByRole('button', { name: 'Play from 0:02' })).toBeVisible();

  await article.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share' });
  await expect(share.getByRole('textbox', { name: 'Link' })).toHaveValue(new RegExp(`/community/${post}$`));
  await share.getByRole('tab', { name: 'QR code' }).click();
  await expect(share.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
  await expect(share.getByRole('tab')).toHaveCount(2);
  await share.getByRole('button', { name: 'Close' }).click();
  await page
    .getByRole('region', { name: /^More by/ })
    .getByRole('link', { name: /^See / })
    .click();
  await expect(page.getByRole('article').first()).toContainText('See this video first');
  await page.getByRole('link', { name: 'this video' }).click();
  await expect(page).toHaveURL(`/video/${id}`);
});

test('? shows the shortcuts on a page that has none of its own @soak', async ({ page }) => {
  await page.goto('/shop');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // its code comes once the page is at rest
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(keys).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(keys).toContainText('Search');
});
