import { addFeedVideo, plays, serveVideos, shown, shownVideo } from './feed-videos.ts';
import { expect, test } from './fixture.ts';

test.use({ server: 'feed' });
// repeated, too, a list holds what its journey made
test.beforeEach(async ({ site }) => await site.archiveAll());

const ACTIONS = ['Premium Black', 'Like', 'Comments', 'Share', 'More actions'];

for (const [name, use] of [
  ['a phone on its side', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
  ['a large phone on its side', { viewport: { width: 932, height: 430 }, hasTouch: true, isMobile: true }],
  ['a page at 200 %', { viewport: { width: 720, height: 450 } }],
] as const)
  test.describe(`on ${name} @soak`, () => {
    test.use(use);

    test('the video fills the screen uncropped, with its actions in one row beside its title', async ({
      page,
      site,
    }) => {
      const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
      await addFeedVideo(site, 'Along the sea', {
        uploader_id,
        description: 'Seen through the Premium Black.',
      });
      await serveVideos(page);
      await page.goto(`/feed?creator=${username}`);
      await plays(page, 'Along the sea');
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden();
      const { width, height } = use.viewport;
      await expect.poll(() => page.locator('.feed').boundingBox()).toEqual({ x: 0, y: 0, width, height });

      const title = await shown(page).getByRole('heading', { name: 'Along the sea' }).boundingBox();
      for (const action of ACTIONS) {
        const button = shown(page).getByLabel(action, { exact: true });
        await expect(button, action).toBeInViewport({ ratio: 1 });
        const box = await button.boundingBox();
        expect.soft(box && title && box.y < title.y + title.height, `${action} beside the title`).toBe(true);
        expect.soft(box && title && box.y + box.height > title.y, `${action} beside the title`).toBe(true);
        const isFree = await button.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        });
        expect.soft(isFree, `nothing lies over ${action}`).toBe(true);
      }
      const drawn = await shownVideo(page).boundingBox();
      expect((drawn?.width ?? 0) / (drawn?.height ?? 1), 'a portrait clip is not cut').toBeCloseTo(
        90 / 160,
        1,
      );

      await shown(page).getByRole('button', { name: 'Comments' }).click();
      const comments = page.getByRole('dialog', { name: 'Comments on this video' });
      await expect(comments.getByLabel('Write a comment')).toBeVisible();
      // once it has slid in
      await expect
        .poll(() => comments.boundingBox(), 'beside it, as high as the screen')
        .toMatchObject({ y: 0, height });
    });
  });
