import type { Locator } from '@playwright/test';
import { dialogsClosed } from './dialog.ts';
import { addFeedVideo, feed, plays, serveVideos, shown, shownVideo } from './feed-videos.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

test.use({ server: 'feed' });
// repeated, too, a list holds what its journey made
test.beforeEach(async ({ site }) => await site.archiveAll());

const SOAK = process.env['SOAK'] === '1';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
/** More than half of the screen. */
const UP = 500;
const TITLES = ['First', 'Second', 'Third', 'Fourth'];

const feedItem = (page: Page, title: string): Locator =>
  feed(page).getByRole('article', { name: title, exact: true });
const button = (page: Page, name: string): Locator => shown(page).getByRole('button', { name, exact: true });

async function pressInMenu(page: Page, name: string): Promise<void> {
  await button(page, 'More actions').click();
  // its state may follow
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** A finger that goes up or down. */
async function swipe(page: Page, by: number, { x, y } = { x: 150, y: by < 0 ? 640 : 140 }): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let step = 1; step <= 8; step++) await touch('touchMove', [{ x, y: y + (by * step) / 8 }]);
  await touch('touchEnd', []);
}

/** Swipes until this video is shown: a busy page may lose a finger. */
async function swipeTo(page: Page, by: number, title: string): Promise<void> {
  // one that begins while the videos still slide may lead past a video
  await expect
    .poll(() =>
      feed(page).evaluate(({ parentElement: box }) => (box?.scrollTop ?? 0) % (box?.clientHeight ?? 1)),
    )
    .toBe(0);
  await expect(async () => {
    if ((await feedItem(page, title).and(shown(page)).count()) === 0) await swipe(page, by);
    await expect(shown(page)).toHaveAccessibleName(title, { timeout: within(5000) });
  }).toPass({ timeout: within(40_000) });
  await plays(page, title);
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('swipes and gestures move through videos with three video elements', async ({ page, site }) => {
    const ids: number[] = [];
    for (const [at, title] of TITLES.entries())
      ids.push(
        await addFeedVideo(site, title, {
          category: 'Beauty',
          rotation_rank: 240 - at,
          is_featured: true,
          featured_position: at + 1,
        }),
      );
    await serveVideos(page);
    const views: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('/view')) views.push(new URL(sent.url()).pathname);
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Feed', exact: true }).click();
    await plays(page, 'First');
    await expect(page).toHaveURL(`/feed?start=${ids[0]}`);
    await expect(page.getByRole('banner')).toBeHidden();

    await swipeTo(page, -UP, 'Second');
    await expect(page).toHaveURL(`/feed?start=${ids[1]}`);
    await expect(page.locator('video')).toHaveCount(3);
    await swipeTo(page, -UP, 'Third');
    await expect(page.locator('video')).toHaveCount(3);
    await swipeTo(page, UP, 'Second');

    // a tap pauses and plays, twice likes once
    await page.touchscreen.tap(150, 300);
    await expect.poll(() => shownVideo(page).evaluate((each: HTMLVideoElement) => each.paused)).toBe(true);
    await page.touchscreen.tap(150, 300);
    await plays(page, 'Second');
    for (let twice = 0; twice < 2; twice++) {
      await page.touchscreen.tap(150, 300);
      await page.touchscreen.tap(150, 300);
      await expect(button(page, 'Like')).toHaveAttribute('aria-pressed', 'true');
    }
    await expect.poll(() => views).toContain(`/api/videos/${ids[1]}/view`);

    // long press: the menu, or faster at the edge
    const surface = page.locator('[data-shown] [data-surface]');
    const point = { pointerType: 'touch', button: 0, isPrimary: true, bubbles: true };
    await surface.dispatchEvent('pointerdown', { ...point, clientX: 5, clientY: 300 });
    await expect(page.getByText('2× speed')).toBeVisible();
    expect(await shownVideo(page).evaluate((each: HTMLVideoElement) => each.playbackRate)).toBe(2);
    await surface.dispatchEvent('pointerup', { ...point, clientX: 5, clientY: 300 });
    expect(await shownVideo(page).evaluate((each: HTMLVideoElement) => each.playbackRate)).toBe(1);
    await surface.dispatchEvent('pointerdown', { ...point, clientX: 190, clientY: 300 });
    await expect(page.getByRole('dialog', { name: 'Second' })).toBeVisible();
    await surface.dispatchEvent('pointerup', { ...point, clientX: 190, clientY: 300 });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    // comments over two thirds, the video continues above
    await button(page, 'Comments').click();
    const sheet = page.getByRole('dialog', { name: 'Comments on this video' });
    await expect(sheet.getByLabel('Write a comment')).toBeVisible();
    const [top] = await sheet.evaluate((box) => [box.getBoundingClientRect().top / innerHeight]);
    expect(top).toBeCloseTo(0.34, 1);
    expect(await shownVideo(page).evaluate((each: HTMLVideoElement) => each.paused)).toBe(false);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(shown(page)).toHaveAccessibleName('Second');

    // to a creator's page and back: the same video, and the one before it
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Community' }).click();
    await expect(page.getByRole('heading', { name: 'Community', exact: true })).toBeVisible();
    await page.goBack();
    await plays(page, 'Second');
    await swipeTo(page, UP, 'First');
  });

  test('a swipe up on a video’s own page opens the feed at that video', async ({ page, site }) => {
    const id = await addFeedVideo(site, 'Opened', { category: 'Innovation' });
    await serveVideos(page);
    await page.goto(`/video/${id}`);
    // a swipe, unlike a press, is not replayed after hydration
    await page.waitForFunction(() => !('takeEarlyEvents' in window));
    const stage = page.getByRole('group', { name: 'Player: Opened' }).locator('video');
    const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await swipe(page, -150, { x: box.x + box.width / 2, y: Math.min(box.y + box.height, 500) - 40 });
    await expect(page).toHaveURL(`/feed?start=${id}`);
    await plays(page, 'Opened');
  });
});

