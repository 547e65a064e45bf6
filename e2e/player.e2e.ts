import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { bodyOf } from '#server/testing/client.ts';
import { publishedVideo } from './videos.ts';
import { expect, holdScripts, test, type Page } from './fixture.ts';
import { recordSeeks, recordSkips } from './recorders.ts';
import { within } from './slow.ts';

test.use({ server: 'clips', reducedMotion: 'no-preference' });

const TITLE = 'Balloons to wind through';

const facts = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => ({
    time: element.currentTime,
    paused: element.paused,
    muted: element.muted,
    rate: element.playbackRate,
  }));
/** What is on: the name of its file, and its shorter side. */
const sourceOf = (video: Locator) =>
  video.evaluate(
    ({ currentSrc, videoHeight }: HTMLVideoElement) =>
      `${currentSrc.startsWith('blob:') ? 'library' : currentSrc.replace(/.*\//, '')} ${videoHeight}`,
  );
const timeOf = async (video: Locator) => (await facts(video)).time;
const isPaused = (video: Locator) => async () => (await facts(video)).paused;

async function openVideo(page: Page, id: number) {
  await page.goto(`/video/${id}`);
  const player = page.getByRole('group', { name: /^Player: / });
  const video = player.locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);
  const seek = player.getByRole('slider', { name: 'Seek' });
  await expect(seek).toBeVisible();
  return { player, video, seek };
}

test('the player works by mouse and keyboard, and previews the moment to seek to', async ({
  page,
  site,
  request,
}) => {
  const id = await publishedVideo(request, site, TITLE);
  const { player, video, seek } = await openVideo(page, id);
  expect(await sourceOf(video), 'short clips begin as their file').toMatch(/^\d+p\.mp4 /);

  // its end must not be taken for a pause
  await video.evaluate((element: HTMLVideoElement) => {
    element.loop = true;
  });
  await video.click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => timeOf(video)).toBeGreaterThan(0.2);
  await page.keyboard.press('k');
  await expect.poll(isPaused(video)).toBe(true);
  await video.evaluate((element: HTMLVideoElement) => {
    element.loop = false;
  });

  const box = (await seek.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const still = player.locator('[data-storyboard]');
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
  const early = await still.getAttribute('data-storyboard');
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await expect(still).not.toHaveAttribute('data-storyboard', early ?? '');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => timeOf(video)).toBeGreaterThan(3);
  await expect(seek).toHaveAttribute('aria-valuetext', /^0:0[34] of 0:08$/);
  await page.mouse.move(0, 0);

  await page.keyboard.press('0');
  await expect.poll(() => timeOf(video)).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeOf(video)).toBe(5);
  await expect(still, 'the focus also looks for a moment').toBeVisible();
  const skips = await recordSkips(player);
  await page.keyboard.press('j');
  await expect.poll(() => timeOf(video)).toBe(0);
  await expect.poll(() => skips.jsonValue(), 'and says how far').toContain('-10');
  await page.keyboard.press('m');
  expect(await facts(video)).toMatchObject({ muted: true });
  await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible();
  const mute = player.getByRole('button', { name: /ute$/ });
  await mute.focus();
  await page.keyboard.press('ArrowDown');
  expect(await video.evaluate((element: HTMLVideoElement) => [element.volume, element.muted])).toEqual([
    0.95,
    false,
  ]);
  await page.getByRole('button', { name: 'Share' }).first().focus();
  await page.keyboard.press('>');
  expect(await facts(video), 'a pressed button leaves letters to the clip').toMatchObject({ rate: 1.25 });
  await page.keyboard.press('<');
  await page.keyboard.press('f');
  await expect(player.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
  expect(await player.boundingBox()).toMatchObject({ x: 0, y: 0 });
  await page.keyboard.press('f');
  await expect(player.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Full screen', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  const settings = player.getByRole('button', { name: 'Speed and quality' });
  await settings.click();
  await player.getByText('1.5×').click();
  await expect(player.getByRole('radio', { name: '1.5×' })).toBeChecked();
  expect(await facts(video)).toMatchObject({ rate: 1.5 });
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 3;
  });
  const size = (lines: string) => player.getByText(lines, { exact: true });
  await size('360p').click();
  await expect(player.getByRole('radio', { name: '360p' })).toBeChecked();
  await expect.poll(() => sourceOf(video), 'by the browser’s own player').toBe('v0.m3u8 360');
  expect(await facts(video)).toMatchObject({ time: 3, paused: true, rate: 1.5 });
  await page.route(/v1\.m3u8$/, (route) => route.fulfill({ body: 'no playlist' }));
  await video.evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 0.5;
    return element.play();
  });
  await size('540p').click();
  await expect.poll(() => sourceOf(video), 'the file, where a size is broken').toBe('540p.mp4 540');
  expect(await facts(video)).toMatchObject({ paused: false, rate: 0.5 });
  expect(await timeOf(video)).toBeGreaterThanOrEqual(3);
  await expect(size('540p')).toHaveCount(0);
  await page.unrouteAll();
  await page.keyboard.press('Escape');
  await expect(settings).toBeFocused();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const axe = new AxeBuilder({ page }).include('[aria-label^="Player: "]');
  expect((await axe.analyze()).violations.map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([]);

  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  // sought in before the scripts are there
  const releaseScripts = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 3;
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false);
  releaseScripts();
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.volume), 'as loud as before')
    .toBe(0.95);
  await settings.click();
  await player.getByText('1.5×').click();
  await size('540p').click();
  await expect.poll(() => sourceOf(video), 'by the library, where a browser plays none').toBe('library 540');
  expect(await facts(video)).toMatchObject({ time: 3, paused: true, rate: 1.5 });
});

