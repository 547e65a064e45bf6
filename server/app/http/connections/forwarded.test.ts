import { expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#server/testing/site.ts';

const PUBLIC_URL = 'https://videos.example.org';
/** Handled by the framework first, then from the shared cache. */
const PATHS = ['/api/videos', '/api/me', '/shop', '/feed.xml', '/api/nowhere', '/media/nothing.mp4'];

const hsts = async (site: TestSite, path: string, proto?: string) => {
  const { headers } = await site.fetch(path, proto ? { headers: { 'x-forwarded-proto': proto } } : {});
  return headers.get('strict-transport-security');
};

test('sends HSTS over HTTPS only, including with cached responses', async () => {
  const site = await startTestSite({ PUBLIC_URL, TRUST_PROXY: '10.0.0.1, 127.0.0.0/8' });
  for (const path of PATHS)
    for (const [proto, sent] of [
      [undefined, null],
      ['https', 'max-age=31536000'],
      ['http', null],
      [undefined, null],
      // the nearest proxy's
      ['http, https', 'max-age=31536000'],
      ['https,http', null],
    ] as const)
      expect([path, proto, await hsts(site, path, proto)]).toEqual([path, proto, sent]);
});

test.each([
  ['a header of anybody', { PUBLIC_URL, TRUST_PROXY: '10.0.0.1' }],
  ['a header where no proxy is trusted', { PUBLIC_URL }],
  ['HTTPS that the site doesn’t know as its own', { TRUST_PROXY: '1' }],
])('sends no HSTS for %s', async (_what, settings) => {
  const site = await startTestSite(settings);
  for (const path of PATHS) expect(await hsts(site, path, 'https')).toBeNull();
});
