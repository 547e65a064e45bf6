import type { Locator } from '@playwright/test';
import { addFeedVideo, plays, serveVideos, shown } from './feed-videos.ts';
import { expect, test, type Page } from './fixture.ts';

test.use({ server: 'feed' });
// repeated, too, a list holds what its journey made
test.beforeEach(async ({ site }) => await site.archiveAll());

const beside = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments on this video' });

test('the feed shows a mentioned product and storyboard previews, and opens comments and sharing by key', async ({
  page,
  site,
}) => {
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  const id = await addFeedVideo(site, 'Along the sea', {
    uploader_id,
    description: 'Seen through the Premium Black.',
    storyboard_key: 'videos/along-the-sea/storyboard.vtt',
  });
  const requests = await serveVideos(page);
  await page.goto(`/feed?creator=${username}`);
  await plays(page, 'Along the sea');

  await shown(page).getByRole('slider', { name: 'Seek' }).hover();
  await expect(shown(page).locator('[data-storyboard="0,0"]')).toBeVisible();
  await expect.poll(() => requests).toContain('/media/videos/along-the-sea/storyboard.jpg');

  await expect(beside(page).getByLabel('Write a comment')).toBeVisible();
  await page.keyboard.press('c');
  await expect(beside(page)).toBeFocused();
  // what is shared is the video's own page, whether or not the clipboard may be used
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(new RegExp(`/video/${id}$`));
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const right = (locator: Locator) =>
    locator.boundingBox().then((box) => (box ? box.x + box.width : Infinity));
  expect(await right(page.getByRole('region', { name: 'Notices' })), 'off the comments').toBeLessThanOrEqual(
    (await beside(page).boundingBox())?.x ?? 0,
  );

  const product = shown(page).getByRole('link', { name: 'Premium Black' });
  await expect(product.locator('img')).toBeVisible();
  await product.click();
  await expect(page.getByRole('heading', { name: 'Premium Black' }).first()).toBeVisible();
});

test('data saving loads only the image of the next video @soak', async ({ page, site }) => {
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  for (const title of ['Saved second', 'Saved first']) await addFeedVideo(site, title, { uploader_id });
  const requests = await serveVideos(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto(`/feed?creator=${username}`);
  await plays(page, 'Saved first');
  // they come once the video has all it needs: another one would begin to load in the same moment
  await expect(beside(page)).toBeVisible();
  await expect
    .poll(() => requests.some((file) => file.startsWith('/media/videos/saved-second/thumb')))
    .toBe(true);
  const next = shown(page).locator('xpath=following-sibling::article[1]');
  await expect(next.locator('video')).toHaveJSProperty('currentSrc', '');
  expect(requests).not.toContain('/media/videos/saved-second/video.mp4');
  await page.keyboard.press('j');
  await plays(page, 'Saved second');
});

test('the first video comes with the page, unless this browser has already seen it @soak', async ({
  page,
  site,
}) => {
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  await addFeedVideo(site, 'Behind it', { uploader_id });
  const id = await addFeedVideo(site, 'Written', { uploader_id });
  await serveVideos(page);
  // what of the written video is seen before the scripts are there, and whether it stays the same element
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const element = document.querySelector<HTMLElement>('article');
      document.documentElement.dataset['first'] = String(
        element?.checkVisibility({ visibilityProperty: true }),
      );
      element?.setAttribute('data-reused', '');
    });
  });
  const wasSeen = () => page.evaluate(() => document.documentElement.dataset['first']);
  const address = `/feed?creator=${username}`;
  await page.goto(address);
  await plays(page, 'Written');
  expect(await wasSeen()).toBe('true');
  await expect(shown(page), 'taken over').toHaveAttribute('data-reused');
  await page.addInitScript(
    (element) => localStorage.setItem('feedSeen', `[[${element},${Math.floor(Date.now() / 60_000)}]]`),
    id,
  );
  await page.goto(address);
  await plays(page, 'Behind it');
  expect(await wasSeen()).toBe('false');
  await page.goto(`${address}&start=${id}`);
  await plays(page, 'Written');
  expect(await wasSeen(), 'asked for by its address').toBe('true');
});

test('only what the first video needs loads before it plays @soak', async ({ page, site }) => {
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  const more = { uploader_id, description: 'Seen through the Premium Black.' };
  for (const title of ['Fourth', 'Third', 'Second', 'On its way']) await addFeedVideo(site, title, more);
  await serveVideos(page);
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/on-its-way/video.mp4', async (route) => {
    await arrived;
    await route.fallback();
  });
  const scripts: string[] = [];
  page.on('request', (sent) => {
    const [, name] = /assets\/([\w.]+)-[\w-]+\.js$/.exec(sent.url()) ?? [];
    if (name) scripts.push(name);
  });
  // however long that takes
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const isLong = (ms: unknown): boolean => typeof ms === 'number' && ms >= 3000;
    window.setTimeout = ((run: () => void, ms?: number) =>
      isLong(ms) ? 0 : setTimeout(run, ms)) as typeof setTimeout;
  });
  await page.goto(`/feed?creator=${username}`);
  await expect(shown(page)).toHaveAccessibleName('On its way');
  // behind all that waits for an idle browser
  await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve)));
  const late = ['SearchForm', 'StartUp', 'FeedPanels', 'FeedEnd', 'FeedProduct', 'FeedGestures', 'look'];
  expect(scripts.filter((name) => late.includes(name))).toEqual([]);
  arrive();
  await plays(page, 'On its way');
  for (const name of late) await expect.poll(() => scripts, name).toContain(name);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('portrait videos come first, and the first one plays without a request for the feed', async ({
    page,
    site,
  }) => {
    await addFeedVideo(site, 'Upright');
    await addFeedVideo(site, 'Broad', { width: 160, height: 90 });
    await serveVideos(page);
    const lists: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().includes('/api/feed')) lists.push(sent.url());
    });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const written = [...document.querySelectorAll('article')].filter((article) =>
          article.checkVisibility(),
        );
        document.documentElement.dataset['written'] = written.map(({ innerText }) => innerText).join();
      });
    });
    await page.goto('/feed');
    await plays(page, 'Upright');
    expect(lists).toEqual([]);
    // before any script: the server wrote the newest for other screens
    await expect(page.locator('html')).toHaveAttribute('data-written', /^(?!.*Broad).*Upright/s);
    await page.keyboard.press('j');
    await plays(page, 'Broad');
  });
});
