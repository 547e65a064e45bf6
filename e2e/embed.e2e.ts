import { z } from 'zod';
import { publishVideo } from './videos.ts';
import { startHost } from './embed-host.ts';
import { expect, test } from './fixture.ts';
import { bodyOf } from '#server/testing/client.ts';

const TITLE = 'Seen on other pages';

interface PlayerMessage {
  type: string;
  id: number;
  time: number;
  paused: boolean;
}

test('a video embedded in another site plays, loads its script when pressed, and can be controlled from there', async ({
  page,
  context,
  site,
  request,
}) => {
  const id = await publishVideo(request, site, TITLE);
  const host = await startHost(site.url, [`/embed/${id}?start=abc`]);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  try {
    await page.goto(host.url);
    const first = page.frameLocator('iframe');
    const video = first.locator('video');
    const play = first.getByRole('button', { name: `Play: ${TITLE}` });
    await expect(play).toBeVisible();
    expect(scripts).toEqual([]);
    const messages = () => page.evaluate(() => (window as unknown as { messages: PlayerMessage[] }).messages);
    await expect.poll(async () => (await messages()).map(({ type }) => type)).toEqual(['ready']);

    const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await play.click();
    await expect.poll(timeOf).toBeGreaterThan(0.2);
    await expect(first.getByRole('button', { name: 'Pause' })).toBeVisible();
    // the player's, and what it shares with the site's own
    expect(scripts.map((url) => url.replace(/^.*\/|-[\w-]{8}\.js$/g, ''))).toEqual([
      'embed',
      'follow-progress',
    ]);

    const post = (message: object) => page.evaluate((sent) => frames[0]?.postMessage(sent, '*'), message);
    await post({ type: 'pause' });
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    await post({ type: 'seek', time: 5 });
    await expect.poll(timeOf).toBe(5);
    await post({ type: 'mute', muted: true });
    await expect(first.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await post({ type: 'nonsense' });
    await post({ type: 'play' });
    await expect.poll(timeOf).toBeGreaterThan(5);
    const types = new Set((await messages()).map(({ type }) => type));
    for (const type of ['ready', 'play', 'pause', 'time', 'seeked', 'muted']) expect(types).toContain(type);
    expect((await messages()).every((each) => each.id === id)).toBe(true);

    expect(await context.cookies()).toEqual([]);
    const stored = await video.evaluate(() => {
      try {
        return localStorage.length + sessionStorage.length;
      } catch {
        // a browser that blocks third-party storage
        return 0;
      }
    });
    expect(stored).toBe(0);
    const views = async () =>
      (await bodyOf(request.get(`/api/videos/${id}`), z.object({ lllViews: z.number() }))).lllViews;
    await expect.poll(views).toBe(1);
    await expect(first.getByRole('link', { name: TITLE })).toHaveAttribute('target', '_blank');
  } finally {
    host.close();
  }
});
