import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { makeVideo } from '#server/testing/video-files.ts';
import { expect, type Site } from './fixture.ts';

const VTT = 'WEBVTT\n\n00:00.000 --> 00:09.000\nWhat is being said\n';
const STORYBOARD = 'WEBVTT\n\n00:00:00.000 --> 00:00:09.000\nstoryboard.jpg#xywh=0,0,160,90\n';
let videoBytes: Promise<Buffer> | undefined;

export const feed = (page: Page): Locator => page.getByRole('feed', { name: 'Feed' });
export const shown = (page: Page): Locator => feed(page).locator('article[data-shown]');
/** By its place: behind the menu or comments no role leads there. */
export const shownVideo = (page: Page): Locator => page.locator('[data-shown] video');

export async function plays(page: Page, title: string): Promise<void> {
  await expect(shown(page)).toHaveAccessibleName(title);
  await expect
    .poll(() => shownVideo(page).evaluate((each: HTMLVideoElement) => !each.paused && each.currentTime > 0))
    .toBe(true);
}

/** A second of video; made once. */
async function loadVideo(): Promise<Buffer> {
  videoBytes ??= (async () => {
    const dir = await mkdtemp(join(tmpdir(), 'lll-feed-'));
    return readFile(await makeVideo(dir, 'clip.mp4', { width: 90, height: 160, seconds: 1 }));
  })();
  return videoBytes;
}

/** Serves files for videos that were never processed; requests are recorded in the returned list. */
export async function serveVideos(page: Page): Promise<string[]> {
  const body = await loadVideo();
  const requests: string[] = [];
  await page.route('**/media/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    requests.push(pathname);
    if (pathname.endsWith('.mp4')) await answerRange(route, body);
    else if (pathname.endsWith('/storyboard.vtt'))
      await route.fulfill({ contentType: 'text/vtt', body: STORYBOARD });
    else await route.fulfill({ contentType: 'image/gif', body: PIXEL });
  });
  await page.route('**/api/videos/*/captions/*', (route) =>
    route.fulfill({ contentType: 'text/vtt', body: VTT }),
  );
  return requests;
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');

async function answerRange(route: Parameters<Parameters<Page['route']>[1]>[0], body: Buffer): Promise<void> {
  const [, from = '0', to] = /bytes=(\d+)-(\d*)/.exec(route.request().headers()['range'] ?? '') ?? [];
  const end = to ? Math.min(Number(to), body.length - 1) : body.length - 1;
  const part = body.subarray(Number(from), end + 1);
  await route.fulfill({
    status: 206,
    contentType: 'video/mp4',
    headers: {
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${end}/${body.length}`,
    },
    body: part,
  });
}

/** An own video, whose files `serveVideos` answers. */
export async function addFeedVideo(
  site: Site,
  title: string,
  more: Parameters<Site['addVideo']>[0] = {},
): Promise<number> {
  const folder = `videos/${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return site.addVideo({
    title,
    mp4_key: `${folder}/video.mp4`,
    poster_key: `${folder}/thumb-640.jpg`,
    width: 90,
    height: 160,
    duration_ms: 1000,
    ...more,
  });
}
