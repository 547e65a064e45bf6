import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { startTestSite } from '#server/testing/site.ts';
import { bundle } from './render.ts';

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

test('a page that failed to render is retried within seconds, whether it exists or not', async () => {
  const renderPage = () => Promise.reject(new Error('A component broke.'));
  const opened = await bundle.open();
  const breaks = { renderPage };
  const opening = vi.spyOn(bundle, 'open').mockResolvedValue(breaks);
  onTestFinished(() => opening.mockRestore());
  let now = Date.now();
  const site = await startTestSite({}, { clock: { now: () => now } });
  const titleOf = async (path: string) => /<h1[^>]*>([^<]*)/.exec(await (await site.fetch(path)).text())?.[1];
  const pages = {
    '/shop': 'Sunglasses Collection',
    '/nope': 'Oops! Page not found',
    '/video/987654': 'Video Not Found',
  };
  for (const path of Object.keys(pages)) expect(await titleOf(path), path).toBeUndefined();
  Object.assign(breaks, opened);
  const failed = now;
  for (const [path, title] of Object.entries(pages))
    await vi.waitFor(
      async () => {
        now += 1100;
        expect(await titleOf(path), path).toContain(title);
      },
      { timeout: 20_000, interval: 500 },
    );
  // not just because the whole cache expires
  expect(now - failed).toBeLessThan(30_000);
  for (const id of ['987655', 'abc', '0']) {
    const answer = await site.fetch(`/video/${id}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toMatch(/<title>Video Not Found.*<h1[^>]*>Video Not Found/s);
  }
});
