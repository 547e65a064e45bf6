import { dialogsClosed } from './dialog.ts';
import { addFeedVideo, plays, serveVideos, shown } from './feed-videos.ts';
import { expect, test } from './fixture.ts';
import { INPUTS } from './inputs.ts';

test.use({ server: 'feed' });
test.beforeEach(async ({ site }) => await site.archiveAll());

for (const { name, use, press } of INPUTS)
  test.describe(`with ${name}${name === 'a finger' ? '' : ' @soak'}`, () => {
    test.use(use);

    test('a video is saved in the feed, and hidden or removed again from lists', async ({ page, site }) => {
      await addFeedVideo(site, 'Harbour lights');
      await serveVideos(page);
      await page.goto('/feed');
      await plays(page, 'Harbour lights');
      await press(page, shown(page).getByRole('button', { name: 'Save', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Save video' });
      await press(page, dialog.getByRole('checkbox', { name: 'Watch later' }));
      await expect(dialog.getByRole('checkbox', { name: 'Watch later' })).toBeChecked();
      await press(page, dialog.getByRole('button', { name: 'Close' }));
      await press(page, shown(page).getByRole('button', { name: 'More actions' }));
      const list = page.getByRole('dialog', { name: 'Harbour lights' });
      for (const action of ['Share', 'Playback speed', 'Not interested', 'Why am I seeing this?', 'Report'])
        await expect(list.getByRole('button', { name: action })).toBeVisible();
      await press(page, list.getByRole('button', { name: 'Close' }));
      await dialogsClosed(page);

      await page.goto('/videos');
      const card = page.getByRole('article').filter({ hasText: 'Harbour lights' });
      const menu = card.getByRole('button', { name: 'More options for Harbour lights' });
      await press(page, menu);
      await press(page, page.getByRole('menuitem', { name: 'Remove from Watch later' }));
      await expect(page.getByText('Removed from Watch later')).toBeVisible();
      await press(page, menu);
      await expect(page.getByRole('menuitem', { name: 'Save to Watch later' })).toBeVisible();
      await press(page, page.getByRole('menuitem', { name: 'Not interested' }));
      await expect(card).toHaveCount(0);
      await press(page, page.getByRole('button', { name: 'Undo' }));
      await expect(card).toBeVisible();
    });
  });
