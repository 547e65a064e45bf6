import { addFeedVideo, plays, serveVideos, shown } from './feed-videos.ts';
import { expect, test, type Page } from './fixture.ts';

test.use({ server: 'labels', reducedMotion: 'no-preference' });
test.beforeEach(async ({ site }) => await site.archiveAll());

/** What the browser shows in place of a picture: a dot. */
const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';
const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });

test('a guest sees a sensitive video blurred, reveals it, and sets a preference for all', async ({
  page,
  site,
}) => {
  const requests = await serveVideos(page);
  const asked = (part: string): string[] => requests.filter((path) => path.includes(part));
  const labels = { labels: ['paid', 'sensitive'] as const, placeholder: PLACEHOLDER };
  const id = await addFeedVideo(site, 'A wound', { ...labels, labels: [...labels.labels] });
  await addFeedVideo(site, 'A meadow');

  await page.goto('/videos');
  const wound = card(page, 'A wound');
  await expect(wound.getByText('Sensitive', { exact: true })).toBeVisible();
  await expect(wound.getByText('Paid promotion')).toBeVisible();
  await expect.poll(() => asked('/a-meadow/thumb')).not.toEqual([]);
  // a pointer that is there before the code of the cards is noticed when it moves
  await expect(async () => {
    await wound.hover();
    await card(page, 'A meadow').hover();
    await expect.poll(() => asked('/a-meadow/video.mp4'), { timeout: 2000 }).not.toEqual([]);
  }).toPass();
  expect(asked('/a-wound/')).toEqual([]);

  await wound.getByRole('link', { name: 'A wound', exact: true }).click();
  await expect(page).toHaveURL(`/video/${id}`);
  await expect(page.getByText('This video may be sensitive.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Player: A wound' })).toBeHidden();
  expect(asked('/a-wound/')).toEqual([]);
  await page.getByRole('button', { name: 'Show video' }).click();
  await expect(page.getByRole('group', { name: 'Player: A wound' })).toBeVisible();
  await expect.poll(() => asked('/a-wound/video.mp4')).not.toEqual([]);

  requests.length = 0;
  await page.goto(`/feed?start=${id}`);
  await expect(shown(page)).toHaveAccessibleName('A wound');
  await expect(shown(page).getByRole('button', { name: 'Show video' })).toBeVisible();
  await expect.poll(() => asked('/a-meadow/')).not.toEqual([]);
  expect(asked('/a-wound/')).toEqual([]);
  await shown(page).getByRole('button', { name: 'Show video' }).click();
  await plays(page, 'A wound');

  await page.goto('/videos');
  const choice = page.getByRole('contentinfo').getByLabel('Sensitive videos');
  await choice.selectOption('Hide sensitive videos');
  await expect(card(page, 'A meadow')).toBeVisible();
  await expect(wound).toBeHidden();
  await page.reload();
  await expect(wound).toBeHidden();
  await page.goto('/community');
  await expect(page.getByRole('link', { name: 'A meadow' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'A wound' })).toBeHidden();
  await page.goto('/videos');
  await choice.selectOption('Show sensitive videos');
  await expect(wound).toBeVisible();
  await wound.getByRole('link', { name: 'A wound', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Player: A wound' })).toBeVisible();
});
