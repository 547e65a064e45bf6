import { expect, test } from './fixture.ts';

test.use({
  permissions: ['camera', 'microphone', 'geolocation'],
  geolocation: { latitude: 52.3702, longitude: 4.8952, accuracy: 8 },
});

test('a recording goes from the camera to the home page', async ({ page, site, signIn, browser }) => {
  test.setTimeout(120_000);
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload or record a video' });
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Record with camera' }).click();
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText(/^Recording 0:02/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('button', { name: 'Discard' })).toBeVisible();
  await dialog.getByLabel('Title').fill('Hello from my desk');
  await dialog.getByLabel('Category').selectOption('Business');
  await dialog.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByText('Location Enabled')).toBeVisible();
  await expect(dialog.getByText('High precision')).toBeVisible();
  await dialog.getByLabel('Location name').fill('The canal house');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Your video has been submitted for review.')).toBeVisible();
  await expect(dialog).toBeHidden();

  const admin = await site.signUp('GLOBAL_ADMIN');
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(site.url + path, { ...init, headers: { authorization: `Bearer ${admin.token}` } });
  const newest = async () =>
    (
      (await (await ask('/api/submissions')).json()) as {
        id: number;
        title: string;
        processing: string;
        location: unknown;
        durationSec: number;
      }[]
    )[0];
  await expect.poll(async () => (await newest())?.processing, { timeout: 60_000 }).toBe('READY');
  const submission = await newest();
  expect(submission).toMatchObject({
    title: 'Hello from my desk',
    location: {
      name: 'The canal house',
      address: 'Amsterdam, Netherlands',
      latitude: 52.3702,
      longitude: 4.8952,
    },
  });
  expect(submission?.durationSec).toBeGreaterThan(1);
  expect((await ask(`/api/submissions/${submission?.id}/approve`, { method: 'POST' })).status).toBe(200);

  const guest = await browser.newPage({ baseURL: site.url });
  await guest.goto('/videos');
  await guest
    .getByRole('link', { name: /Hello from my desk/ })
    .first()
    .click();
  const player = guest.locator('video:not([aria-hidden])');
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
  expect(await player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  await guest.close();
});

test('a file goes up with everything that was typed, and shows its way on the profile', async ({
  page,
  signIn,
}) => {
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Video file').setInputFiles('sample/clips/first-flight.mp4');
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
  await expect(page.getByText(/in review \(\d+\w\w in queue\)/i)).toBeVisible({ timeout: 40_000 });
});

test('a recording survives a crash of the page, and is offered again', async ({ page, signIn }) => {
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: 'Upload or record a video' }).click();
  await open();
  await dialog.getByRole('button', { name: 'Record with camera' }).click();
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText(/^Recording 0:03/)).toBeVisible();
  await page.reload();
  await open();
  await expect(dialog.getByText('You have an unsent recording')).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore recording' }).click();
  const recording = dialog.getByLabel('Your recording');
  await expect
    .poll(() => recording.evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await dialog.getByLabel('Title').fill('Saved');
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await open();
  await expect(dialog.getByLabel('Title')).toBeVisible();
  await expect(dialog.getByText('You have an unsent recording')).toBeHidden();
});
