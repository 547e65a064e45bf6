import type { Locator } from '@playwright/test';
import { addClip, plays, serveClips, shown } from './feed-clips.ts';
import { expect, test, type Page } from './fixture.ts';

test.use({ server: 'feed' });

const beside = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments of this clip' });

test('a product that is named, pictures on the line, comments and the link by a key', async ({
  page,
  site,
}) => {
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  const id = await addClip(site, 'Along the sea', {
    uploader_id,
    description: 'Seen through the Premium Black.',
    storyboard_key: 'videos/along-the-sea/storyboard.vtt',
  });
  const asked = await serveClips(page);
  await page.goto(`/feed?creator=${username}`);
  await plays(page, 'Along the sea');

  await shown(page).getByRole('slider', { name: 'Seek' }).hover();
  await expect(shown(page).locator('[data-storyboard="0,0"]')).toBeVisible();
  await expect.poll(() => asked).toContain('/media/videos/along-the-sea/storyboard.jpg');

  await expect(beside(page).getByLabel('Write a comment')).toBeVisible();
  await page.keyboard.press('c');
  await expect(beside(page)).toBeFocused();
  // what is shared is the clip's own page, whether or not the clipboard may be used
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.keyboard.press('s');
  await expect(page.getByText(`/video/${id}`)).toBeVisible();

  const product = shown(page).getByRole('link', { name: 'Premium Black' });
  await expect(product.locator('img')).toBeVisible();
  await product.click();
  await expect(page.getByRole('heading', { name: 'Premium Black' }).first()).toBeVisible();
});

test('whoever saves data gets the picture of the next clip, and nothing more', async ({ page, site }) => {
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  for (const title of ['Saved second', 'Saved first']) await addClip(site, title, { uploader_id });
  const asked = await serveClips(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto(`/feed?creator=${username}`);
  await plays(page, 'Saved first');
  // they come once the clip has all it needs: another one would begin to load in the same moment
  await expect(beside(page)).toBeVisible();
  await expect
    .poll(() => asked.some((file) => file.startsWith('/media/videos/saved-second/thumb')))
    .toBe(true);
  const next = shown(page).locator('xpath=following-sibling::article[1]');
  await expect(next.locator('video')).toHaveJSProperty('currentSrc', '');
  expect(asked).not.toContain('/media/videos/saved-second/video.mp4');
  await page.keyboard.press('j');
  await plays(page, 'Saved second');
});
