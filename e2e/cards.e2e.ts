import sharp from 'sharp';
import { leastContrast } from './contrast.ts';
import { addClip } from './feed-clips.ts';
import { expect, test, type Page } from './fixture.ts';

test('a card shows its own views and likes beside the counters of elsewhere @soak', async ({
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
      ['24.2M on YouTube', '12 LLL views', '3 LLL likes'],
      '24,213,456 views on YouTube, 12 LLL views, 3 LLL likes',
    );
  }
  for (const path of ['/videos', `/creators/${username}`]) {
    await page.goto(path);
    await expectCounts(page, 'Made here', ['1.2K LLL views', '1 LLL like'], '1,234 LLL views, 1 LLL like');
  }
  // the whole card leads to the clip, its counters too
  await page.getByRole('article').filter({ hasText: 'Made here' }).getByText('1.2K LLL views').click();
  await expect(page).toHaveURL(`/video/${id}`);
});

async function expectCounts(page: Page, title: string, shown: string[], spoken: string): Promise<void> {
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) });
  const counts = card.last().locator('p').filter({ hasText: 'LLL views' }).last();
  const visible = counts.locator('[aria-hidden] > span');
  await expect(visible).toHaveText(shown.map((text, at) => (at < shown.length - 1 ? `${text} ·` : text)));
  await expect(counts.locator('.sr-only')).toHaveText(spoken);
  const full = await visible.evaluateAll((spans) => spans.map((span) => (span as HTMLElement).title));
  expect(full.join(', ')).toBe(spoken);
}

test.describe('the banner', () => {
  test.use({ server: 'banner' });

  test('is read on a white picture, which stays as bright beside the words', async ({ page, site }) => {
    await page.route('**/media/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: WHITE_PICTURE }),
    );
    const title = 'A very long title that says all there is to say about what is to be seen here';
    const description = 'What is told of it. '.repeat(12);
    await addClip(site, title, { description, is_featured: true, width: 2100, height: 900 });
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto('/');
      const banner = page.getByRole('article', { name: 'Featured video' });
      await expect(banner.getByRole('heading', { name: title })).toBeVisible();
      await banner
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode());
      const { contrast, text } = await leastContrast(page, banner.locator('[data-words]'));
      expect(contrast, `“${text}” at ${width}`).toBeGreaterThanOrEqual(4.5);
      const drawn = sharp(await banner.screenshot());
      const { width: across = 0, height: down = 0 } = await drawn.metadata();
      const beside = { left: Math.round(across * 0.8), top: 20, width: Math.round(across * 0.18) };
      const { channels } = await sharp(
        await drawn.extract({ ...beside, height: Math.round(down * 0.7) }).toBuffer(),
      ).stats();
      expect(channels[0]?.min, `beside the words at ${width}`).toBeGreaterThan(250);
    }
  });
});

const WHITE_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#fff"/></svg>';
