import type { BrowserContext, Locator } from '@playwright/test';
import { z } from 'zod';
import { bodyOf } from '#server/testing/client.ts';
import { publishVideo } from './videos.ts';
import { startHost } from './embed-host.ts';
import { expect, test } from './fixture.ts';

// its former files are deleted, and pages report it
test.use({ allowedErrors: [/status of 404/] });

const TITLE = 'Seen on other pages';

/** As on a CDN: the video has a new address from now on, and open pages no longer find the former one. */
async function replaceVideoFile(context: BrowserContext, id: number): Promise<void> {
  const elsewhere = `/media/elsewhere/${id}/`;
  await context.route(`**/media/videos/${id}/*/*.{mp4,m3u8}`, (route) => route.fulfill({ status: 404 }));
  await context.route(`**${elsewhere}**`, (route) =>
    route.continue({ url: route.request().url().replace(elsewhere, `/media/videos/${id}/`) }),
  );
  await context.route(`**/api/videos/${id}`, async (route) => {
    const element = await bodyOf(route.fetch(), z.object({ sourceUrl: z.string() }));
    await route.fulfill({
      json: {
        ...element,
        hlsUrl: null,
        sourceUrl: element.sourceUrl.replace(`/media/videos/${id}/`, elsewhere),
      },
    });
  });
}

const goesOn = (video: Locator, after: number) =>
  expect
    .poll(() =>
      video.evaluate(
        (element: HTMLVideoElement, second) =>
          element.currentSrc.includes('/elsewhere/') && element.currentTime > second && !element.paused,
        after,
      ),
    )
    .toBe(true);

test('a video that is replaced while its page is open continues from its new file, at the same second @soak', async ({
  page,
  context,
  site,
  request,
}) => {
  const id = await publishVideo(request, site, TITLE);
  await page.goto(`/video/${id}?t=3`);
  await expect(page.getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible();
  await replaceVideoFile(context, id);
  const video = page.locator('.player video');
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.load();
    element.currentTime = 3;
    void element.play().catch(() => undefined);
  });
  await goesOn(video, 3);

  const host = await startHost(site.url, [`/embed/${id}?start=3&muted=1`]);
  try {
    await page.goto(host.url);
    await page
      .frameLocator('iframe')
      .getByRole('button', { name: `Play: ${TITLE}` })
      .click();
    await goesOn(page.frameLocator('iframe').locator('video'), 3);
  } finally {
    host.close();
  }
});
