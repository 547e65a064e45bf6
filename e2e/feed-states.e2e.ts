import { addFeedVideo, plays, serveVideos, shown } from './feed-videos.ts';
import { expect, test } from './fixture.ts';
import { leastContrast } from './contrast.ts';
import { within } from './slow.ts';

test.use({ server: 'feed' });
// repeated, too, a list holds what its journey made
test.beforeEach(async ({ site }) => await site.archiveAll());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

test.describe('without a connection', () => {
  test.use({ allowedErrors: [/404|Failed to load resource|ERR_/] });

  test('loaded videos play and the rest wait; a removed video shows a notice, then the next one plays @soak', async ({
    page,
    context,
    site,
  }) => {
    const admin = await site.signUp('GLOBAL_ADMIN');
    const { username, id: uploader } = await site.signUp('CONTENT_CREATOR');
    const ids: Record<string, number> = {};
    for (const title of ['Behind', 'Far', 'Near', 'Here'])
      ids[title] = await addFeedVideo(site, title, { uploader_id: uploader });
    await serveVideos(page);
    let isAway = false;
    await page.route('**/media/**', (route) =>
      isAway ? route.abort('internetdisconnected') : route.fallback(),
    );
    // without motion nothing slides: every place is a video's
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const file = (part: string) => page.waitForRequest(`**/media/videos/${part}/video.mp4`);
    const near = file('near');
    await page.goto(`/feed?creator=${username}`);
    await plays(page, 'Here');
    await near;
    const next = shown(page).locator('xpath=following-sibling::article[1]').locator('video');
    await expect
      .poll(() => next.evaluate(({ readyState }: HTMLVideoElement) => readyState))
      .toBeGreaterThan(1);
    await page.evaluate(watchPositions);

    isAway = true;
    await context.setOffline(true);
    await page.keyboard.press('j');
    await plays(page, 'Near');
    await page.keyboard.press('j');
    await expect(shown(page)).toHaveAccessibleName('Far');
    await expect(shown(page).getByRole('status')).toContainText('You’re offline.');
    expect(await page.evaluate(readPositions), 'places between two clips').toEqual([]);

    // back again it plays; after its first round it is asked whether it is still there
    await page.request.post(`/api/admin/videos/${ids['Far']}/soft-delete`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    isAway = false;
    await context.setOffline(false);
    await expect(shown(page).getByRole('status')).toContainText('This video was removed.', {
      timeout: within(20_000),
    });
    await plays(page, 'Behind');
  });
});

type Positions = typeof globalThis & { positions: number[] };

/** In the page: its position between two videos. */
function watchPositions(): void {
  const positions: number[] = [];
  (globalThis as Positions).positions = positions;
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof Element) || !target.querySelector(':scope > [role=feed]')) return;
      const { scrollTop, clientHeight } = target;
      const off = scrollTop % clientHeight;
      if (off > 1 && off < clientHeight - 1) positions.push(off);
    },
    true,
  );
}
const readPositions = (): number[] => (globalThis as Positions).positions;

test.describe('on a phone', () => {
  test.use(PHONE);

  test('text over a white or busy image stays readable, however long it is @soak', async ({ page, site }) => {
    const long = {
      title:
        'A very long title that says all there is to say about what is to be seen here, and then some more of it',
      description: 'What is told about it at length. '.repeat(12),
      location_name: 'The old harbour of a town by the sea',
    };
    const { username, id: uploader_id } = await site.signUp('CONTENT_CREATOR');
    for (const more of [{ title: 'Brief' }, long])
      await addFeedVideo(site, more.title, { ...more, uploader_id });
    const texts = shown(page).locator('[data-overlay]');
    // each visit is the first
    await page.addInitScript(() => localStorage.removeItem('feedSeen'));
    let picture = WHITE;
    // its picture stays: the file never comes
    await page.route('**/media/**', async (route) => {
      if (!route.request().url().endsWith('.mp4'))
        await route.fulfill({ contentType: 'image/svg+xml', body: picture });
    });
    for (picture of [WHITE, BUSY]) {
      await page.goto(`/feed?creator=${username}`);
      await expect(shown(page)).toHaveAccessibleName(long.title);
      const heights: number[] = [];
      for (const title of ['long', 'whole', 'brief']) {
        if (title === 'whole') await shown(page).getByRole('button', { name: 'Show more' }).click();
        if (title === 'brief') {
          await page.keyboard.press('j');
          await expect(shown(page)).toHaveAccessibleName('Brief');
          await expect(shown(page).getByRole('button', { name: 'Show more' }), 'nothing is cut').toHaveCount(
            0,
          );
        }
        await expect(shown(page).locator('img').last()).toBeInViewport({ ratio: 0.99 });
        await shown(page)
          .locator('img')
          .last()
          .evaluate((image: HTMLImageElement) => image.decode());
        heights.push((await texts.boundingBox())?.height ?? 0);
        const { contrast, text } = await leastContrast(page, texts);
        expect(contrast, `“${text}”, ${title}`).toBeGreaterThanOrEqual(4.5);
      }
      const [some = 0, whole = 0, brief = 0] = heights;
      expect(whole).toBeGreaterThan(some);
      expect(some).toBeGreaterThan(brief);
    }
  });
});

const draw = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="390" height="844" viewBox="0 0 390 844">${inner}</svg>`;
const WHITE = draw('<rect width="390" height="844" fill="#fff"/>');
const BUSY = draw(
  `<defs><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="#fff"/><rect width="4" height="4" fill="#000"/><rect x="4" y="4" width="4" height="4" fill="#ff0"/></pattern></defs><rect width="390" height="844" fill="url(#p)"/>`,
);
