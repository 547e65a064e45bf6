import sharp from 'sharp';
import { z } from 'zod';
import { expect, test, type Page } from './fixture.ts';

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });

test('a guest comments under a remembered name, likes the comment, and a reload preserves the draft @soak', async ({
  page,
  site,
}) => {
  const id = await site.addVideo({ title: 'Talked about' });
  await page.goto(`/video/${id}`);
  await page.getByLabel('Your name (optional)').fill('Wanda');
  await page.getByLabel('Write a comment').fill('half a thou');
  // written before the form's code had come it would be nowhere yet
  await expect(page.getByRole('button', { name: 'Post comment' })).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel('Write a comment')).toHaveValue('half a thou');
  await expect(page.getByLabel('Your name (optional)')).toHaveValue('Wanda');
  await page.getByLabel('Write a comment').fill('A whole thought');
  await page.getByRole('button', { name: 'Post comment' }).click();
  const mine = comments(page).getByRole('article').filter({ hasText: 'A whole thought' });
  await expect(mine).toContainText('Wanda');
  await expect(page.getByLabel('Write a comment')).toHaveValue('');
  const like = mine.getByRole('button', { name: 'Like' });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText('1');
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test.describe('a comment that fails to post', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('appears at once, disappears with an error, and stays in its field @soak', async ({ page, site }) => {
    const id = await site.addVideo();
    await page.goto(`/video/${id}`);
    await expect(page.getByText('No comments yet')).toBeVisible();
    let answer: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await released;
      await route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"error":"It broke.","code":"BROKEN"}',
      });
    });
    await page.getByLabel('Write a comment').fill('Will this work?');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(comments(page).getByText('Posting…')).toBeVisible();
    await page.getByLabel('Write a comment').fill('And one more thing');
    answer();
    await expect(page.getByText('Failed to post comment. It broke.')).toBeVisible();
    await expect(comments(page).getByText('Posting…')).toHaveCount(0);
    await expect(page.getByLabel('Write a comment')).toHaveValue('Will this work?\nAnd one more thing');
    await page.reload();
    await expect(page.getByLabel('Write a comment')).toHaveValue('Will this work?\nAnd one more thing');
  });

  test('is preserved when the guest leaves the page in the meantime @soak', async ({ page, site }) => {
    const id = await site.addVideo();
    await page.goto(`/video/${id}`);
    let answer: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await released;
      await route.abort();
    });
    await page.getByLabel('Write a comment').fill('Gone before it arrived');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page.getByRole('link', { name: 'Community', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Community' })).toBeVisible();
    answer();
    await expect(page.getByText('Failed to post comment')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Write a comment')).toHaveValue('Gone before it arrived');
  });
});

test('a guest sees and deletes their own comment while it is pending review @soak', async ({
  page,
  site,
}) => {
  const id = await site.addVideo();
  await page.goto(`/video/${id}`);
  await page.getByLabel('Write a comment').fill('See https://elsewhere.example/');
  await page.getByRole('button', { name: 'Post comment' }).click();
  const mine = comments(page).getByRole('article').filter({ hasText: 'elsewhere.example' });
  await expect(mine).toContainText('Pending review');
  await page.reload();
  await expect(mine).toContainText('Pending review');
  await mine.getByRole('button', { name: 'Delete comment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(mine).toHaveCount(0);
});

test.describe('on the board', () => {
  // The other site's frame may not touch storage, which the helper that signs in tries.
  test.use({ allowedErrors: [/sessionStorage/] });

  test('a member posts, edits and deletes; URLs become links, and a linked video plays in place from a given time', async ({
    page,
    site,
    signIn,
  }) => {
    const id = await site.addVideo({
      title: 'Linked clip',
      duration_ms: 83_000,
      source: 'YOUTUBE',
      source_id: `yt-${Date.now()}`,
      external_url: 'https://www.youtube.com/watch?v=x',
    });
    await signIn();
    await page.goto('/community');
    // shared as the site calls itself, which is not how this browser came here
    await expect(page.locator('#initial-data')).not.toBeEmpty();
    const { origin } = z
      .object({ origin: z.string() })
      .parse(JSON.parse((await page.locator('#initial-data').textContent()) ?? ''));
    expect(origin).not.toBe(site.url);
    await page
      .getByLabel('Write a post')
      .fill(`Look: ${origin}/video/${id} at 1:23, and https://example.org/a.`);
    let answer: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/community/posts', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    const picture = (background: string, width: number) =>
      sharp({ create: { width, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    await page.getByLabel('Picture files').setInputFiles([
      { name: 'a.png', mimeType: 'image/png', buffer: await picture('orange', 400) },
      { name: 'b.png', mimeType: 'image/png', buffer: await picture('teal', 500) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    ]);
    await expect(page.getByRole('alert')).toContainText('notes.txt');
    await page.getByLabel('Alt text, picture 2').fill('A calm sea');
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByLabel('Write a post').fill('What comes to mind meanwhile');
    answer();
    await expect(page.getByText('Posted', { exact: true })).toBeVisible();
    const post = page.getByRole('region', { name: 'Posts' }).getByRole('article').first();
    const link = post.getByRole('link', { name: 'https://example.org/a' });
    await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
    await expect(link).toHaveAttribute('href', 'https://example.org/a');
    await expect(post.getByRole('button', { name: 'Play Linked clip' })).toBeVisible();
    await expect(post.getByRole('figure')).toContainText('1:23Linked clip');
    const shown = post.getByRole('img', { name: 'A calm sea' });
    await expect(shown).toHaveJSProperty('naturalWidth', 500);
    await expect(page.getByLabel('Alt text, picture 1')).toHaveCount(0);
    await expect(page.getByLabel('Write a post')).toHaveValue('What comes to mind meanwhile');
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>player</p>' }),
    );
    await post.getByRole('button', { name: 'Play from 1:23' }).click();
    await expect(post.locator('iframe')).toHaveAttribute('src', /start=83/);
    await post.getByRole('button', { name: 'Edit' }).click();
    await post.getByLabel('Edit post').fill('Never mind');
    await post.getByRole('button', { name: 'Save' }).click();
    await expect(post).toContainText('Never mind');
    await expect(post).toContainText('edited');
    await post.locator('a:has(time)').click();
    await expect(page).toHaveURL(/\/community\/\d+$/);
    await expect(page).toHaveTitle(/^Never mind ·/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Post by');
    const alone = page.getByRole('article');
    await expect(alone).toContainText('Never mind');
    await alone.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/community$/);
    await expect(page.getByLabel('Write a post')).toBeVisible();
    await expect(page.getByText('Never mind')).toHaveCount(0);
  });
});

test('creators are listed with links to their pages, and the counting is explained @soak', async ({
  page,
  site,
}) => {
  const person = await site.signUp('CONTENT_CREATOR');
  await site.addVideo({ title: 'By a creator', uploader_id: person.id });
  await page.goto('/creators');
  await expect(page.getByText('Top creator')).toBeVisible();
  await expect(page.getByRole('list').getByRole('link', { name: person.username })).toHaveCount(1);
  await page.getByRole('list').getByRole('link', { name: person.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible();
  await expect(page.getByRole('link', { name: 'By a creator' })).toBeVisible();
  await page.goto('/about/counting');
  await expect(page.getByRole('heading', { name: 'How we count' })).toBeVisible();
});