test('controls hide during playback without activity, and return; player shortcuts do not affect a text field @soak', async ({
  page,
  site,
  request,
}) => {
  const id = await publishedVideo(request, site, TITLE);
  const { player, video } = await openVideo(page, id);
  await page.getByLabel('Write a comment').fill('k');
  await page.getByLabel('Write a comment').press('k');
  await page.getByLabel('Write a comment').press('Space');
  expect((await facts(video)).paused).toBe(true);
  await video.evaluate((element: HTMLVideoElement) => {
    element.loop = true;
    return element.play();
  });
  const bar = player.locator('[data-shown]');
  await expect(bar).toHaveAttribute('data-shown', 'false');
  await expect(bar).toHaveCSS('opacity', '0');
  await player.hover();
  await expect(bar).toHaveCSS('opacity', '1');
});

test.describe('with a missing file', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('the player shows an error, and plays on retry @soak', async ({ page, site, request }) => {
    const id = await publishedVideo(request, site, TITLE);
    await page.route(/\/media\/.*\.(mp4|m3u8)$/, (route) => route.abort());
    await page.goto(`/video/${id}`);
    const player = page.getByRole('group', { name: `Player: ${TITLE}` });
    await expect(player.getByRole('alert')).toContainText('Couldn’t load this video.');
    await expect(player.getByRole('link', { name: 'Open video' })).toHaveAttribute('href', /\.mp4$/);
    await page.unrouteAll();
    await player.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => timeOf(player.locator('video'))).toBeGreaterThan(0.2);
    await expect(player.getByRole('alert')).toHaveCount(0);
  });
});

