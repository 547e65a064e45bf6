import { addFeedVideo, serveVideos } from './feed-videos.ts';
import { expect, test } from './fixture.ts';

// other journeys would miss the files of these videos
test.use({ server: 'playback' });

test('a phone starts with a smaller file than a desktop, on server-rendered and other pages @soak', async ({
  site,
  browser,
}) => {
  const folder = '/media/videos/in-three-sizes';
  const { id: uploader_id, username } = await site.signUp('CONTENT_CREATOR');
  const id = await addFeedVideo(site, 'In three sizes', {
    uploader_id,
    mp4_key: 'videos/in-three-sizes/1080p.mp4',
    mp4_lines: [360, 720, 1080],
  });
  const open = (width: number, height: number, deviceScaleFactor: number) =>
    browser.newPage({
      baseURL: site.url,
      viewport: { width, height },
      screen: { width, height },
      deviceScaleFactor,
    });
  const [desktop, phone] = [await open(1440, 900, 1), await open(390, 844, 2)];
  // the browser's bandwidth estimate is useless on a busy machine
  await phone.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { downlink: 10 }, configurable: true });
  });
  for (const [tab, file] of [
    [desktop, '1080p.mp4'],
    [phone, '720p.mp4'],
  ] as const) {
    const requests = await serveVideos(tab);
    await tab.goto(`/video/${id}`);
    const player = tab.getByRole('group', { name: 'Player: In three sizes' });
    await player.getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect
      .poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    expect(new Set(requests.filter((path) => path.endsWith('.mp4')))).toEqual(new Set([`${folder}/${file}`]));
  }
  const inFeed = await serveVideos(phone);
  await phone.goto(`/feed?creator=${username}`);
  await expect.poll(() => inFeed).toContain(`${folder}/720p.mp4`);
  expect(inFeed).not.toContain(`${folder}/1080p.mp4`);
  // drawn by the client, and sparing
  await phone.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } });
  });
  const requests = await serveVideos(phone);
  await phone.goto(`/creators/${username}`);
  // from now on links are the scripts'
  await phone.waitForFunction(() => !('takeEarlyEvents' in window));
  await phone.getByRole('link', { name: 'In three sizes' }).first().click();
  await expect.poll(() => requests).toContain(`${folder}/360p.mp4`);
  expect(requests).not.toContain(`${folder}/720p.mp4`);
  await desktop.close();
  await phone.close();
});

test.describe('with missing files', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('a video in several sizes shows an error, and plays on retry @soak', async ({ page, site }) => {
    const id = await addFeedVideo(site, 'Not there yet', {
      mp4_key: 'videos/not-there-yet/1080p.mp4',
      mp4_lines: [360, 720, 1080],
    });
    const failing = '**/not-there-yet/*.mp4';
    await serveVideos(page);
    await page.route(failing, (route) => route.abort());
    await page.goto(`/video/${id}`);
    const player = page.getByRole('group', { name: 'Player: Not there yet' });
    await expect(player.getByRole('alert')).toContainText('Couldn’t load this video.');
    await page.unroute(failing);
    await player.getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    await site.archiveAll();
  });
});
