import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** A second browser, signed in as this person. */
async function openAs(page: Page, url: string, token: string): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser.');
  const localStorage = [{ name: 'vh_token', value: token }];
  const context = await browser.newContext({
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  });
  return context.newPage();
}

test('a mention is completed and links to the member, and a block hides what the other member wrote', async ({
  page,
  site,
  signIn,
}) => {
  const ada = await signIn();
  const ben = await site.signUp('CONTENT_CREATOR');
  const id = await site.addVideo({ title: 'Where they meet', uploader_id: ben.id });
  const other = await openAs(page, site.url, ben.token);

  await page.goto(`/video/${id}`);
  const field = page.getByLabel('Write a comment');
  const typed = `@${ben.username.slice(0, 4)}`;
  await field.fill('What do you say? ');
  await field.pressSequentially(typed);
  const people = page.getByRole('listbox', { name: 'People to mention' });
  // who made the video is here: first of all
  await expect(people.getByRole('option').first()).toContainText(`@${ben.username}`);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`What do you say? @${ben.username} `);
  await expect(people).toHaveCount(0);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('Comment posted')).toBeVisible();
  const mention = page.getByRole('link', { name: `@${ben.username}`, exact: true });
  await expect(mention).toHaveAttribute('href', `/creators/${ben.username}`);

  await other.goto(`/video/${id}`);
  const question = other.getByRole('article').filter({ hasText: 'What do you say?' });
  await question.getByRole('button', { name: 'Reply', exact: true }).click();
  await other.getByRole('textbox', { name: `Reply to ${ada.username}` }).fill('Nothing nice');
  // by key: what loads late above it moves it
  await other.getByRole('button', { name: 'Post reply' }).press('Enter');
  await expect(other.getByText('Reply posted')).toBeVisible();

  await page.reload();
  const rude = page.getByRole('article').filter({ hasText: 'Nothing nice' });
  await rude.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: `Block ${ben.username}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(`${ben.username} is blocked`)).toBeVisible();
  await expect(page.getByText('Nothing nice')).toHaveCount(0);
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
  await other.context().close();
});