test('a timestamp in a comment, or after a video link in a post, plays from there @soak', async ({
  page,
  site,
  request,
  signIn,
}) => {
  const id = await publishedVideo(request, site, TITLE);
  await request.post(`${site.url}/api/videos/${id}/comments`, {
    data: { text: 'Look at 0:03, again at 0:00:05, but 59:59 is only words.' },
  });
  const writer = await signIn('LOGIN_USER');
  await request.post(`${site.url}/api/community/posts`, {
    headers: { authorization: `Bearer ${writer.token}` },
    data: { content: `${site.url}/video/${id} at 0:04, or 9:00:00 for the end` },
  });
  const { video } = await openVideo(page, id);
  const seeks = await recordSeeks(page);
  await page.getByRole('button', { name: 'Play from 0:03' }).click();
  await expect.poll(() => seeks.jsonValue()).toEqual([3]);
  await page.getByRole('button', { name: 'Play from 0:05' }).click();
  await expect.poll(() => seeks.jsonValue()).toEqual([3, 5]);
  await expect.poll(() => timeOf(video)).toBeGreaterThanOrEqual(5);
  expect((await facts(video)).paused).toBe(false);
  await expect(page.getByRole('button', { name: /Play from/ })).toHaveCount(2);

  await page.goto('/community');
  const seeksInline = await recordSeeks(page);
  await page.getByRole('button', { name: 'Play from 0:04' }).click();
  const inlinePlayer = page.getByRole('group', { name: `Player: ${TITLE}` }).locator('video');
  await expect.poll(() => timeOf(inlinePlayer)).toBeGreaterThanOrEqual(4);
  expect(await seeksInline.jsonValue()).toEqual([4]);
  await inlinePlayer.evaluate((element: HTMLVideoElement) => element.pause());
  await page.getByRole('button', { name: 'Play from 9:00:00' }).click();
  await expect.poll(() => timeOf(inlinePlayer)).toBeGreaterThanOrEqual(6.9);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('taps play the video, show the controls, and pause', async ({ page, site, request }) => {
    const id = await publishedVideo(request, site, TITLE);
    const { player, video } = await openVideo(page, id);
    await video.tap();
    await expect.poll(isPaused(video)).toBe(false);
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true;
    });
    const bar = player.locator('[data-shown]');
    await expect(bar).toHaveAttribute('data-shown', 'false');
    await video.tap();
    await expect(bar).toHaveAttribute('data-shown', 'true');
    expect((await facts(video)).paused).toBe(false);
    // on a slow machine they disappear before the button is found
    await expect(async () => {
      if (await isPaused(video)()) return;
      if ((await bar.getAttribute('data-shown')) === 'false') await video.tap();
      await player.getByRole('button', { name: 'Pause' }).tap({ timeout: within(1000) });
    }).toPass();
    await expect.poll(isPaused(video)).toBe(true);
    const skips = await recordSkips(player);
    // the press before is long over
    const pressed = await page.evaluate(() => performance.now());
    await page.waitForFunction((at) => performance.now() > at + 300, pressed);
    // three quick taps at a side: two skips, and it stays paused
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 0;
      const { right, top } = element.getBoundingClientRect();
      for (let tap = 0; tap < 3; tap += 1) {
        const at = { bubbles: true, pointerType: 'touch', clientX: right - 20, clientY: top + 40 };
        element.dispatchEvent(new PointerEvent('pointerdown', at));
        element.dispatchEvent(new PointerEvent('click', at));
      }
    });
    await expect.poll(() => skips.jsonValue()).toContain('20');
    await expect.poll(isPaused(video)).toBe(true);
    for (const button of await player.getByRole('button').all())
      expect(await button.evaluate(({ offsetWidth }: HTMLElement) => offsetWidth)).toBeGreaterThanOrEqual(44);
    await player.getByRole('button', { name: 'Speed and quality' }).tap();
    const choice = await player.getByText('0.5×').boundingBox();
    const frame = await player.boundingBox();
    expect(choice?.y).toBeGreaterThanOrEqual(frame?.y ?? Number.NaN);
  });
});

test('a finished video offers the next one, which plays automatically if autoplay is on @soak', async ({
  page,
  site,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await site.addVideo({ title: 'What comes next' });
  const id = await publishedVideo(request, site, TITLE);
  const { video } = await openVideo(page, id);
  // a wide screen holds the video and what can be done with it
  await expect(page.getByRole('button', { name: 'Share', exact: true }).first()).toBeInViewport({ ratio: 1 });
  const finish = () =>
    video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true;
      element.currentTime = element.duration - 0.2;
      await element.play();
    });
  const card = page.getByRole('group', { name: 'Up next' });
  const autoplay = card.getByRole('switch', { name: 'Autoplay' });
  await finish();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeHidden();
  await finish();
  await autoplay.uncheck();
  // also where its end comes before the scripts
  const releaseScripts = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);
  await finish();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true);
  releaseScripts();
  await expect(autoplay).not.toBeChecked();
  await autoplay.check();
  await expect(page).not.toHaveURL(new RegExp(`/video/${id}$`), { timeout: within(20_000) });

  // a portrait one has its text beside it; a long one begins with its ladder
  const Files = z.object({ sourceUrl: z.string(), hlsUrl: z.string() });
  const files = await bodyOf(request.get(`${site.url}/api/videos/${id}`), Files);
  const upright = await site.addVideo({
    title: 'Upright',
    width: 1080,
    height: 1920,
    duration_ms: 95_000,
    mp4_key: files.sourceUrl.replace('/media/', ''),
    hls_key: files.hlsUrl.replace('/media/', ''),
  });
  await page.goto(`/video/${upright}`);
  const title = page.getByRole('heading', { name: 'Upright' });
  await expect(title).toBeInViewport();
  expect((await title.boundingBox())?.x).toBeGreaterThan(400);
  await expect.poll(() => sourceOf(video)).toMatch(/^master\.m3u8 (360|540)$/);
  await page.getByRole('button', { name: 'Speed and quality' }).click();
  await page.getByText('540p', { exact: true }).click();
  await expect.poll(() => sourceOf(video)).toBe('v1.m3u8 540');
  await page.getByText('Auto', { exact: true }).click();
  await expect.poll(() => sourceOf(video)).toMatch(/^master\.m3u8 (360|540)$/);
  await page.goto(`/video/${upright}?t=4.2`);
  await expect.poll(() => sourceOf(video)).toMatch(/^master\.m3u8 (360|540)$/);
  expect(Math.abs((await timeOf(video)) - 4.2), 'at the second').toBeLessThan(1);
});
