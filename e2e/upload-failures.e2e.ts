import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallVideo } from './videos.ts';
import { makeSparse, openDialog } from './dialog.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

test.use({ allowedErrors: [/Failed to load resource/] });

const MIB = 1024 * 1024;
let folder: string;
let small: string;
let large: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-failure-'));
  small = await smallVideo();
  large = await makeSparse(join(folder, 'large.mp4'), 17 * MIB);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Possible server responses, and the message shown for each. */
const REJECTIONS: [
  answer: { status: number; body: string; contentType?: string },
  title: string,
  text: string,
][] = [
  [
    { status: 403, body: 'no' },
    'Upload Access Required',
    'Contact admin to upgrade your account to Content Creator.',
  ],
  [{ status: 413, body: 'Far too large.' }, 'File Too Large', 'Far too large.'],
  [
    { status: 413, body: '<h1>413</h1>', contentType: 'text/html' },
    'File Too Large',
    'Video must be under 300MB. Try recording at 720p or shorter clips!',
  ],
  [{ status: 500, body: '' }, 'Upload Failed', 'Please try again.'],
  [
    { status: 415, body: '{"error":"This is a letter."}', contentType: 'application/json' },
    'Upload Failed',
    'This is a letter.',
  ],
];

/** Both kinds of upload: messages and retries are the same; `npm test` alternates between them. */
const UPLOADS = [
  { label: 'a small file', file: () => small, url: '**/api/submissions/upload', soak: ' @soak' },
  { label: 'a large file', file: () => large, url: '**/api/submissions/resumable', soak: '' },
];

async function fillIn(page: Page, file: string) {
  const dialog = await openDialog(page);
  await dialog.getByLabel('Video file').setInputFiles(file);
  await dialog.getByLabel('Title').fill('Patience');
  await dialog.getByLabel('Description').fill('Typed with care');
  return { dialog, submit: () => dialog.getByRole('button', { name: 'Submit for review' }).click() };
}

type Dialog = Awaited<ReturnType<typeof openDialog>>;

