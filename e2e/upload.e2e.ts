import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Submission } from '#contract/submissions/submissions.ts';
import { findBinaries } from '#server/adapters/media/binaries.ts';
import { bodyOf } from '#server/testing/client.ts';
import { smallVideo } from './videos.ts';
import { catchForm, holdSeeks, openDialog, sentForm } from './dialog.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

test.use({
  permissions: ['camera', 'microphone', 'geolocation'],
  geolocation: { latitude: 52.3702, longitude: 4.8952, accuracy: 8 },
  // renditions that a guest has no access to
  allowedErrors: [/ERR_FAILED .*\.m3u8\)$/],
});

test('a recording goes from the camera to the home page', async ({ page, site, signIn, browser }) => {
  await signIn('CONTENT_CREATOR');
  await page.addInitScript(() => {
    const { set, get } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime') ?? {};
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      get,
      set(this: HTMLMediaElement, seconds: number) {
        Object.assign(window, { soughtAt: seconds });
        set?.call(this, seconds);
      },
    });
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload or record a video' });
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Record with camera' }).click();
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText(/^Recording 0:0[2-9]/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('button', { name: 'Discard' })).toBeVisible();
  await dialog.getByLabel('Title').fill('Hello from my dashboard');
  await dialog.getByLabel('Category').selectOption('Business');
  await dialog.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByText('Location Enabled')).toBeVisible();
  await expect(dialog.getByText('High precision')).toBeVisible();
  await dialog.getByLabel('Location name').fill('The canal house');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Your video has been submitted for review.')).toBeVisible();
  // the file has no duration: the thumbnail is still at a tenth of what was recorded
  expect(await page.evaluate('soughtAt')).toBeGreaterThan(0.15);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');

  const admin = await site.signUp('GLOBAL_ADMIN');
  const fetchApi = async (path: string) =>
    await bodyOf(
      fetch(site.url + path, { headers: { authorization: `Bearer ${admin.token}` } }),
      z.unknown(),
    );
  const newest = async () => ((await fetchApi('/api/submissions')) as Submission[])[0];
  await expect.poll(async () => (await newest())?.processing, { timeout: within(60_000) }).toBe('READY');
  const submission = await newest();
  expect(submission).toMatchObject({
    title: 'Hello from my dashboard',
    location: {
      name: 'The canal house',
      address: 'Amsterdam, Netherlands',
      latitude: 52.3702,
      longitude: 4.8952,
    },
  });
  expect(submission?.durationSec).toBeGreaterThan(1);

  // a guest's home page shows nothing of it, until an admin has approved it
  const guest = await browser.newPage({ baseURL: site.url });
  const link = guest.getByRole('link', { name: /Hello from my dashboard/ }).first();
  await guest.goto('/');
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(link).toBeHidden();
  const dashboard = await browser.newPage({ baseURL: site.url });
  await dashboard.addInitScript((token) => localStorage.setItem('vh_token', token), admin.token);
  await dashboard.goto('/admin');
  await dashboard.getByRole('tab', { name: 'Submissions' }).click();
  await dashboard.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await expect.poll(async () => (await newest())?.status).toBe('APPROVED');
  await dashboard.close();

  // the file, as browsers without ladders play it
  await guest.route(/\.m3u8$/, (route) => route.abort());
  await guest.goto('/');
  await link.click();
  await expect(guest).toHaveURL(`/video/${submission?.id}`);
  expect(await playFor(guest)).toMatch(/^http.*\.mp4$/);
  // and the ladder, once there is one
  if (process.env['SOAK'] === '1') {
    const ladder = async () =>
      ((await fetchApi(`/api/videos/${submission?.id}`)) as { hlsUrl: string | null }).hlsUrl;
    await expect.poll(ladder, { timeout: within(60_000) }).toMatch(/\.m3u8$/);
    await guest.unroute(/\.m3u8$/);
    await guest.goto('/');
    await link.click();
    expect(await playFor(guest), 'short clips begin as their file').toMatch(/^http.*\.mp4$/);
  }
  await guest.close();
});

