import { expect, test } from './fixture.ts';

test.use({ server: 'follow' });

test('a member follows a creator and a category from their pages, and sees them on the home page and in the list @soak', async ({
  page,
  site,
  signIn,
}) => {
  const creator = await site.signUp('CONTENT_CREATOR', 'followed.creator');
  const id = await site.addVideo({ title: 'By whom I follow', uploader_id: creator.id, category: 'Beauty' });
  await site.addVideo({ title: 'Of another category', category: 'Business' });
  await page.goto(`/video/${id}`);
  await expect(page.getByRole('link', { name: 'Follow followed.creator' })).toHaveAttribute('href', /login/);

  await signIn();
  await page.goto(`/video/${id}`);
  const follow = page.getByRole('button', { name: 'Follow followed.creator' });
  const saved = page.waitForResponse(
    (answer) => /follow/.test(answer.url()) && answer.request().method() !== 'GET',
  );
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  // it is shown at once, and leaving the page would cancel the call
  await saved;

  await page.goto('/');
  const row = page.getByRole('region', { name: 'Following' });
  await expect(row.getByText('By whom I follow')).toBeVisible();
  await row.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/following=true/);
  await expect(page.getByRole('heading', { name: 'Following' })).toBeVisible();
  await expect(page.getByText('By whom I follow')).toBeVisible();
  await expect(page.getByText('Of another category')).toHaveCount(0);

  await page.goto('/videos?category=Business');
  await page.getByRole('button', { name: 'Follow Business' }).click();
  await expect(page.getByRole('button', { name: 'Follow Business' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/videos?following=true');
  await expect(page.getByText('Of another category')).toBeVisible();

  await page.goto('/creators/followed.creator');
  await expect(page.getByText('1 follower')).toBeVisible();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await follow.click();
  await expect(page.getByText('0 followers')).toBeVisible();
  await page.goto('/videos?following=true');
  await expect(page.getByText('Of another category')).toBeVisible();
  await expect(page.getByText('By whom I follow')).toHaveCount(0);
});
