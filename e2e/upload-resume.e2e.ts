import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Submission } from '#contract/submissions/submissions.ts';
import { bodyOf } from '#server/testing/client.ts';
import { smallVideo } from './videos.ts';
import { openDialog } from './dialog.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { expect, test, type Page } from './fixture.ts';
import { within } from './slow.ts';

test.use({ allowedErrors: [/Failed to load resource/] });

const MIB = 1024 * 1024;
const SIZE = 40 * MIB;
let folder: string;
let large: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-again-'));
  await chmod(folder, 0o755);
  large = join(folder, 'large.mp4');
  // a video followed by a free box: still a video, but large
  const videoBytes = await readFile(await smallVideo());
  const free = Buffer.alloc(SIZE - videoBytes.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  await writeFile(large, Buffer.concat([videoBytes, free]));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

const mine = async (url: string, token: string) =>
  await bodyOf(
    fetch(`${url}/api/submissions/mine`, { headers: { authorization: `Bearer ${token}` } }),
    Submission.array(),
  );

async function submitLarge(page: Page, url: string, title: string, captions?: Buffer) {
  const dialog = await openDialog(page, url);
  await dialog.getByLabel('Video file').setInputFiles(large);
  await dialog.getByLabel('Title').fill(title);
  if (captions)
    await dialog
      .getByLabel('Captions file')
      .setInputFiles({ name: 'words.vtt', mimeType: 'text/vtt', buffer: captions });
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  return dialog;
}

/** The offset that the server reported last. */
function watchOffset(page: Page) {
  const last = { offset: 0 };
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD')
      last.offset = Number(response.headers()['upload-offset'] ?? last.offset);
  });
  return last;
}

/** A browser resends a broken request once by itself: 8 MiB at most. */
const TWICE = 8 * MIB;

/** Submits the large file through a proxy that goes down after 28 MiB. */
async function submitUntilCut(page: Page, url: string, title: string) {
  const proxy = await FaultyProxy.open(url);
  const last = watchOffset(page);
  proxy.downAt = 28 * MIB;
  const dialog = await submitLarge(page, proxy.url, title);
  await expect(page.getByText('Retrying Upload')).toBeVisible();
  return { proxy, last, dialog };
}

/** The upload succeeds, and after `proxy.sent` was reset to 0 only the rest is sent. */
async function expectOnlyTheRest(page: Page, proxy: FaultyProxy, last: { offset: number }) {
  await expect(page.getByText('Video Uploaded')).toBeVisible({ timeout: within(30_000) });
  expect(last.offset).toBeGreaterThanOrEqual(16 * MIB);
  expect(proxy.sent).toBeGreaterThanOrEqual(SIZE - last.offset);
  expect(proxy.sent).toBeLessThan(SIZE - last.offset + TWICE + MIB);
  expect(proxy.sent).toBeLessThan(SIZE - 4 * MIB);
}

test('a large file resumes where its connection was cut, and sends only the rest @soak', async ({
  page,
  site,
  signIn,
}) => {
  const person = await signIn('CONTENT_CREATOR');
  const { proxy, last } = await submitUntilCut(page, site.url, 'Cut once');
  await expect(page.getByText('Attempt 2 of 3 in 2 seconds…')).toBeVisible();
  proxy.sent = 0;
  proxy.setDown(false);
  await expectOnlyTheRest(page, proxy, last);
  expect(await mine(site.url, person.token)).toMatchObject([{ title: 'Cut once' }]);
  await proxy.close();
});

test('an error shows after three tries, and pressing the button again still sends only the rest @soak', async ({
  page,
  site,
  signIn,
}) => {
  const person = await signIn('CONTENT_CREATOR');
  const { proxy, last, dialog } = await submitUntilCut(page, site.url, 'Cut thrice');
  await expect(page.getByText('Attempt 2 of 3 in 2 seconds…')).toBeVisible();
  await expect(page.getByText('Attempt 3 of 3 in 2 seconds…')).toBeVisible();
  const problem = dialog.getByRole('group', { name: 'Problem' });
  await expect(problem.getByText('Network Error')).toBeVisible();
  await expect(problem.getByText('Please check your connection and try again.')).toBeVisible();
  await expect(dialog.getByText(/to continue where you left off/)).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Cut thrice');
  proxy.sent = 0;
  proxy.setDown(false);
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expectOnlyTheRest(page, proxy, last);
  expect(await mine(site.url, person.token)).toMatchObject([{ title: 'Cut thrice' }]);
  await proxy.close();
});

/** As the browser does by Background Sync, which Chromium without a screen is built without. */
async function standInForSync(page: Page) {
  await page.addInitScript(() => {
    const kind = (globalThis as unknown as { SyncManager: { prototype: object } }).SyncManager;
    Object.assign(kind.prototype, { register: () => Promise.resolve() });
  });
  const context = page.context();
  return {
    wake: async () => {
      const [worker] = context.serviceWorkers();
      await worker?.evaluate(async () => {
        let work: Promise<unknown> | undefined;
        const waitUntil = (request: Promise<unknown>): void => void (work = request);
        dispatchEvent(Object.assign(new Event('sync'), { tag: 'upload', waitUntil }));
        await work;
      });
    },
  };
}

test('with the service worker, a large file continues after its tab is closed @soak', async ({
  page,
  context,
  site,
  signIn,
}) => {
  const person = await signIn('CONTENT_CREATOR');
  const sync = await standInForSync(page);
  const proxy = await FaultyProxy.open(site.url);
  await page.goto(proxy.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const pauseAt = proxy.sent + 20 * MIB;
  proxy.pauseAt = pauseAt;
  const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:00.900\nLeft alone\n');
  const dialog = await submitLarge(page, proxy.url, 'Left alone', captions);
  await expect(dialog.getByText('You can close this tab. The upload will continue.')).toBeVisible();
  await expect.poll(() => proxy.sent).toBeGreaterThanOrEqual(pauseAt);
  const other = await context.newPage();
  await page.close();
  expect(await mine(site.url, person.token)).toEqual([]);
  proxy.pauseAt = Number.POSITIVE_INFINITY;
  proxy.sent = 0;
  await sync.wake();
  const [videoBytes] = await mine(site.url, person.token);
  expect(videoBytes).toMatchObject({ title: 'Left alone' });
  const tracks = await fetch(`${site.url}/api/submissions/${videoBytes?.id}/captions`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(await tracks.json()).toMatchObject([{ language: 'en', kind: 'captions', words: 2 }]);
  // only the missing part
  expect(proxy.sent).toBeLessThan(SIZE - 8 * MIB);
  await other.goto(proxy.url);
  expect(await other.evaluate(() => caches.has('upload'))).toBe(false);
  await other.close();
  await proxy.close();
});

test('a small file whose response is lost is sent again and received once @soak', async ({
  page,
  site,
  signIn,
}) => {
  const person = await signIn('CONTENT_CREATOR');
  const proxy = await FaultyProxy.open(site.url);
  proxy.dropResponsesTo = 'POST /api/submissions/upload';
  const dialog = await openDialog(page, proxy.url);
  await dialog.getByLabel('Video file').setInputFiles(await smallVideo());
  await dialog.getByLabel('Title').fill('Once');
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Retrying Upload')).toBeVisible();
  // it is there by now, and only its sender doesn't know
  await expect.poll(async () => (await mine(site.url, person.token)).length).toBe(1);
  proxy.dropResponsesTo = null;
  await expect(page.getByText('Video Uploaded')).toBeVisible({ timeout: within(20_000) });
  expect(await mine(site.url, person.token)).toMatchObject([{ title: 'Once' }]);
  await proxy.close();
});