/** Plays until time has truly passed; where the picture comes from. */
async function playFor(page: Page): Promise<string> {
  const player = page.locator('video:not([aria-hidden])');
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    // on a failing ladder it falls back to the file mid-playback; that takes time, too
    return video.play().catch(() => undefined);
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
  expect(await player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  return await player.evaluate((video: HTMLVideoElement) => video.currentSrc);
}

test('a file is uploaded with everything that was typed, and the profile shows its progress @soak', async ({
  page,
  signIn,
}) => {
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Video file').setInputFiles(await smallVideo());
  await dialog.getByLabel('Title').fill('Paper fleet');
  await expect(dialog.getByLabel('Category')).toHaveValue('Lifestyle');
  await dialog.getByLabel('Description').fill('Six of them.');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/submissions/upload'));
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  expect((await sent).headers()['content-type']).toContain('multipart/form-data');
  await expect(page.getByText('Video Uploaded')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto('/profile');
  await expect(page.getByText('Paper fleet')).toBeVisible();
  await expect(page.getByText(/in review \(\d+\w\w in queue\)/i)).toBeVisible({ timeout: within(40_000) });

  // a mistake can be undone, after a confirmation
  await page.getByRole('button', { name: 'Withdraw Paper fleet' }).click();
  const question = page.getByRole('dialog', { name: 'Withdraw “Paper fleet”?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Paper fleet')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw Paper fleet' }).click();
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Video withdrawn')).toBeVisible();
  await expect(page.getByText('You haven’t submitted a video yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You haven’t submitted a video yet.')).toBeVisible();
});

test.describe('when events do not get through', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('the profile still follows a video, including the reason for a rejection @soak', async ({
    page,
    site,
    signIn,
  }) => {
    const person = await signIn('CONTENT_CREATOR');
    const admin = await site.signUp('GLOBAL_ADMIN');
    const send = async (title: string, bytes: Buffer) => {
      const form = new FormData();
      form.append('title', title);
      form.append('category', 'Beauty');
      form.append('file', new Blob([new Uint8Array(bytes)]), 'clip.mp4');
      const headers = { authorization: `Bearer ${person.token}` };
      const answer = await fetch(`${site.url}/api/submissions/upload`, {
        method: 'POST',
        headers,
        body: form,
      });
      return await bodyOf(answer, Submission);
    };
    await page.route('**/events', (route) => route.abort());
    const { id } = await send('Followed', await readFile(await smallVideo()));
    const link = await readFile('e2e/media/planes.mp4');
    await send('Cut short', link.subarray(0, link.length / 2));
    await page.goto('/profile');
    const item = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await expect(item('Followed').getByRole('status')).toHaveText(/in review/i, { timeout: within(30_000) });
    await fetch(`${site.url}/api/submissions/${id}/approve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    await expect(item('Followed').getByRole('status')).toHaveText(/live/i, { timeout: within(30_000) });
    await expect(item('Cut short').getByRole('status')).toHaveText(/rejected/i, { timeout: within(30_000) });
    await expect(item('Cut short')).toContainText(/incomplete|damaged/);
    await page.reload();

    // the message names the remedy, which works: another file, the same item
    await item('Cut short').getByRole('button', { name: 'Choose another file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Another file for “Cut short”' });
    await expect(dialog.getByLabel('Title')).toHaveValue('Cut short');
    await dialog.getByLabel('Video file').setInputFiles(await smallVideo());
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByText('Video Uploaded')).toBeVisible();
    await expect(item('Cut short').getByRole('status')).toHaveText(/in review/i, { timeout: within(30_000) });
    await expect(page.getByRole('listitem').filter({ hasText: 'Cut short' })).toHaveCount(1);
  });
});

test('a recording survives a crash of the page, and is offered again @soak', async ({ page, signIn }) => {
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: 'Upload or record a video' }).click();
  await open();
  await dialog.getByRole('button', { name: 'Record with camera' }).click();
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText(/^Recording 0:0[4-9]/)).toBeVisible();
  await page.reload();
  await open();
  await expect(dialog.getByText('You have an unsent recording')).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore recording' }).click();
  const recording = dialog.getByLabel('Your recording', { exact: true });
  await expect
    .poll(() => recording.evaluate((video: HTMLVideoElement) => video.videoWidth), {
      timeout: within(45_000),
    })
    .toBeGreaterThan(0);
  await dialog.getByLabel('Title').fill('Saved');
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeEnabled();
  await page.route('**/api/submissions/upload', () => {});
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog.getByRole('button', { name: 'Discard' }), 'not while it is sent').toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel upload' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await open();
  await expect(dialog.getByLabel('Title')).toBeVisible();
  await expect(dialog.getByText('You have an unsent recording')).toBeHidden();
});

test.describe('the thumbnail', () => {
  let folder: string;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lll-thumbnail-'));
  });
  test.afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Red until 1.4 s, green until 2.6 s, then blue. */
  async function makeColours(size: string, seconds: number): Promise<string> {
    const path = join(folder, `${size}-${seconds}.mp4`);
    const { ffmpeg } = await findBinaries({});
    const parts = [
      ['red', Math.min(1.4, seconds)],
      ['green', 1.2],
      ['blue', seconds],
    ].map(([colour, length]) => `color=${colour}:s=${size}:r=10:d=${length}`);
    const graph = `${parts.map((part, at) => `${part}[p${at}]`).join(';')};[p0][p1][p2]concat=n=3,trim=duration=${seconds}`;
    const encoding = '-c:v libx264 -preset ultrafast -g 5 -pix_fmt yuv420p'.split(' ');
    await promisify(execFile)(ffmpeg, ['-v', 'error', '-y', '-filter_complex', graph, ...encoding, path]);
    return path;
  }

  for (const [size, seconds, colour, fitted] of [
    // 10 % of 10 s, 2 s at most
    ['1920x1080', 10, 'red', [1280, 720]],
    ['1080x1920', 30, 'green', [405, 720]],
    ['320x180', 30, 'green', [320, 180]],
  ] as const) {
    test(`of a ${seconds} s video in ${size} is the ${colour} frame at ${fitted.join('x')} @soak`, async ({
      page,
      signIn,
    }) => {
      await signIn('CONTENT_CREATOR');
      await catchForm(page);
      const dialog = await openDialog(page);
      await dialog.getByLabel('Video file').setInputFiles(await makeColours(size, seconds));
      await dialog.getByLabel('Title').fill('Colours');
      await dialog.getByRole('button', { name: 'Submit for review' }).click();
      await expect
        .poll(() => sentForm(page))
        .toMatchObject({
          durationSec: seconds,
          thumbnail: { type: 'image/jpeg', size: fitted, colour, drawnAs: ['image/jpeg', 0.85] },
        });
    });
  }

  test('is the image chosen from five, and the file suggests a title', async ({ page, signIn }) => {
    await signIn('CONTENT_CREATOR');
    await page.clock.install();
    await catchForm(page);
    const dialog = await openDialog(page);
    const file = await readFile(await makeColours('320x180', 4));
    await dialog
      .getByLabel('Video file')
      .setInputFiles({ name: 'three_colours.mp4', mimeType: 'video/mp4', buffer: file });
    await expect(dialog.getByRole('group', { name: 'Thumbnail' }).getByRole('radio')).toHaveCount(5);
    await expect(dialog.getByLabel('Picture 1, at 0:00')).toBeChecked();
    const preview = dialog.getByRole('group', { name: 'Player: Your video' });
    await expect(preview.getByText('0:00 / 0:04')).toBeVisible();
    await dialog.getByLabel('Picture 5, at 0:03').check({ force: true });
    await expect(preview.getByText('0:03 / 0:04'), 'the player shows the cover').toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Use “Three colours”' }).click();
    const seeks = await holdSeeks(page);
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await seeks.next();
    await page.clock.fastForward(29_000);
    await seeks.release();
    await expect
      .poll(() => sentForm(page))
      .toMatchObject({ durationSec: 4, thumbnail: { size: [320, 180], colour: 'blue' } });

    // a missing rendition is the server's to answer: no other replaces it
    await dialog.getByRole('button', { name: 'Cancel upload' }).click();
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await seeks.next();
    await page.clock.fastForward(30_000);
    await expect.poll(() => sentForm(page)).toMatchObject({ durationSec: 4, thumbnail: null });
  });

  test('is omitted, and the duration is 0, if the browser cannot read them in time @soak', async ({
    page,
    signIn,
  }) => {
    await signIn('CONTENT_CREATOR');
    await page.clock.install();
    await catchForm(page);
    const dialog = await openDialog(page);
    await dialog.getByLabel('Video file').setInputFiles('e2e/media/planes.mp4');
    await dialog.getByLabel('Title').fill('Slow');
    await page.evaluate(() => {
      // metadata that never comes
      Object.defineProperty(HTMLMediaElement.prototype, 'src', { set() {} });
    });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await page.clock.runFor(1490);
    expect(await sentForm(page)).toBeNull();
    await page.clock.runFor(6100);
    await expect.poll(() => sentForm(page)).toMatchObject({ durationSec: 0, thumbnail: null });
  });
});
