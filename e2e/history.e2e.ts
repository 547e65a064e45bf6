import AxeBuilder from '@axe-core/playwright';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeVideo } from '#server/testing/video-files.ts';
import { expect, test } from './fixture.ts';
import { publishVideo } from './videos.ts';

test.use({ server: 'clips' });

test('a member resumes a video here and on another device, and clears the history', async ({
  page,
  site,
  request,
  signIn,
  browser,
}) => {
  const file = await makeVideo(await mkdtemp(join(tmpdir(), 'lll-40s-')), 'clip.mp4', { seconds: 40 });
  const id = await publishVideo(request, site, 'A slow morning', file);
  const member = await signIn();
  await page.goto(`/video/${id}`);
  // the scripts have taken over
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  const player = page.getByRole('group', { name: 'Player: A slow morning' }).locator('video');
  // at the latest as it pauses
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith(`/${id}/progress`),
  );
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = 12;
    await video.play();
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(12.5);
  await player.evaluate((video: HTMLVideoElement) => video.pause());
  expect((await saved).status()).toBe(204);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible();
  expect(await player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(12);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeLessThan(5);

  const device = await browser.newContext({ baseURL: site.url });
  const other = await device.newPage();
  await other.goto('/about/counting');
  await other.evaluate((token) => localStorage.setItem('vh_token', token), member.token);
  await other.goto('/');
  const row = other.getByRole('region', { name: 'Continue watching' });
  await expect(row.getByRole('article')).toHaveCount(1);
  await expect(row.getByRole('article')).toContainText('A slow morning');
  await expect(row.getByText(/% watched/)).toHaveCount(1);

  await row.getByRole('link', { name: 'History' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('History');
  await expect(other.getByRole('link', { name: 'A slow morning' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page: other }).analyze();
  expect(violations.map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([]);
  await other.getByRole('searchbox', { name: 'Search your history' }).fill('fast');
  await expect(other.getByText('No videos found')).toBeVisible();
  await other.getByRole('searchbox', { name: 'Search your history' }).fill('slow');
  await expect(other.getByRole('link', { name: 'A slow morning' })).toBeVisible();
  await other.getByRole('button', { name: 'Pause history' }).click();
  await expect(other.getByText('Your history is paused.')).toBeVisible();
  await other.getByRole('button', { name: 'Clear history' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click();
  await other.getByRole('searchbox', { name: 'Search your history' }).fill('');
  await expect(other.getByText('Nothing watched yet')).toBeVisible();
  await device.close();
});

test('a guest resumes a video in the same browser @soak', async ({ page, site, request }) => {
  const file = await makeVideo(await mkdtemp(join(tmpdir(), 'lll-40s-')), 'clip.mp4', { seconds: 40 });
  const id = await publishVideo(request, site, 'A quiet evening', file);
  await page.goto(`/video/${id}`);
  const player = page.getByRole('group', { name: 'Player: A quiet evening' }).locator('video');
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.currentTime = 20;
    await video.play();
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(20.5);
  await player.evaluate((video: HTMLVideoElement) => video.pause());
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Continue watching' })).toContainText('A quiet evening');
});

test('a YouTube video resumes where its player stopped', async ({ page, site }) => {
  const id = await site.addVideo({
    title: 'From elsewhere',
    origin: 'IMPORT',
    source: 'YOUTUBE',
    source_id: 'dQw4w9WgXcQ',
    duration_ms: 200_000,
  });
  // answers as YouTube's player does
  const script = `addEventListener('message', ({ data }) => {
    if (JSON.parse(data).event === 'listening')
      for (const info of [null, { currentTime: 'x' }, { currentTime: 61.25 }])
        parent.postMessage(JSON.stringify({ event: 'infoDelivery', info }), '*');
    parent.postMessage('no JSON', '*');
  })`;
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<p>player</p><script>${script}</script>` }),
  );
  await page.goto(`/video/${id}`);
  await page.getByRole('button', { name: /^Play From elsewhere/ }).click();
  await expect(page.frameLocator('iframe').getByText('player')).toBeVisible();
  const readWatched = () => page.evaluate(() => localStorage.getItem('watched'));
  await expect(async () => {
    // as when the page is left
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(await readWatched()).toBe(JSON.stringify([[id, 61.3, 200]]));
  }).toPass();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible();
  await page.getByRole('button', { name: /^Play From elsewhere/ }).click();
  await expect(page.locator('iframe')).toHaveAttribute('src', /&start=61$/);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.locator('iframe')).not.toHaveAttribute('src', /start=/);
});
