import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { VideoSettingsState } from '#contract/settings/video-settings.ts';
import type { Video } from '#contract/videos/videos.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { BROWSERS, test } from './browsers/browsers.ts';
import { chooseSize, openAt, watchAndPlay } from './browsers/journeys.ts';
import { expect, onceOn, type Site } from './fixture.ts';
import { within } from './slow.ts';
import { publishVideo } from './videos.ts';

test.use({ server: 'idle encodes' });

const TITLE = 'Balloons at leisure';
const encoded = new Map<Site, Promise<number>>();

const readVideo = async (request: APIRequestContext, site: Site, id: number) =>
  (await (await request.get(`${site.url}/api/videos/${id}`)).json()) as Video;

/** A public video, popular after its first view, and encoded again in H.264 and AV1. */
async function publishPopular(request: APIRequestContext, site: Site): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'lll-idle-'));
  const path = await makeVideo(folder, 'clip.mp4', { width: 640, height: 480, seconds: 8 });
  const id = await publishVideo(request, site, TITLE, path);
  const { token } = await site.signUp('GLOBAL_ADMIN');
  const headers = { authorization: `Bearer ${token}` };
  const settings = `${site.url}/api/admin/settings/videos`;
  const { version } = (await (await request.get(settings, { headers })).json()) as VideoSettingsState;
  await request.put(settings, { headers, data: { version, popularAfterViews: 1, av1: true } });
  await request.post(`${site.url}/api/videos/${id}/view`);
  const ladder = async () => (await readVideo(request, site, id)).hlsUrl;
  // one begins each minute
  await expect.poll(ladder, { timeout: within(240_000), intervals: [1000] }).toMatch(/slow\/av1\.m3u8$/);
  return id;
}

for (const engine of BROWSERS)
  test.describe(`${engine} @soak`, () => {
    test.use({ engine });

    test('plays what was encoded while the server was idle', async ({ tab, site, request }) => {
      const id = await onceOn(encoded, site, () => publishPopular(request, site));
      await test.step('the file', () => watchAndPlay(tab, TITLE));
      // as in browsers.e2e.ts: no native HLS in WebKitGTK
      if (engine !== 'webkit') {
        await test.step('a size', () => chooseSize(tab, `/video/${id}`));
        // the library takes AV1 alone; Chromium plays HLS by itself, and gets no AV1
        const codecs = await tab.run<string>(`[...new Set(performance.getEntriesByType('resource')
          .flatMap(({ name }) => /[/]([av])[0-9][.]m3u8$/.exec(name)?.[1] ?? []))].join()`);
        expect(codecs).toBe(engine === 'firefox' ? 'a' : 'v');
        const { hlsUrl, sourceUrl } = await readVideo(request, site, id);
        const long = await site.addVideo({
          title: 'Balloons for longer',
          duration_ms: 95_000,
          mp4_key: sourceUrl?.replace('/media/', '') ?? null,
          hls_key: hlsUrl?.replace('/media/', '') ?? null,
        });
        await test.step('the ladder', () => openAt(tab, `/video/${long}`, 4.2));
      }
      expect(tab.driver.errors).toEqual([]);
    });
  });
