import { publishVideo } from './videos.ts';
import { expect, test } from './fixture.ts';
import { within } from './slow.ts';

test.use({ server: 'clips', reducedMotion: 'no-preference' });

test('a visitor finds a video, watches, likes and comments', async ({ page, site, request }) => {
  const id = await publishVideo(request, site, 'Balloons before breakfast');
  const calls: string[] = [];
  page.on('request', (sent) => calls.push(`${sent.method()} ${new URL(sent.url()).pathname}`));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look. Like. Live.');
  expect(calls, 'the page brought the list along').not.toContain('GET /api/videos');
  await page.getByRole('link', { name: 'Balloons before breakfast' }).first().click();
  await expect(page).toHaveURL(`/video/${id}`);

  // the home page, whose banner has a video of its own, stays a moment
  const player = page.getByRole('group', { name: 'Player: Balloons before breakfast' }).locator('video');
  await player.evaluate((video: HTMLVideoElement) => video.play());
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.3);
  expect(await player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);

  const like = page.getByRole('button', { name: 'Like' }).first();
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Community activity')).toContainText('1');

  await page.getByLabel('Your name (optional)').fill('Ada');
  await page.getByLabel('Write a comment').fill('  What a morning!  ');
  const taken = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(`/${id}/comments`),
  );
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByText('What a morning!')).toBeVisible();
  await expect(page.getByText('Ada')).toBeVisible();
  // it is shown at once; until it is saved, the text can be sent again
  expect((await taken).status()).toBe(201);
  await expect(page.getByLabel('Write a comment')).toHaveValue('');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Like' }).first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('What a morning!')).toBeVisible();
  expect(calls.filter((call) => call === `POST /api/videos/${id}/view`)).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('viewedVideos'))).toBe(JSON.stringify([id]));
});

