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
