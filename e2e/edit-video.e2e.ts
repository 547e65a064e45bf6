import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Submission } from '#contract/submissions/submissions.ts';
import { bodyOf } from '#server/testing/client.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { openDialog } from './dialog.ts';
import { expect, test, type Person, type Site } from './fixture.ts';
import { within } from './slow.ts';
import { uploadVideo } from './videos.ts';

test.use({ server: 'edit', allowedErrors: [/status of 409/] });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** Six seconds of a picture that can be cropped. */
const landscape = async () =>
  makeVideo(await mkdtemp(join(tmpdir(), 'lll-edit-')), 'clip.mp4', { seconds: 6, width: 320, height: 180 });

const submissionOf = async (site: Site, person: Person, id: number) =>
  bodyOf(fetch(`${site.url}/api/submissions/${id}`, { headers: bearer(person) }), Submission);

const handle = (editor: Locator, name: string) => editor.getByRole('slider', { name, exact: true });

async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open the editor' }).click();
  const editor = page.getByRole('dialog', { name: 'Trim & crop' });
  await expect(handle(editor, 'Start')).toHaveAttribute('aria-valuetext', /0:0/);
  return editor;
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
      .include('dialog[open]')
      .analyze();
    expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

test('a live video is trimmed and cropped by keyboard, reviewed, and reset', async ({
  page,
  site,
  signIn,
  request,
}) => {
  const creator = await signIn('CONTENT_CREATOR');
  const admin = await site.signUp('GLOBAL_ADMIN');
  const id = await uploadVideo(request, site, creator, 'Trimmed', await landscape());
  const approve = () => request.post(`${site.url}/api/submissions/${id}/approve`, { headers: bearer(admin) });
  await approve();
  const state = async () => (await submissionOf(site, creator, id)).submissionStatus.state;
  await expect.poll(state, { timeout: within(45_000) }).toBe('LIVE');

  await page.goto(`/studio/${id}`);
  const editor = await openEditor(page);
  await expect(editor.getByText(/^This video is live/)).toBeVisible();
  const start = handle(editor, 'Start');
  await start.press('Shift+ArrowRight');
  await start.press('ArrowRight');
  await expect(start).toHaveAttribute('aria-valuetext', '0:01.03');
  const frame = handle(editor, 'Current frame');
  await frame.press('Shift+ArrowRight');
  await page.keyboard.press('i');
  await expect(start).toHaveAttribute('aria-valuetext', '0:02.03');
  await frame.press('Shift+ArrowRight');
  await page.keyboard.press('o');
  await expect(handle(editor, 'End')).toHaveAttribute('aria-valuetext', '0:03.07');
  await editor.getByRole('button', { name: '1:1' }).click();
  const crop = handle(editor, 'Crop position');
  await crop.press('Shift+ArrowLeft');
  await expect(crop).toHaveAttribute('aria-valuetext', '40% from the left, 50% from the top');
  await expectAccessible(page);

  // plays the cut alone, and stops at its end
  const video = editor.locator('video');
  const time = () => video.evaluate((each: HTMLVideoElement) => each.currentTime);
  await editor.getByRole('button', { name: 'Play' }).click();
  await expect(editor.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await time()).toBeCloseTo(2.033, 1);

  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your edit will be reviewed')).toBeVisible();
  await expect(editor).toBeHidden();
  await expect(page.getByText('Plays from 0:02.03 to 0:03.07')).toBeVisible();
  const saved = await submissionOf(site, creator, id);
  expect(saved.edit).toMatchObject({ start: 2.033, end: 3.066, rotate: 0, mute: false, crop: { height: 1 } });
  expect(saved.durationSec, 'the former plays').toBeCloseTo(6, 0);
  const processing = async () => (await submissionOf(site, creator, id)).newFile?.processing;
  await expect.poll(processing, { timeout: within(60_000) }).toBe('READY');
  await approve();
  const seconds = async () => (await submissionOf(site, creator, id)).durationSec;
  await expect.poll(seconds, { timeout: within(30_000) }).toBeCloseTo(1, 0);

  await page.reload();
  await openEditor(page);
  await expect(handle(editor, 'End')).toHaveAttribute('aria-valuemax', /^6/);
  await expect(handle(editor, 'Start')).toHaveAttribute('aria-valuetext', '0:02.03');
  await editor.getByRole('button', { name: 'Reset' }).click();
  await expect(handle(editor, 'Start')).toHaveAttribute('aria-valuetext', '0:00.00');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The whole video plays.')).toBeVisible();
  expect((await submissionOf(site, creator, id)).edit).toBeNull();
});

test('editing a video in two tabs warns in the second one, and loses nothing @soak', async ({
  page,
  site,
  signIn,
  request,
}) => {
  const { id: uploader_id, token } = await signIn('CONTENT_CREATOR');
  const id = await site.addVideo({ title: 'In two tabs', uploader_id });
  await page.goto(`/studio/${id}`);
  await page.getByLabel('Title').fill('Mine');
  const other = await request.patch(`${site.url}/api/submissions/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { downloadable: true },
  });
  expect(other.status()).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'This video was changed in another tab' });
  await expect(problem).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Mine');
  await problem.getByRole('button', { name: 'Reload' }).click();
  await expect(problem).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('Mine');
  await expect(page.getByLabel('Downloads')).toHaveValue('ON');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

/** As a finger does, from the middle of a control. */
async function drag(page: Page, control: Locator, by: number): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await expect.poll(() => control.boundingBox(), 'it is shown').not.toBeNull();
  const box = await control.boundingBox();
  if (!box) throw new Error('It isn’t shown.');
  const client = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  for (let step = 1; step <= 5; step++) await touch('touchMove', [{ x: x + (by * step) / 5, y }]);
  await touch('touchEnd', []);
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a video is trimmed by touch before it is uploaded, and again in the studio @soak', async ({
    page,
    site,
    signIn,
  }) => {
    const creator = await signIn('CONTENT_CREATOR');
    const dialog = await openDialog(page);
    await dialog.getByLabel('Video file').setInputFiles(await landscape());
    await dialog.getByRole('button', { name: /Trim & crop/ }).tap();
    const start = handle(dialog, 'Start');
    await drag(page, start, 60);
    await expect(start).not.toHaveAttribute('aria-valuetext', '0:00.00');
    // no taps: right after scrolling, Chromium takes them as stopping it
    await dialog.getByRole('button', { name: '9:16' }).click();
    const crop = handle(dialog, 'Crop position');
    await drag(page, crop, -60);
    await expect(crop).not.toHaveAttribute('aria-valuetext', /^50%/);
    await expectAccessible(page);
    await dialog.getByLabel('Title').fill('Cut on a phone');
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/submissions/upload'));
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    const { id } = await bodyOf(sent, Submission);
    const processing = async () => (await submissionOf(site, creator, id)).processing;
    await expect.poll(processing, { timeout: within(60_000) }).toBe('READY');
    const { edit, width = 0, height = 0 } = await submissionOf(site, creator, id);
    expect(edit?.start).toBeGreaterThan(0.5);
    expect(Number(width) / Number(height)).toBeCloseTo(9 / 16, 1);

    await page.goto(`/studio/${id}`);
    const editor = await openEditor(page);
    await drag(page, handle(editor, 'End'), -60);
    await expect(handle(editor, 'End')).not.toHaveAttribute('aria-valuetext', /^0:06/);
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    expect((await submissionOf(site, creator, id)).edit?.end).toBeLessThan(5.5);
  });
});
