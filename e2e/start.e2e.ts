import { expect, test } from './fixture.ts';

test('a video is found on the home page and opens', async ({ page, site }) => {
  await site.addVideo({ title: 'Kite over the dunes' });
  await page.goto('/videos');
  await page
    .getByRole('link', { name: /Kite over the dunes/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Kite over the dunes', level: 1 })).toBeVisible();
});
