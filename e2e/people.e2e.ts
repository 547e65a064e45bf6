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

test('two members: a mention is completed and leads to its person; a block parts them, and is undone in the settings', async ({
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
  await other.getByRole('button', { name: 'Post reply' }).click();
  await expect(other.getByText('Reply posted')).toBeVisible();

  await page.reload();
  const rude = page.getByRole('article').filter({ hasText: 'Nothing nice' });
  await rude.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: `Block ${ben.username}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(`${ben.username} is blocked`)).toBeVisible();
  await expect(page.getByText('Nothing nice')).toHaveCount(0);
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
  await other.reload();
  await expect(other.getByText('Blocked', { exact: true })).toBeVisible();
  await expect(other.getByText('What do you say?')).toHaveCount(0);

  await page.goto('/settings');
  await page.getByRole('button', { name: `Unblock ${ben.username}` }).click();
  await expect(page.getByRole('button', { name: `Unblock ${ben.username}` })).toHaveCount(0);
  await page.getByLabel('Word to mute').fill('nice');
  await page.getByRole('button', { name: 'Mute word' }).click();
  await expect(page.getByRole('button', { name: 'Unmute nice' })).toBeVisible();
  await page.goto(`/video/${id}`);
  await expect(page.getByText('What do you say?')).toBeVisible();
  await expect(page.getByText('Nothing nice')).toHaveCount(0);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Unmute nice' }).click();
  await expect(page.getByRole('button', { name: 'Unmute nice' })).toHaveCount(0);
  await page.goto(`/video/${id}`);
  await expect(page.getByText('Nothing nice')).toBeVisible();
  await other.context().close();
});

test('a guest finds the replies to their comments on any video, and a creator is followed from a card', async ({
  page,
  site,
}) => {
  const creator = await site.signUp('CONTENT_CREATOR');
  const id = await site.addVideo({ title: 'Asked about', uploader_id: creator.id });
  const elsewhere = await site.addVideo({ title: 'Another clip' });
  await page.goto(`/video/${id}`);
  await page.getByLabel('Write a comment').fill('Where is this?');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('Comment posted')).toBeVisible();
  const other = await openAs(page, site.url, creator.token);
  await other.goto(`/video/${id}`);
  await other.getByRole('button', { name: 'Reply', exact: true }).click();
  await other.getByRole('textbox', { name: /^Reply to/ }).fill('In Porto');
  await other.getByRole('button', { name: 'Post reply' }).click();
  await expect(other.getByText('Reply posted')).toBeVisible();

  await page.goto(`/video/${elsewhere}`);
  await page.getByRole('button', { name: 'Replies to you (1)' }).click();
  await page.getByRole('link', { name: 'In Porto' }).click();
  await expect(page.locator('[aria-current="true"]').filter({ hasText: 'In Porto' })).toBeInViewport();

  const member = await site.signUp();
  const fan = await openAs(page, site.url, member.token);
  await fan.goto('/videos');
  const card = fan.getByRole('article').filter({ hasText: 'Asked about' });
  await card.hover();
  await card.getByRole('button', { name: 'More options for Asked about' }).click();
  const followed = fan.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await fan.getByRole('menuitem', { name: `Follow ${creator.username}` }).click();
  await followed;
  await fan.goto(`/creators/${creator.username}`);
  await expect(fan.getByText('1 follower', { exact: true })).toBeVisible();
  for (const each of [other, fan]) await each.context().close();
});