test('a key goes to the next video even if the layout shifts mid-slide @soak', async ({ page, site }) => {
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  for (const title of ['Third', 'Second', 'First']) await addFeedVideo(site, title, { uploader_id });
  await serveVideos(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`/feed?creator=${username}`);
  await plays(page, 'First');
  await expect(feed(page).getByRole('article')).toHaveCount(3);
  await feed(page).evaluate(({ parentElement: box }) => {
    box?.addEventListener('scroll', () => box.style.setProperty('width', '70%'), { once: true });
  });
  for (let times = 0; times < 2; times++) await page.keyboard.press('j');
  await plays(page, 'Third');
});

test('the feed works by keyboard and screen reader, and stores its history only in the browser @soak', async ({
  page,
  site,
}) => {
  const names = ['Alpha', 'Beta', 'Gamma'];
  const ids: number[] = [];
  for (const name of names) {
    const { id: uploader } = await site.signUp('CONTENT_CREATOR');
    ids.unshift(
      await addFeedVideo(site, name, {
        category: 'Business',
        uploader_id: uploader,
        captions: JSON.stringify([{ language: 'en', kind: 'captions', isDefault: true, words: 5 }]),
      }),
    );
  }
  const bodies: string[] = [];
  page.on('request', (sent) => bodies.push(`${sent.url()} ${sent.postData() ?? ''}`));
  const requests = await serveVideos(page);
  await page.goto('/feed?category=Business');
  await plays(page, 'Gamma');
  await expect(feedItem(page, 'Gamma')).toHaveAttribute('aria-posinset', '1');
  await expect(page.getByText('What is being said')).toBeVisible();
  for (const name of ['Like', 'Comments', 'Share', 'Sound', 'More actions'])
    await expect(page.getByRole('button', { name, exact: true }), name).toHaveCount(1);
  // beside the video, where there is room
  await expect(page.getByRole('complementary').getByLabel('Write a comment')).toBeVisible();

  await page.keyboard.press('m');
  await expect(button(page, 'Sound')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('l');
  await expect(button(page, 'Like')).toHaveAttribute('aria-pressed', 'true');
  await pressInMenu(page, 'Captions');
  await page.keyboard.press('Escape');
  await expect(page.getByText('What is being said')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await plays(page, 'Beta');
  await expect(feedItem(page, 'Beta')).toBeFocused();
  await expect(page.locator('[aria-live=polite]', { hasText: 'Beta, by' })).toHaveCount(1);
  await page.keyboard.press(' ');
  await expect.poll(() => shownVideo(page).evaluate((each: HTMLVideoElement) => each.paused)).toBe(true);
  await page.keyboard.press('k');
  await plays(page, 'Gamma');
  await page.getByRole('button', { name: 'Next video' }).click();
  await plays(page, 'Beta');
  await page.keyboard.press('PageDown');
  await plays(page, 'Alpha');
  await page.keyboard.press('j');
  await plays(page, 'Gamma');
  await expect(shown(page)).toContainText('You’re all caught up');

  // all were seen: it shows a note and continues with the least recently seen
  await page.goto('/feed?category=Business');
  await expect(page.getByText('You’re all caught up').first()).toBeVisible();
  await pressInMenu(page, 'Why am I seeing this?');
  await expect(page.getByRole('dialog')).toContainText('what you watched longest ago');
  await page.getByRole('button', { name: 'Reset my feed' }).click();
  expect(await page.evaluate(() => localStorage.getItem('feedSeen'))).toBe('[]');
  await dialogsClosed(page);
  // unfinished videos come first; those of less interest last
  await page.goto(`/feed?category=Business&start=${ids[2]}`);
  await plays(page, 'Alpha');
  await page.getByRole('button', { name: 'Next video' }).click();
  await expect(shown(page)).not.toHaveAccessibleName('Alpha');
  const unwanted = await shown(page).getByRole('heading').innerText();
  await pressInMenu(page, 'Not interested');
  await plays(page, unwanted === 'Beta' ? 'Gamma' : 'Beta');
  expect(
    bodies.filter((each) => /feedSeen|feedTaste|creators":/.test(each)),
    'nothing of it is sent',
  ).toEqual([]);
  expect(requests.length).toBeGreaterThan(0);
});

test.describe('playback problems', () => {
  test.use({ allowedErrors: [/404|Failed to load resource|ERR_/] });

  test('a broken video shows a message and is skipped; videos on other platforms wait for a press @soak', async ({
    page,
    site,
  }) => {
    const more = { category: 'Lifestyle', is_featured: true } as const;
    const broken = await addFeedVideo(site, 'Broken', { ...more, rotation_rank: 240, featured_position: 1 });
    await site.addVideo({
      ...more,
      title: 'Elsewhere',
      origin: 'IMPORT',
      source: 'YOUTUBE',
      source_id: 'dQw4w9WgXcQ',
      rotation_rank: 239,
      featured_position: 2,
    });
    await addFeedVideo(site, 'Whole', { ...more, rotation_rank: 238, featured_position: 3 });
    await serveVideos(page);
    await page.route('**/media/videos/broken/**', (route) => route.fulfill({ status: 404 }));
    const foreign: string[] = [];
    await page.route(/youtube|ytimg/, (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '' });
    });
    await page.goto(`/feed?category=Lifestyle&start=${broken}`);
    await expect(page.getByText('This video won’t play.')).toBeVisible();
    await expect(shown(page)).toHaveAccessibleName('Elsewhere');
    expect(foreign).toEqual([]);
    await page.getByRole('button', { name: 'Play Elsewhere' }).click();
    await expect.poll(() => foreign.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Next video' }).click();
    await plays(page, 'Whole');
    await expect(page.locator('iframe')).toHaveCount(0);
    // a video that no longer exists
    await page.goto('/feed?category=Lifestyle&start=987654');
    await expect(page.getByText('is no longer available')).toHaveCount(1);
  });
});

for (const [name, use, soak = ''] of [
  ['a phone', PHONE],
  ['a wide screen', { viewport: { width: 1280, height: 800 } }, ' @soak'],
] as const)
  test.describe(`lists on ${name}${soak}`, () => {
    test.use(use);

    test('restore the scroll position after Back and after a reload', async ({ page, site, signIn }) => {
      const person = await signIn('CONTENT_CREATOR', `writer-${name.replaceAll(' ', '-')}`);
      const mine = { uploader_id: person.id, category: 'Innovation' } as const;
      for (let at = 0; at < 25; at++)
        await site.addVideo({ ...mine, title: `Place ${at}`, is_trending: true });
      for (let at = 0; SOAK && at < 12; at++) {
        const { token } = await site.signUp();
        const headers = { authorization: `Bearer ${token}` };
        const response = await page.request.post('/api/community/posts', {
          headers,
          data: { content: `At ${at}` },
        });
        expect(response.status()).toBe(201);
      }
      await serveVideos(page);
      const rest = [
        ['/videos?category=Innovation', '/video/'],
        ['/search?q=place&type=videos', '/video/'],
        ['/videos', '/video/'],
        [`/creators/${person.username}`, '/video/'],
        ['/creators', '/creators/'],
        ['/community', '/community/'],
      ] as const;
      for (const [path, to] of [['/', '/video/'], ...(SOAK ? rest : [])] as const) {
        await page.goto(path);
        // before, the browser would bring back, to about there (leaving.e2e.ts)
        await page.waitForFunction(() => !('takeEarlyEvents' in window));
        const all = page.getByRole('main').getByRole('article');
        await expect(all.nth(9)).toBeAttached();
        const link = `a[href^="${to}"]`;
        const href = await all.nth(9).locator(link).first().getAttribute('href');
        const card = all.filter({ has: page.locator(`a[href="${href}"]`) }).last();
        await card.evaluate((box) => box.scrollIntoView({ block: 'center' }));
        const top = async () => {
          // cards get their height in the frame that shows them
          await page.evaluate(
            () => new Promise((shown) => setTimeout(() => requestAnimationFrame(shown), 100)),
          );
          return (await card.boundingBox())?.y ?? -9999;
        };
        const isBack = async () => Math.abs((await top()) - before) < 3;
        await expect.poll(async () => page.evaluate(() => scrollY)).toBeGreaterThan(200);
        const before = await settled(top);
        await card.locator(link).first().click();
        await expect(page).toHaveURL(href ?? '');
        await page.goBack();
        await expect(page, path).toHaveURL(path);
        await expect.poll(isBack, path).toBe(true);
        await page.reload();
        await expect.poll(isBack, `${path}, loaded again`).toBe(true);
      }
    });
  });

/** A number once it stays the same. */
async function settled(read: () => Promise<number>): Promise<number> {
  let last = await read();
  await expect
    .poll(async () => {
      const before = last;
      last = await read();
      return before === last;
    })
    .toBe(true);
  return last;
}
