import { expect, test } from './fixture.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

test('two people discuss a video: they reply, reply to the reply, edit, pin, and link to one of the replies', async ({
  page,
  browser,
  site,
  signIn,
}) => {
  const creator = await signIn('CONTENT_CREATOR');
  const id = await site.addVideo({ title: 'Talked about', uploader_id: creator.id });
  const guestContext = await browser.newContext({ baseURL: site.url });
  const guest = await guestContext.newPage();
  await guest.goto(`/video/${id}`);
  await guest.getByRole('textbox', { name: 'Write a comment' }).fill('Where was this filmed?');
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Ann from next door');
  await guest.getByRole('button', { name: 'Post comment' }).click();
  await expect(guest.getByText('Comment posted')).toBeVisible();

  await page.goto(`/video/${id}`);
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const answer = page.getByRole('textbox', { name: 'Reply to Ann from next door' });
  await expect(answer).toBeFocused();
  await answer.fill('In Lisbon, near the river');
  await page.getByRole('button', { name: 'Post reply' }).click();
  const replies = page.getByRole('list', { name: 'Replies' });
  await expect(replies.getByText('In Lisbon, near the river')).toBeVisible();

  await guest.reload();
  await guest
    .getByRole('list', { name: 'Replies' })
    .getByRole('button', { name: 'Reply', exact: true })
    .click();
  await guest.getByRole('textbox', { name: `Reply to ${creator.username}` }).fill('Thank you!');
  await guest.getByRole('button', { name: 'Post reply' }).click();
  const thanks = guest.getByRole('article').filter({ hasText: 'Thank you!' });
  await expect(thanks).toContainText(`@${creator.username}`);
  await thanks.getByRole('button', { name: 'Edit comment' }).click();
  await guest.getByRole('textbox', { name: 'Edit comment' }).fill('Thank you so much!');
  await guest.getByRole('article').getByRole('button', { name: 'Save' }).click();
  const changed = guest.getByRole('article').filter({ hasText: 'Thank you so much!' });
  await expect(changed).toContainText('edited');

  // its address opens the page at it, marked
  const address = await changed.getByRole('link').first().getAttribute('href');
  await page.goto(address ?? '');
  await expect(
    page.locator('[aria-current="true"]').filter({ hasText: 'Thank you so much!' }),
  ).toBeInViewport();

  await page.getByRole('button', { name: 'Pin comment' }).click();
  await expect(page.getByText('Pinned', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Turn comments off' }).click();
  await expect(page.getByText('Comments are turned off.')).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('Comments are turned off.')).toBeVisible();
  await expect(guest.getByText('In Lisbon, near the river')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
  await guestContext.close();
});

test('more than three replies show on request, and a deleted comment leaves its replies @soak', async ({
  page,
  site,
  signIn,
}) => {
  const { token } = await signIn();
  const id = await site.addVideo({ title: 'Long thread' });
  const post = async (text: string, replyTo?: number) => {
    const answer = await fetch(`${site.url}/api/videos/${id}/comments`, {
      method: 'POST',
      body: JSON.stringify({ text, replyTo }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
    return (await bodyOf(answer, WithId)).id;
  };
  const first = await post('Begin here');
  for (const number of ['one', 'two', 'three', 'four', 'five']) await post(`Reply ${number}`, first);
  await page.goto(`/video/${id}`);
  const replies = page.getByRole('list', { name: 'Replies' });
  await expect(replies.getByRole('article')).toHaveCount(3);
  await page.getByRole('button', { name: 'Show 5 replies' }).click();
  await expect(replies.getByRole('article')).toHaveCount(5);
  await page
    .getByRole('article')
    .filter({ hasText: 'Begin here' })
    .getByRole('button', { name: 'Delete comment' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted comment')).toBeVisible();
  await expect(replies.getByText('Reply five')).toBeVisible();
});

test('members reply on the board, reply to a reply, and open its URL @soak', async ({
  page,
  site,
  signIn,
}) => {
  const { username } = await signIn();
  await page.goto('/community');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/posts'),
  );
  await page.getByRole('textbox', { name: 'Write a post' }).fill('Who films in the rain?');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ content: 'Who films in the rain?' });
  const post = page.getByRole('article').filter({ hasText: 'Who films in the rain?' });
  await post.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByRole('textbox', { name: `Reply to ${username}` }).fill('I do');
  await page.getByRole('button', { name: 'Post reply' }).click();
  const replies = page.getByRole('list', { name: 'Replies' });
  const reply = replies.getByRole('article').filter({ hasText: 'I do' });
  await reply.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByRole('textbox', { name: `Reply to ${username}` }).fill('With an umbrella');
  await page.getByRole('button', { name: 'Post reply' }).click();
  const deeper = replies.getByRole('article').filter({ hasText: 'With an umbrella' });
  await expect(deeper).toContainText(`@${username}`);
  const address = await deeper.getByRole('link', { name: /now|second|minute/ }).getAttribute('href');
  await page.goto(`${site.url}${address}`);
  await expect(
    page.locator('[aria-current="true"]').filter({ hasText: 'With an umbrella' }),
  ).toBeInViewport();
});
