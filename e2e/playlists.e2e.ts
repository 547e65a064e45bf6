import { expect, test } from './fixture.ts';

test.use({ server: 'playlists' });

test('a clip that a guest keeps is theirs as a member, who puts clips in order and plays them through', async ({
  page,
  site,
  signIn,
}) => {
  const first = await site.addVideo({ title: 'Kept by a guest', category: 'Beauty' });
  await site.addVideo({ title: 'Second of the list', category: 'Beauty' });
  await page.goto(`/video/${first}`);
  await page.getByRole('button', { name: 'Keep in a list' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Keep this clip' });
  await dialog.getByRole('checkbox', { name: 'Watch later' }).click();
  await dialog.getByRole('link', { name: 'See all you keep' }).click();
  const later = page.getByRole('region', { name: 'Watch later' });
  await expect(later.getByText('Kept by a guest')).toBeVisible();

  await signIn();
  await page.goto('/playlists');
  await expect(later.getByText('Kept by a guest')).toBeVisible();
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByRole('textbox', { name: 'Name of the playlist' }).fill('My evening');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'My evening' })).toBeVisible();
  const address = page.url();

  for (const title of ['Kept by a guest', 'Second of the list']) {
    await page.goto('/videos?category=Beauty');
    const card = page.getByRole('article').filter({ hasText: title });
    await card.hover();
    await card.getByRole('button', { name: 'Keep in a list' }).click();
    const choice = dialog.getByRole('checkbox', { name: 'My evening' });
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/items') && answer.ok());
    await choice.click();
    await saved;
    await expect(choice).toBeChecked();
  }
  await page.goto(address);
  const rows = page.getByRole('list', { name: 'Clips in this playlist' }).getByRole('heading');
  await expect(rows).toHaveText(['Kept by a guest', 'Second of the list']);
  await page.getByRole('button', { name: 'Place 2 of 2: Second of the list' }).press('ArrowUp');
  await expect(rows).toHaveText(['Second of the list', 'Kept by a guest']);
  await page.reload();
  await expect(rows).toHaveText(['Second of the list', 'Kept by a guest']);

  await page.getByRole('link', { name: 'Play all' }).click();
  await expect(page.getByRole('heading', { name: 'Next in this playlist' })).toBeVisible();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await page
    .getByRole('region', { name: 'Next in this playlist' })
    .getByRole('link', { name: 'Kept by a guest' })
    .click();
  await expect(page.getByText('This is the last one.')).toBeVisible();
});