test('the rest of the watch page loads even if the video never does', async ({ page, site, request }) => {
  const id = await publishVideo(request, site, 'Balloons in a tunnel');
  const video = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(/\.(mp4|m3u8)/, async (route) => {
    requests += 1;
    await video.promise;
    await route.continue();
  });
  await page.goto('/');
  // before the scripts have loaded, a link opens a new document, which doesn't start to play
  await expect(page.getByRole('group', { name: 'Theme' })).toBeAttached();
  await page.getByRole('link', { name: 'Balloons in a tunnel' }).first().click();
  await expect(page).toHaveURL(`/video/${id}`);
  await expect(page.getByLabel('Write a comment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeVisible();
  expect(requests).toBeGreaterThan(0);
  video.resolve();
});

test('text typed and buttons pressed before the code of the comments loads are not lost @soak', async ({
  page,
  site,
  request,
}) => {
  const id = await publishVideo(request, site, 'Balloons over a slow line');
  const code = Promise.withResolvers<void>();
  await page.route(/Discussion-.*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(`/video/${id}`);
  await expect(page.getByRole('slider', { name: 'Seek' })).toBeVisible();
  await page.getByLabel('Write a comment').fill('Early words');
  await expect(page.locator('[data-later]')).toHaveCount(1);
  code.resolve();
  await expect(page.locator('[data-later]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('article').getByText('Early words')).toBeVisible();
  const time = page.getByRole('article').locator('time');
  await time.hover();
  await expect(time).toHaveAttribute('title', /, \d{4} at \d+:\d\d/);
});

test('a product that a video names can be bought below its description @soak', async ({ page, site }) => {
  const description = 'Into the sun. She wears Premium Black.';
  const id = await site.addVideo({ title: 'Into the sun', description });
  await page.goto(`/video/${id}`);
  const card = page.getByRole('main').getByRole('region', { name: 'Featured in this video' });
  await expect(card.getByRole('link', { name: 'Premium Black' })).toBeVisible();
  await expect(card).toContainText('$69.99');
  const [text, offer] = [await page.getByText(description).boundingBox(), await card.boundingBox()];
  expect(offer?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0));
  expect((await card.locator('img').boundingBox())?.height).toBe(64);
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 1 items' })).toBeVisible();
  await expect(page).toHaveURL(`/video/${id}`);
  const silent = await site.addVideo({ title: 'Into the fog', description: 'Nothing to wear.' });
  await page.goto(`/video/${silent}`);
  await expect(page.getByText('Nothing to wear.')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test.describe('a missing page', () => {
  test.use({ allowedErrors: [/404/] });

  test('returns 404, shows a message and links to the home page', async ({ page }) => {
    expect((await page.goto('/video/987654'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Video Not Found' })).toBeVisible();
    await expect(page.getByText("This video may have been removed or doesn't exist.")).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  });
});

test('the list of all videos shows sixty, then sixty more, and starts over with another category @soak', async ({
  page,
  site,
}) => {
  for (let count = 0; count < 61; count += 1)
    await site.addVideo({ title: `Beauty ${count}`, category: 'Beauty' });
  const limits: (string | null)[] = [];
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url());
    // all of them may be asked for again, where something changed after the page was written
    if (pathname === '/api/videos' && searchParams.has('category')) limits.push(searchParams.get('limit'));
  });
  await page.goto('/videos');
  const cards = page.getByRole('main').getByRole('article');
  await page.getByRole('button', { name: 'Beauty', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Beauty', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(cards).toHaveCount(60);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(61);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Innovation' }).click();
  await expect(page.getByText('No videos here yet')).toBeVisible();
  await page.getByRole('button', { name: 'Beauty', exact: true }).click();
  await expect(cards).toHaveCount(60);
  expect(limits).toEqual(['60', '120', '60']);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(61);
  await cards.nth(2).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/video\//);
  await page.goBack();
  await expect(cards, 'going back restores them').toHaveCount(61);
  await page.reload();
  await expect(cards, 'as reloading does').toHaveCount(61);
});

test('YouTube is contacted only once Play is pressed', async ({ page, site }) => {
  const id = await site.addVideo({
    title: 'A clip from elsewhere',
    origin: 'IMPORT',
    source: 'YOUTUBE',
    source_id: 'dQw4w9WgXcQ',
    category: 'Innovation',
    external_views: 1500,
  });
  const outside: string[] = [];
  await page.route(/youtube/, (route) => {
    outside.push(new URL(route.request().url()).href);
    return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' });
  });
  // an address that no earlier test has had cached
  await page.goto('/videos?q=elsewhere');
  await expect(page.getByText('YouTube').first()).toBeVisible();
  await page.getByRole('link', { name: 'A clip from elsewhere' }).click();
  await expect(page).toHaveURL(`/video/${id}`);
  await expect(page.getByText(/Also on YouTube/)).toBeVisible();
  const play = page.getByRole('button', { name: 'Play A clip from elsewhere. Plays on YouTube' });
  await expect(play).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.context().setOffline(true);
  await play.click();
  await expect(play).toHaveCount(0);
  const away = page.getByText('You’re offline. This video plays on YouTube.');
  await expect(away).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open video' })).toHaveAttribute(
    'href',
    /watch\?v=dQw4w9WgXcQ$/,
  );
  expect(outside).toEqual([]);
  await page.context().setOffline(false);
  await expect(away).toHaveCount(0);
  await expect(page.frameLocator('iframe').getByText('player')).toBeVisible();
  // a link to a moment waits for the press, too
  await page.goto(`/video/${id}?t=83`);
  await page.waitForFunction(() => !('takeEarlyEvents' in window));
  await page.waitForLoadState('networkidle');
  expect(outside).toHaveLength(1);
  await play.click();
  await expect(page.frameLocator('iframe').getByText('player')).toBeVisible();
  const embed = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&autoplay=1&enablejsapi=1';
  expect(outside).toEqual([embed, `${embed}&start=83`]);
});

test('a video from an earlier server, without visibility information, counts as public @soak', async ({
  page,
  site,
}) => {
  const id = await site.addVideo({ title: 'Told by an earlier server' });
  await page.route(`**/api/videos/${id}`, async (route) => {
    const { isPublic: _, ...video } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...video, title: 'Told anew' } });
  });
  const ready = page.waitForResponse(/look-ahead-.*\.js$/);
  await page.goto('/videos');
  await ready;
  await page.getByRole('main').locator(`article a[href="/video/${id}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Told anew');
  await expect(page.getByRole('main').getByRole('button', { name: 'Report' })).toBeVisible();
  await expect(page.getByText(/isn't public/)).toHaveCount(0);
});

test('Shift+N goes to the next video, Shift+P to the previous one @soak', async ({ page, site }) => {
  for (const title of ['One more to watch', 'Where it begins'])
    await site.addVideo({ title, category: 'Innovation', duration_ms: 400 });
  await page.goto('/videos?category=Innovation');
  await expect(page.getByText('0:00')).toHaveCount(0);
  await page.getByRole('link', { name: 'Where it begins' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Where it begins');
  // the code of the keys comes after the page
  await expect(async () => {
    await page.keyboard.press('Shift+N');
    await expect(heading).not.toHaveText('Where it begins', { timeout: within(5000) });
  }).toPass();
  const next = page.url();
  await page.keyboard.press('Shift+P');
  await expect(heading).toHaveText('Where it begins');
  await page.keyboard.press('Shift+N');
  await expect(page).toHaveURL(next);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the menu fills the screen and closes on Escape; categories scroll by 220 pixels', async ({
    page,
    site,
  }) => {
    await site.addVideo({ title: 'Something to see' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    expect(await menu.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    // it receives keys once it has the focus
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
    const row = page.getByRole('group', { name: 'Categories' });
    const most = await row.evaluate((element) => element.scrollWidth - element.clientWidth);
    await page.getByRole('button', { name: 'Scroll right' }).click();
    await expect
      .poll(() => row.evaluate((element) => Math.round(element.scrollLeft)))
      .toBe(Math.min(220, Math.round(most)));
    // one that is chosen is brought into sight, and the row to the top, where it stays
    const chip = row.getByRole('button', { name: 'Innovation' });
    await chip.evaluate((element: HTMLElement) => element.click());
    await expect(chip).toBeInViewport({ ratio: 1 });
    const header = (await page.getByRole('banner').boundingBox())?.height ?? 0;
    await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - header)).toBeLessThan(24);
    await expect(page.getByRole('heading', { name: 'Innovation' })).toBeInViewport();
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(row).toBeVisible();
    expect(await row.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await expect(page.getByRole('button', { name: 'Scroll right' })).toBeHidden();
  });
});
