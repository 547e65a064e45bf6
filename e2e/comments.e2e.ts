import { expect, test, type Page } from './fixture.ts';

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });

test('the composer is one line until it is used, then asks for the guest’s name and posts @soak', async ({
  page,
  site,
}) => {
  const id = await site.addVideo({ title: 'Quietly talked about' });
  await page.goto(`/video/${id}`);
  const text = page.getByLabel('Write a comment');
  const heightOf = async (field: typeof text) => (await field.boundingBox())?.height ?? 0;
  await expect(text).toHaveAttribute('placeholder', 'Add a comment…');
  expect(await heightOf(text)).toBe(44);
  const name = page.getByLabel('Your name (optional)');
  // available to those with the link, but not listed
  await expect(name).not.toBeInViewport();
  await text.focus();
  expect(await heightOf(text)).toBeGreaterThan(70);
  await expect(name).toBeInViewport();
  await name.fill('Ada');
  await text.fill('Good morning');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(comments(page).getByRole('article').filter({ hasText: 'Good morning' })).toContainText('Ada');
  await expect(text).toHaveValue('');
});

test('comments sort by likes or by date, and a new count shifts nothing', async ({ page, site }) => {
  const { id: userId } = await site.signUp();
  const videoId = await site.addVideo({ title: 'Much talked about' });
  await site.addComments({ userId, videoId, count: 3 });
  await page.goto(`/video/${videoId}`);
  const rows = comments(page).getByRole('article');
  const sort = page.getByRole('group', { name: 'Sort comments' });
  await expect(sort.getByRole('button', { name: 'Newest' })).toHaveAttribute('aria-pressed', 'true');
  await expect(rows.first()).toContainText('Comment 3');
  const liked = rows.filter({ hasText: 'Comment 2' });
  const report = liked.getByRole('button', { name: 'Report' });
  await report.scrollIntoViewIfNeeded();
  const before = await report.boundingBox();
  await liked.getByRole('button', { name: 'Like' }).click();
  await expect(liked.getByRole('button', { name: 'Like' })).toContainText('1');
  expect(await report.boundingBox()).toEqual(before);
  await sort.getByRole('button', { name: 'Top' }).click();
  await expect(rows.first()).toContainText('Comment 2');
  // an own one is seen at once, on top of the newest
  await page.getByLabel('Write a comment').fill('Me, too');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(rows.first()).toContainText('Me, too');
  await expect(sort.getByRole('button', { name: 'Newest' })).toHaveAttribute('aria-pressed', 'true');
});
