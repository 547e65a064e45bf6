import { readFile } from 'node:fs/promises';
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

test('a file that is too large is refused before it is sent, and nothing typed is lost', async ({
  page,
  signIn,
}) => {
  await signIn('CONTENT_CREATOR');
  await page.goto('/');
  await page.getByRole('button', { name: 'Upload or record a video' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Epic');
  await dialog.getByLabel('Video file').evaluate((input: HTMLInputElement) => {
    const list = new DataTransfer();
    const file = new File(['x'], 'epic.mp4', { type: 'video/mp4' });
    Object.defineProperty(file, 'size', { value: 300 * 1024 * 1024 + 1 });
    list.items.add(file);
    Object.defineProperty(input, 'files', { value: [file] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(
    dialog.getByText(
      'Please keep videos under 300MB (~5 minutes at HD quality). Try recording at 720p for longer videos!',
    ),
  ).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Epic');
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
});

test.describe('a server in trouble', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('waking up: three attempts, then a sentence, and the form stays', async ({ page, signIn }) => {
    await signIn('CONTENT_CREATOR');
    let asked = 0;
    await page.route('**/api/submissions/upload', async (route) => {
      asked++;
      await route.fulfill({ status: 503, body: 'Starting', contentType: 'text/plain' });
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Upload or record a video' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Video file').setInputFiles({
      name: 'a.mp4',
      mimeType: 'video/mp4',
      buffer: await readFile('sample/clips/first-flight.mp4'),
    });
    await dialog.getByLabel('Title').fill('Patience');
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByText('Server Waking Up').first()).toBeVisible();
    await expect(
      dialog.getByText('The server is taking longer than usual. Please wait a moment and try again.'),
    ).toBeVisible({ timeout: 20_000 });
    expect(asked).toBe(3);
    await expect(dialog.getByLabel('Title')).toHaveValue('Patience');
  });

  test('no right to upload is said in words', async ({ page, signIn }) => {
    await signIn('CONTENT_CREATOR');
    await page.route('**/api/submissions/upload', (route) =>
      route.fulfill({ status: 403, body: 'no', contentType: 'text/plain' }),
    );
    await page.goto('/');
    await page.getByRole('button', { name: 'Upload or record a video' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Video file').setInputFiles('sample/clips/first-flight.mp4');
    await dialog.getByLabel('Title').fill('Please');
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await expect(dialog.getByText('Upload Access Required')).toBeVisible();
    await expect(dialog.getByText('Contact admin to upgrade your account to Content Creator.')).toBeVisible();
  });
});

test.describe('a connection that breaks', () => {
  test.use({ allowedErrors: [/ERR_CONNECTION_RESET/] });

  test('a large file goes on where its upload broke off', async ({ page, site, signIn }) => {
    test.setTimeout(90_000);
    const person = await signIn('CONTENT_CREATOR');
    await page.goto('/');
    await page.getByRole('button', { name: 'Upload or record a video' }).click();
    const dialog = page.getByRole('dialog');
    // a clip followed by a free box of 20 MB: still a clip, but large
    const clip = await readFile('sample/clips/first-flight.mp4');
    const free = Buffer.alloc(20 * 1024 * 1024);
    free.writeUInt32BE(free.length, 0);
    free.write('free', 4, 'latin1');
    await dialog
      .getByLabel('Video file')
      .setInputFiles({ name: 'large.mp4', mimeType: 'video/mp4', buffer: Buffer.concat([clip, free]) });
    await dialog.getByLabel('Title').fill('Large one');
    let broken = 0;
    await page.route('**/api/submissions/resumable/*', async (route) => {
      if (route.request().method() === 'PATCH' && broken === 0) {
        broken++;
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByText('Retrying Upload')).toBeVisible();
    await expect(page.getByText('Video Uploaded')).toBeVisible({ timeout: 30_000 });
    const mine = (await (
      await fetch(`${site.url}/api/submissions/mine`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
    ).json()) as { title: string }[];
    expect(mine.map(({ title }) => title)).toEqual(['Large one']);
  });
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

test.describe('without a place', () => {
  test.use({ permissions: ['camera', 'microphone'] });

  test('a refused position is said in words, and the rest goes on', async ({ page, signIn, context }) => {
    await context.clearPermissions();
    await context.grantPermissions(['camera', 'microphone']);
    await signIn('CONTENT_CREATOR');
    await page.goto('/');
    await page.getByRole('button', { name: 'Upload or record a video' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add location' }).click();
    await expect(dialog.getByText('Location access denied by user')).toBeVisible();
    await expect(page.getByText('Location Access Denied')).toBeVisible();
    await expect(page.getByText('Location features will be disabled.')).toBeVisible();
  });
});
