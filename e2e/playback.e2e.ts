import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { makePhoneVideo } from '#server/testing/video-files.ts';
import { bodyOf } from '#server/testing/client.ts';
import { addFeedVideo, serveVideos } from './feed-videos.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

// renditions that a guest has no access to
test.use({ allowedErrors: [/ERR_FAILED .*\.m3u8\)$/] });

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-playback-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Plays for a moment; what the player shows then. */
async function play(page: Page) {
  const player = page.locator('video:not([aria-hidden])');
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
  return await player.evaluate((video: HTMLVideoElement) => ({
    width: video.videoWidth,
    height: video.videoHeight,
    source: video.currentSrc.replace(/:.*\.mp4$/, '').replace(/^blob:.*/, 'blob'),
  }));
}

test('a phone’s upright .mov goes live and plays upright, before its ladder is there and after @soak', async ({
  page,
  site,
  signIn,
  browser,
}) => {
  test.setTimeout(within(180_000));
  const file = await makePhoneVideo(folder, 'phone.mov', { width: 960, height: 540, seconds: 4 });
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Video file').setInputFiles(file);
  await dialog.getByLabel('Title').fill('Upright from the phone');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Video Uploaded')).toBeVisible();

  const admin = await site.signUp('GLOBAL_ADMIN');
  const fetchApi = async (path: string, init: RequestInit = {}) =>
    await fetch(site.url + path, { ...init, headers: { authorization: `Bearer ${admin.token}` } });
  const submission = async () => {
    const all = await bodyOf(
      fetchApi('/api/submissions'),
      z.object({ id: z.number(), title: z.string(), processing: z.string() }).array(),
    );
    return all.find(({ title }) => title === 'Upright from the phone');
  };
  await expect.poll(async () => (await submission())?.processing, { timeout: within(60_000) }).toBe('READY');
  const id = (await submission())?.id;
  expect((await fetchApi(`/api/submissions/${id}/approve`, { method: 'POST' })).status).toBe(200);

  const guest = await browser.newPage({ baseURL: site.url });
  // the file, as before its ladder is made
  await guest.route(/\.m3u8$/, (route) => route.abort());
  await guest.goto('/');
  await guest
    .getByRole('link', { name: /Upright from the phone/ })
    .first()
    .click();
  expect(await play(guest)).toMatchObject({ width: 540, height: 960, source: 'http' });
  await guest.close();

  const video = async () =>
    await bodyOf(fetchApi(`/api/videos/${id}`), z.object({ hlsUrl: z.string().nullable() }));
  await expect.poll(async () => (await video()).hlsUrl, { timeout: within(90_000) }).toMatch(/\.m3u8$/);
  const later = await browser.newPage({ baseURL: site.url });
  await later.goto(`/video/${id}`);
  const shown = await play(later);
  // short videos begin as their file
  expect(shown.source).toBe('http');
  expect(shown.height).toBeGreaterThan(shown.width);
  await later.close();
});

test('a phone begins with a smaller file than a desktop, on pages that the server wrote and others', async ({
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
  // it has no files for other journeys
  await site.archiveAll();
});

test.describe('without its files', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('a video in several sizes says so, and plays when it is tried again', async ({ page, site }) => {
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
