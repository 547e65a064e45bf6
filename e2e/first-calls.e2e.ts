import { PAGES } from '#contract/site/pages.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { expect, test, type Page } from './fixture.ts';
import { IS_SLOW } from './slow.ts';

/** What a first view may request although its page came with data: what is private, or is needed later. */
const EXPECTED: Record<string, RegExp> = {
  'the visitor’s likes': /^GET \/api\/likes$/,
  'the visitor’s order': /^GET \/api\/orders\/\d+$/,
  'the view to count': /^POST \/api\/videos\/\d+\/view$/,
  'comments of the feed’s first video: only the browser knows which ones were watched':
    /^GET \/api\/videos\/\d+\/comments$/,
  'whether the server is up': /^GET \/api\/health\/ping$/,
  'captions of the video that plays': /^GET \/api\/videos\/\d+\/captions\/[\w-]+$/,
  'a creator’s series, below the videos': /^GET \/api\/series\?creator=[^&]+$/,
  'videos below a product': /^GET \/api\/products\/\d+\/videos$/,
  'style sheets of libraries': /^GET \/assets\/(?:DayChart|WorldMap)-[\w-]+\.css$/,
};

/** Calls and style sheets of the first view, as `GET /api/likes`. */
async function callsOf(page: Page, path: string): Promise<string[]> {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/|\.css$/.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`);
  });
  const ping = page.waitForResponse('**/api/health/ping');
  await page.goto(path, { waitUntil: 'networkidle' });
  // the last request that a page makes unprompted
  await ping;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return calls;
}

const SOAK = process.env['SOAK'] === '1';
/** What most visitors see first; the others in `npm run soak`. */
const OFTEN = /^\/(?:$|video\/|feed$|community$|shop$)/;

/** Most of the time a page only waits until nothing more is asked for; a slowed one works. */
const AT_ONCE = IS_SLOW ? 1 : 6;

// an order and a link that aren't there
test.use({ allowedErrors: [/40[04]/] });

test('the first view of a page makes no request whose response could have come with the page @soak', async ({
  page,
  context,
  site,
}) => {
  const { username, token } = await site.signUp('CONTENT_CREATOR');
  const video = await site.addVideo({ title: 'First', is_featured: true });
  await site.addVideo({ title: 'Second' });
  await page.request.post(`/api/videos/${video}/comments`, { data: { authorUsername: 'Ann', text: 'Nice' } });
  const response = await page.request.post('/api/community/posts', {
    headers: { authorization: `Bearer ${token}` },
    data: { content: 'Hello' },
  });
  const values: Record<string, Record<string, string | number>> = {
    video: { id: video },
    product: { id: 1 },
    post: { id: (await bodyOf(response, WithId)).id },
    creator: { username },
    orderConfirmation: { 'orderId?': 999_999 },
  };
  // the page for no network asks for nothing, not even whether the server is there
  const { offline: _, ...online } = PAGES;
  const paths = Object.entries(online).map(([name, path]) =>
    path.replaceAll(/:([\w?]+)/g, (_match, key: string) => String(values[name]?.[key])),
  );
  const check = async (path: string): Promise<void> => {
    const opened = await context.newPage();
    const calls = await callsOf(opened, path);
    const unexpected = calls.filter((call) => !Object.values(EXPECTED).some((allowed) => allowed.test(call)));
    expect.soft(unexpected, path).toEqual([]);
    await opened.close();
  };
  const missing = ['/nowhere', '/video/999999', '/creators/nowhere', '/community/999999', '/shop/999999'];
  const all = [...paths, ...missing].filter((path) => SOAK || OFTEN.test(path));
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(check));
});
