import sharp from 'sharp';
import { leastContrast } from './contrast.ts';
import { addFeedVideo, serveVideos } from './feed-videos.ts';
import { expect, onceOn, test, type Page, type Site } from './fixture.ts';

test('a card shows views and likes on this site next to the counts of other platforms @soak', async ({
  page,
  site,
}) => {
  const own = { title: 'Made here', category: 'Beauty', view_count: 1234, like_count: 1 } as const;
  const elsewhere = {
    title: 'Seen elsewhere',
    category: 'Beauty',
    origin: 'IMPORT',
    source: 'YOUTUBE',
    source_id: 'dQw4w9WgXcQ',
    external_views: 24_213_456,
    view_count: 12,
    like_count: 3,
    is_trending: true,
  } as const;
  await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const { username, id: uploader } = await site.signUp('CONTENT_CREATOR');
  const id = await site.addVideo({ ...own, uploader_id: uploader, is_trending: true });
  await site.addVideo(elsewhere);
  // the banner's
  const banner = await site.addVideo({ title: 'Put forward', category: 'Beauty', is_featured: true });

  for (const path of ['/', '/videos', '/videos?q=seen', `/video/${banner}`]) {
    await page.goto(path);
    await expectCounts(
      page,
      'Seen elsewhere',
      ['24.2M on YouTube', '12 views · 3 likes'],
      '24,213,456 views on YouTube, 12 LLL views, 3 LLL likes',
    );
  }
  for (const path of ['/videos', `/creators/${username}`]) {
    await page.goto(path);
    await expectCounts(page, 'Made here', ['1.2K views · 1 like'], '1,234 LLL views, 1 LLL like');
  }
  // the whole card leads to the video, its counters too
  await page.getByRole('article').filter({ hasText: 'Made here' }).getByText('1.2K views').click();
  await expect(page).toHaveURL(`/video/${id}`);
});

async function expectCounts(page: Page, title: string, shown: string[], spoken: string): Promise<void> {
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) });
  const counts = card.last().locator('p').filter({ hasText: 'LLL views' }).last();
  const visible = counts.locator('[aria-hidden] span[title]');
  await expect(visible).toHaveText(shown);
  await expect(counts.locator('.sr-only')).toHaveText(spoken);
  const full = await visible.evaluateAll((spans) => spans.map((span) => (span as HTMLElement).title));
  expect(full.join(', ')).toBe(spoken);
}

test.describe('the banner', () => {
  test.use({ server: 'banner' });

  test('keeps text readable on a white image, which stays as bright above the text @soak', async ({
    page,
    site,
  }) => {
    await page.route('**/media/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: WHITE_PICTURE }),
    );
    await putForward(site);
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto('/');
      const banner = page.getByRole('article', { name: 'Featured video' });
      await expect(banner.getByRole('heading', { name: TITLE })).toBeVisible();
      await banner
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode());
      const { contrast, text } = await leastContrast(page, banner.locator('[data-overlay]'));
      expect(contrast, `“${text}” at ${width}`).toBeGreaterThanOrEqual(4.5);
      const drawn = sharp(await banner.screenshot());
      const { width: across = 0, height: down = 0 } = await drawn.metadata();
      const above = { left: Math.round(across * 0.5), top: 20, width: Math.round(across * 0.4) };
      const { channels } = await sharp(
        await drawn.extract({ ...above, height: Math.round(down * 0.3) }).toBuffer(),
      ).stats();
      expect(channels[0]?.min, `above the text at ${width}`).toBeGreaterThan(250);
    }
  });

  test('plays muted once its image has loaded, unless reduced motion or data saving is on @soak', async ({
    page,
    site,
  }) => {
    const requests = await serveVideos(page);
    let show = (): void => {};
    const released = new Promise<void>((resolve) => {
      show = resolve;
    });
    await page.route('**/thumb-*', async (route) => {
      await released;
      await route.fallback();
    });
    await putForward(site);
    const featuredVideo = page.getByRole('article', { name: 'Featured video' }).locator('video');
    const videoRequests = () => requests.filter((path) => path.endsWith('.mp4'));

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/', { waitUntil: 'commit' });
    await loadsPreviews(page);
    await page.waitForTimeout(300);
    expect(videoRequests(), 'before its picture').toEqual([]);
    show();
    await expectMoving(page);
    expect(await featuredVideo.evaluate((video: HTMLVideoElement) => video.muted && video.loop)).toBe(true);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(featuredVideo).toHaveCount(0);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.reload({ waitUntil: 'commit' });
    await loadsPreviews(page);
    await page.waitForLoadState('load');
    await expect(featuredVideo, 'under data saver').toHaveCount(0);
  });

  test('pauses below the fold, and stays paused after a visitor pauses it @soak', async ({ page, site }) => {
    const requests = await serveVideos(page);
    await putForward(site);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto('/');
    await expectMoving(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expectMoving(page, false);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectMoving(page);

    await page.getByRole('button', { name: 'Pause preview' }).click();
    await expectMoving(page, false);
    await expect(page).toHaveURL('/');
    const before = requests.length;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Play preview' })).toBeVisible();
    expect(requests.slice(before).filter((path) => path.endsWith('.mp4'))).toEqual([]);
    await page.getByRole('button', { name: 'Play preview' }).click();
    await expectMoving(page);
  });
});

const TITLE = 'A very long title that says all there is to say about what is to be seen here';
const added = new Map<Site, Promise<number>>();

/** Once: the home page remembers its choice. */
function putForward(site: Site): Promise<number> {
  const description = 'What is told of it. '.repeat(12);
  return onceOn(added, site, () =>
    addFeedVideo(site, TITLE, { description, is_featured: true, width: 2100, height: 900 }),
  );
}

async function loadsPreviews(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/previews')),
  );
}

async function expectMoving(page: Page, moving = true): Promise<void> {
  const featuredVideo = page.getByRole('article', { name: 'Featured video' }).locator('video');
  await expect
    .poll(() => featuredVideo.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0))
    .toBe(moving);
}

const WHITE_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#fff"/></svg>';

test('the profile shows the counts of a live video, and an empty section takes one line @soak', async ({
  page,
  site,
  signIn,
}) => {
  const { id: uploader_id } = await signIn('CONTENT_CREATOR');
  await site.addVideo({ title: 'Mine', uploader_id, view_count: 1234 });
  await page.goto('/profile');
  const mine = page.locator('section', { has: page.getByRole('heading', { name: 'My videos' }) });
  await expect(mine.getByText('1.2K views')).toBeVisible();
  await expect(mine.getByText('0 likes').first()).toBeVisible();
  await expect(mine.getByText(/·$/), 'no line ends with a dot').toHaveCount(0);
  const empty = page.locator('section', { has: page.getByRole('heading', { name: 'My posts' }) });
  await expect(empty.getByText('You haven’t posted yet.')).toBeVisible();
  expect((await empty.boundingBox())?.height).toBeLessThan(64);
});
