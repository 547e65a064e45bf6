import { expect, test, type Page } from './fixture.ts';

// guests find no private playlist: its owner's browser asks once it knows whose it is
test.use({ server: 'playlists', allowedErrors: [/status of 404 .*\/playlist\//] });

const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
async function middleOf(page: Page, title: string, handle = false) {
  const row = rowOf(page, title);
  const box = await (handle ? row.getByRole('button', { name: /^Place/ }) : row).boundingBox();
  if (!box) throw new Error(`There is no row of ${title}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragRow(page: Page, title: string, to: string): Promise<void> {
  const [from, over] = [await middleOf(page, title), await middleOf(page, to)];
  const moved = page.waitForResponse((answer) => answer.url().endsWith('/items') && answer.ok());
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(over.x, (from.y + over.y) / 2);
  // past the middle of the other row
  await page.mouse.move(over.x, over.y + (over.y - from.y) / 4);
  await page.mouse.up();
  await moved;
}

/** As a phone does it: on the handle, for a finger elsewhere scrolls. */
async function dragByFinger(page: Page, title: string, to: string): Promise<void> {
  const [from, over] = [await middleOf(page, title, true), await middleOf(page, to)];
  const device = await page.context().newCDPSession(page);
  const touch = (type: string, y?: number) =>
    device.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: y === undefined ? [] : [{ x: from.x, y }],
    });
  const moved = page.waitForResponse((answer) => answer.url().endsWith('/items') && answer.ok());
  await touch('touchStart', from.y);
  await touch('touchMove', (from.y + over.y) / 2);
  await touch('touchMove', over.y + (over.y - from.y) / 4);
  await touch('touchEnd');
  await moved;
}

test('a video saved by a guest carries over to the account, and a member orders a playlist and plays it through', async ({
  page,
  site,
  signIn,
}) => {
  const first = await site.addVideo({ title: 'Kept by a guest', category: 'Beauty' });
  await site.addVideo({ title: 'Second of the list', category: 'Beauty' });
  await page.goto(`/video/${first}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save video' });
  await dialog.getByRole('checkbox', { name: 'Watch later' }).click();
  await dialog.getByRole('link', { name: 'View all saved' }).click();
  const later = page.getByRole('region', { name: 'Watch later' });
  await expect(later.getByText('Kept by a guest')).toBeVisible();

  await signIn();
  await page.goto('/playlists');
  await expect(later.getByText('Kept by a guest')).toBeVisible();
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByRole('textbox', { name: 'Playlist name' }).fill('My evening');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/playlist\/\d+$/);
  await expect(page.getByRole('heading', { name: 'My evening' })).toBeVisible();
  const address = page.url();

  for (const title of ['Kept by a guest', 'Second of the list']) {
    await page.goto('/videos?category=Beauty');
    const card = page.getByRole('article').filter({ hasText: title });
    await card.hover();
    await card.getByRole('button', { name: `More options for ${title}` }).click();
    await card.getByRole('menuitem', { name: 'Save to playlist' }).click();
    const choice = dialog.getByRole('checkbox', { name: 'My evening' });
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/items') && answer.ok());
    await choice.click();
    await saved;
    await expect(choice).toBeChecked();
  }
  await page.goto(address);
  const rows = page.getByRole('list', { name: 'Videos in this playlist' }).getByRole('heading');
  await expect(rows).toHaveText(['Kept by a guest', 'Second of the list']);
  await page.getByRole('button', { name: 'Place 2 of 2: Second of the list' }).press('ArrowUp');
  await expect(rows).toHaveText(['Second of the list', 'Kept by a guest']);
  // by a mouse anywhere on a row, which opens nothing then
  await dragRow(page, 'Kept by a guest', 'Second of the list');
  await expect(rows).toHaveText(['Kept by a guest', 'Second of the list']);
  expect(page.url()).toBe(address);
  await dragByFinger(page, 'Second of the list', 'Kept by a guest');
  await expect(rows).toHaveText(['Second of the list', 'Kept by a guest']);
  await page.reload();
  await expect(rows).toHaveText(['Second of the list', 'Kept by a guest']);

  // the feed plays it in its order
  await page.getByRole('link', { name: 'Watch as a feed' }).click();
  await expect(page).toHaveURL(/\/feed\?.*playlist=/);
  const shown = (title: string) => page.getByRole('link', { name: title, exact: true });
  await expect(shown('Second of the list')).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(shown('Kept by a guest')).toBeInViewport();
  await page.goto(address);

  await page.getByRole('link', { name: 'Play all' }).click();
  await expect(page.getByRole('heading', { name: 'Next in this playlist' })).toBeVisible();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await page
    .getByRole('region', { name: 'Next in this playlist' })
    .getByRole('link', { name: 'Kept by a guest' })
    .click();
  await expect(page.getByText('This is the last video.')).toBeVisible();
});

test('a card’s menu saves to Watch later, and hides what a guest isn’t interested in until it is undone @soak', async ({
  page,
  site,
}) => {
  for (const title of ['To be saved', 'Not for me']) await site.addVideo({ title, category: 'Innovation' });
  await page.goto('/videos?category=Innovation');
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  const choose = async (title: string, item: string) => {
    await card(title).hover();
    await card(title)
      .getByRole('button', { name: `More options for ${title}` })
      .click();
    await card(title).getByRole('menuitem', { name: item }).click();
  };
  await choose('To be saved', 'Save to Watch later');
  await expect(page.getByText('Saved to Watch later')).toBeVisible();
  await choose('Not for me', 'Not interested');
  await expect(card('Not for me')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card('Not for me')).toBeVisible();
  await choose('Not for me', 'Not interested');
  await page.reload();
  await expect(card('To be saved')).toBeVisible();
  await expect(card('Not for me')).toBeHidden();
  // what someone looks for is found all the same
  await page.goto('/search?q=Not+for+me');
  await expect(card('Not for me')).toBeVisible();
  await page.goto('/playlists');
  await expect(page.getByRole('region', { name: 'Watch later' }).getByText('To be saved')).toBeVisible();
});
