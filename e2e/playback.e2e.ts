import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePhoneClip } from '#server/testing/clips.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

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
  const file = await makePhoneClip(folder, 'phone.mov', { width: 960, height: 540, seconds: 4 });
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Video file').setInputFiles(file);
  await dialog.getByLabel('Title').fill('Upright from the phone');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Video Uploaded')).toBeVisible();

  const admin = await site.signUp('GLOBAL_ADMIN');
  const ask = async (path: string, init: RequestInit = {}) =>
    await fetch(site.url + path, { ...init, headers: { authorization: `Bearer ${admin.token}` } });
  const submission = async () => {
    const all = (await (await ask('/api/submissions')).json()) as {
      id: number;
      title: string;
      processing: string;
    }[];
    return all.find(({ title }) => title === 'Upright from the phone');
  };
  await expect.poll(async () => (await submission())?.processing, { timeout: within(60_000) }).toBe('READY');
  const id = (await submission())?.id;
  expect((await ask(`/api/submissions/${id}/approve`, { method: 'POST' })).status).toBe(200);

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

  const video = async () => (await (await ask(`/api/videos/${id}`)).json()) as { hlsUrl: string | null };
  await expect.poll(async () => (await video()).hlsUrl, { timeout: within(90_000) }).toMatch(/\.m3u8$/);
  const later = await browser.newPage({ baseURL: site.url });
  await later.goto(`/video/${id}`);
  const shown = await play(later);
  // short clips begin as their file
  expect(shown.source).toBe('http');
  expect(shown.height).toBeGreaterThan(shown.width);
  await later.close();
});