/** The failure is shown in a toast and stays in the dialog, and no input is lost. */
async function expectFailure(page: Page, dialog: Dialog, title: string, text: string) {
  const problem = dialog.getByRole('group', { name: 'Problem' });
  await expect(problem.getByText(title, { exact: true })).toBeVisible();
  await expect(problem.getByText(text, { exact: true })).toBeVisible();
  const toast = page.getByRole('region', { name: 'Notices' }).getByRole('alert').filter({ hasText: title });
  await expect(toast.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Patience');
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed with care');
  await expect(dialog.getByText(/press to change/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeEnabled();
}

/** The page's clock is paused and advances only by `run`. */
async function stopTime(page: Page) {
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return (milliseconds: number) => page.clock.runFor(milliseconds);
}

for (const { label, file, url, soak } of UPLOADS) {
  for (const failure of [
    {
      what: 'a server that wakes up is asked three times, three seconds apart',
      fail: { status: 503, body: 'Starting', contentType: 'text/plain' },
      title: 'Server Waking Up',
      wait: 3000,
      end: [
        'Server Unavailable',
        'The server is taking longer than usual. Please wait a moment and try again.',
      ],
    },
    {
      what: 'a broken connection is tried three times, two seconds apart',
      fail: null,
      title: 'Retrying Upload',
      wait: 2000,
      end: ['Network Error', 'Please check your connection and try again.'],
    },
  ] as const) {
    test(`${label}: ${failure.what}${failure.fail ? soak : ' @soak'}`, async ({ page, signIn }) => {
      await signIn('CONTENT_CREATOR');
      await page.clock.install();
      let attempts = 0;
      await page.route(url, async (route) => {
        attempts++;
        await (failure.fail ? route.fulfill(failure.fail) : route.abort('connectionreset'));
      });
      const { dialog, submit } = await fillIn(page, file());
      const run = await stopTime(page);
      await submit();
      for (const attempt of [2, 3]) {
        await expect(page.getByText(failure.title).first()).toBeVisible();
        await expect(
          page.getByText(`Attempt ${attempt} of 3 in ${failure.wait / 1000} seconds…`),
        ).toBeVisible();
        expect(attempts).toBe(attempt - 1);
        await run(failure.wait - 20);
        expect(attempts).toBe(attempt - 1);
        await run(40);
        await expect.poll(() => attempts).toBe(attempt);
      }
      const [title, text] = failure.end;
      await expectFailure(page, dialog, title, text);
      expect(attempts).toBe(3);
    });
  }

  test(`${label}: times out after five minutes, and is not retried @soak`, async ({ page, signIn }) => {
    await signIn('CONTENT_CREATOR');
    await page.clock.install();
    let attempts = 0;
    await page.route(url, () => {
      attempts++;
    });
    const { dialog, submit } = await fillIn(page, file());
    const run = await stopTime(page);
    await submit();
    await expect.poll(() => attempts).toBe(1);
    await run(299_900);
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(page.getByText('Upload Timeout')).toBeHidden();
    await run(200);
    await expectFailure(
      page,
      dialog,
      'Upload Timeout',
      'Upload took too long. Please check your connection and file size.',
    );
    await run(10_000);
    expect(attempts).toBe(1);
  });

  test(`${label}: a rejection is shown at once, with the server's message if there is one @soak`, async ({
    page,
    site,
    signIn,
  }) => {
    await signIn('CONTENT_CREATOR');
    let attempts = 0;
    let answer: { status: number; body: string; contentType?: string } | null = null;
    await page.route(url, (route) => {
      attempts++;
      return answer ? route.fulfill({ contentType: 'text/plain', ...answer }) : route.continue();
    });
    const { dialog, submit } = await fillIn(page, file());
    let before = 0;
    for (const [rejection, title, text] of REJECTIONS) {
      answer = rejection;
      await submit();
      await expectFailure(page, dialog, title, text);
      expect(attempts).toBe(++before);
    }
    // and truly so by the server itself
    answer = null;
    await site.setFreeBytes(1000);
    await submit();
    await expectFailure(
      page,
      dialog,
      'Upload Failed',
      "There's no space for more videos right now. Please try again later.",
    );
    await site.setFreeBytes(null);
    if (file() !== small) return; // the large one is no video
    await submit();
    await expect(page.getByText('Your video has been submitted for review.')).toBeVisible();
  });
}

test('a server that has woken up receives the file, and the upload ends on the home page @soak', async ({
  page,
  signIn,
}) => {
  await signIn('CONTENT_CREATOR');
  let attempts = 0;
  await page.route('**/api/submissions/upload', (route) =>
    ++attempts < 3 ? route.fulfill({ status: 503, body: 'Starting' }) : route.continue(),
  );
  const { dialog, submit } = await fillIn(page, small);
  await submit();
  await expect(page.getByText('Video Uploaded')).toBeVisible({ timeout: within(20_000) });
  await expect(page.getByText('Your video has been submitted for review.')).toBeVisible();
  expect(attempts).toBe(3);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('an upload in progress can be cancelled, and the page asks before it is left', async ({
  page,
  signIn,
}) => {
  await signIn('CONTENT_CREATOR');
  await page.route('**/api/submissions/upload', () => {});
  const { dialog, submit } = await fillIn(page, small);
  await submit();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  const dialogOpened = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await dialogOpened;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await dialog.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(dialog.getByRole('button', { name: 'Submit for review' })).toBeEnabled();
  await expect(dialog.getByLabel('Title')).toHaveValue('Patience');
});

const HINT = 'This is a large video. The upload may take a few minutes.';
const TOO_LARGE =
  'Please keep videos under 300MB (~5 minutes at HD quality). Try recording at 720p for longer videos!';

test('above 200 MB a hint appears, above 300 MB the file is rejected before it is sent @soak', async ({
  page,
  signIn,
}) => {
  await signIn('CONTENT_CREATOR');
  const dialog = await openDialog(page);
  const choose = async (size: number) =>
    dialog.getByLabel('Video file').setInputFiles(await makeSparse(join(folder, `${size}.mp4`), size));
  await dialog.getByLabel('Title').fill('Epic');
  await choose(200 * MIB);
  await expect(dialog.getByText('210 MB')).toBeVisible();
  // all zeros: rejected immediately, whatever its name is
  await expect(dialog.getByRole('alert')).toContainText("We can't open this file as a video.");
  await expect(dialog.getByText(HINT)).toBeHidden();
  await choose(200 * MIB + 1);
  await expect(dialog.getByText(HINT)).toBeVisible();
  await choose(300 * MIB);
  await expect(dialog.getByText('315 MB')).toBeVisible();
  await expect(dialog.getByText(HINT)).toBeVisible();
  await expect(page.getByText('Video Too Large')).toBeHidden();

  await choose(SMALL_ENOUGH);
  await expect(dialog.getByText(HINT)).toBeHidden();
  await choose(300 * MIB + 1);
  const toast = page.getByRole('region', { name: 'Notices' });
  await expect(toast.getByText('Video Too Large')).toBeVisible();
  await expect(toast.getByText(TOO_LARGE)).toBeVisible();
  await expect(page.getByText(TOO_LARGE), 'said once').toHaveCount(1);
  await dialog.getByLabel('Video file').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no clip'),
  });
  await expect(toast.getByText('This isn’t a video')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Epic');
  // the previous selection remains
  await expect(dialog.getByText(`${SMALL_ENOUGH}.mp4`)).toBeVisible();
});
const SMALL_ENOUGH = 5 * MIB;
