import { cleanText } from '#contract/text/text.ts';
import { expect, test, type Page, type Person } from './fixture.ts';
import { expectNoXss, NO_XSS, prepare, readHead, showMails } from './xss.ts';
import { inject, MAILS_EACH, type Injected } from './injected.ts';
import { COMPOSITES, INJECTIONS, STORED_SAMPLE } from './script-injection.ts';
import { IS_SLOW, within } from './slow.ts';

/**
 * Sends every string of the corpus to every field through the pages' calls (e2e/injected.ts), many in one value, and
 * one of each kind that depends on its position separately; then visits every place that shows them: heads, feeds,
 * mails, lists, and some on their own pages and in addresses, in the browser at phone width with the content
 * policy on. In `npm run soak` each string is sent separately. A policy violation is a console error and fails the
 * test.
 */
// what a string does is no matter of time: on a slow line some of each kind
const SOAK = process.env['SOAK'] === '1' && !IS_SLOW;
const TEXTS = [...(SOAK ? INJECTIONS : STORED_SAMPLE), ...COMPOSITES];
const WALKED = SOAK ? TEXTS : [...STORED_SAMPLE, ...COMPOSITES.slice(0, 2)];

test.describe.configure({ mode: 'serial' });
// whose pages are looked at changes under what they ask
test.use({ viewport: { width: 390, height: 844 }, server: 'injection', allowedErrors: [/401/] });

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

let admin: Person;
let talked = 0;
const all: Injected[] = [];
/** Feeds hold the latest only, so they are read between. */
const BATCH = 24;

function watch(page: Page): string[] {
  const happened: string[] = [];
  page.on('dialog', (dialog) => {
    happened.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => happened.push(popup.url()));
  page.on('framenavigated', (frame) => {
    if (!/^(http:\/\/(127\.0\.0\.1|localhost)|about:)/.test(frame.url())) happened.push(frame.url());
  });
  return happened;
}

test('every string goes into every field, and appears unchanged in the feed @soak', async ({
  page,
  site,
  request,
}) => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(60);
  admin = await site.signUp('GLOBAL_ADMIN', 'admin-of-all');
  talked = await site.addVideo({ title: 'Talked about' });
  all.length = 0;
  await page.goto('/about/counting');
  for (let from = 0; from < TEXTS.length; from += BATCH) {
    const batch = TEXTS.slice(from, from + BATCH);
    const injected = await Promise.all(
      batch.map((text, index) => inject(request, site, admin, { text, at: from + index, talked })),
    );
    all.push(...injected);
    const entries = await page.evaluate(async () => {
      const text = await (await fetch('/feed.xml')).text();
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      if (parsed.querySelector('parsererror')) throw new Error(text);
      return [...parsed.querySelectorAll('entry')].map((entry) => {
        const read = (name: string) => entry.querySelector(name)?.textContent ?? '';
        return {
          id: read('id'),
          title: read('title'),
          summary: read('summary'),
          author: read('author > name'),
        };
      });
    });
    for (const { short, named, video } of injected)
      expect(entries.find(({ id }) => id.endsWith(`/video/${video}`))).toMatchObject({
        title: named(200),
        summary: short(5000),
        author: named(50),
      });
  }
  const urls = await page.evaluate(async () => {
    const parsed = new DOMParser().parseFromString(
      await (await fetch('/sitemap.xml')).text(),
      'application/xml',
    );
    return [...parsed.querySelectorAll('loc')].map((element) => new URL(element.textContent ?? '').pathname);
  });
  for (const { video } of all) expect(urls).toContain(`/video/${video}`);
});

test('the head of every page holds each string as text: title, meta, structured data, initial data @soak', async ({
  page,
}) => {
  await page.goto('/about/counting');
  const line = (text: string) => {
    const flattened = flat(text);
    return flattened.length > 200 ? `${flattened.slice(0, 197)}…` : flattened;
  };
  // the elements of a page about nothing dangerous; a very busy server hands out its shell without them
  let elements: string[] = [];
  await expect
    .poll(async () => ({ elements } = await readHead(page, `/video/${talked}`)).elements)
    .toContain('main');
  // names of people and items within a sentence
  elements.push('bdi');
  for (const { short, named, video, product, author } of all) {
    const text = short(5000);
    const videoHead = await readHead(page, `/video/${video}`);
    expect(videoHead).toMatchObject({
      title: flat(`${named(200)} · LLL`),
      names: [line(text), named(200), line(text)],
      handlers: [],
      data: { name: named(200), description: text, author: { name: named(50) } },
    });
    expect(videoHead.answers).toContainEqual(
      expect.objectContaining({ title: named(200), description: text }),
    );
    expect(videoHead.elements.filter((name) => !elements.includes(name))).toEqual([]);
    expect(videoHead.scripts.toSorted()).toEqual([
      'application/json',
      'application/ld+json',
      'application/ld+json',
      'first script',
      'module',
    ]);
    const head = await readHead(page, `/shop/${product}`);
    expect(head).toMatchObject({
      title: flat(`${named(100)} · LLL`),
      names: [line(short(1000)), named(100), line(short(1000))],
      handlers: [],
      data: { name: named(100), description: short(1000) },
    });
    const person = await readHead(page, `/creators/${author.username}`);
    expect(person.answers).toContainEqual(
      expect.objectContaining({ displayName: named(50), bio: cleanText(text) }),
    );
    for (const { elements: found, scripts } of [head, person]) {
      expect(found.filter((name) => !elements.includes(name))).toEqual([]);
      expect(new Set(scripts)).not.toContain('');
    }
  }
});

/** Addresses that a link could bring. */
const addressesOf = ({ short }: Injected): string[] => addressesWith(short(100));

function addressesWith(text: string): string[] {
  const encoded = encodeURIComponent(text);
  return [`/videos?q=${encoded}`, `/login?error=${encoded}`, `/creators/${encoded}`, `/${encoded}`];
}

test('server-rendered pages hold each string from the address as text @soak', async ({ page, request }) => {
  await page.goto('/about/counting');
  const readByRequest = async (address: string) =>
    await readHead(page, address, await (await request.get(address)).text());
  const harmless: Awaited<ReturnType<typeof readByRequest>>[] = [];
  for (const address of [`/video/${talked}`, ...addressesWith('harmless')])
    harmless.push(await readByRequest(address));
  const elements = harmless.flatMap((head) => head.elements);
  const scripts = harmless.flatMap((head) => head.scripts);
  for (const injected of all)
    for (const head of await Promise.all(addressesOf(injected).map(readByRequest))) {
      expect(head.handlers, injected.text).toEqual([]);
      expect(head.elements.filter((name) => !elements.includes(name))).toEqual([]);
      expect(head.scripts.filter((kind) => !scripts.includes(kind))).toEqual([]);
    }
});

test('every string is harmless on its own pages: video, creator, product, order, profile', async ({
  page,
}) => {
  await page.addInitScript(prepare);
  const happened = watch(page);
  for (const { text, short, author, video, product, order, orderKey } of all) {
    if (!WALKED.includes(text)) continue;
    // a real load of the video's own page; to the others as the app goes
    await page.goto(`/video/${video}`, { waitUntil: 'domcontentloaded' });
    // the app has taken the page over
    await page.waitForFunction(() => !('takeEarlyEvents' in window));
    const steps: [path: string, token: string | null, shown: string][] = [
      [`/video/${video}`, null, short(5000)],
      [`/creators/${author.username}`, null, `@${author.username}`],
      [`/creators/${author.username}`, null, cleanText(text)],
      [`/shop/${product}`, null, short(1000)],
      [`/order-confirmation/${order}?key=${encodeURIComponent(orderKey)}`, null, short(40)],
      ['/profile', author.token, cleanText(text)],
    ];
    const found = await page.evaluate(async (all) => {
      const found = [];
      for (const step of all) found.push(await window.visit(...step));
      return found;
    }, steps);
    for (const [at, xss] of found.entries()) expect.soft(xss, `${steps[at]?.[0]} ${text}`).toEqual(NO_XSS);
  }
  expect(happened).toEqual([]);
});

test('every string is shown and harmless in lists, to visitors and to admins @soak', async ({
  page,
  request,
}) => {
  await page.addInitScript(prepare);
  const happened = watch(page);
  const own = all[0]?.author;
  const bearer = { authorization: `Bearer ${own?.token}` };
  for (const { product } of all.slice(0, 50))
    await request.post('/api/cart/add', { data: { productId: String(product) }, headers: bearer });
  // last, since they would block the rest; guests' items stay pending here, to be shown as such
  for (const { short } of all)
    await request.post('/api/admin/watched-words', {
      data: { word: short(100) },
      headers: { authorization: `Bearer ${admin.token}` },
    });
  await page.goto('/about/counting');
  const open = async (path: string, shown: (one: Injected) => string | null, token?: string) => {
    await page.evaluate((session) => {
      if (session) localStorage.setItem('vh_token', session);
      else localStorage.removeItem('vh_token');
    }, token);
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // the last page of a list takes the button away
    const more = page.getByRole('main').getByRole('button', { name: 'Load more' }).first();
    const findMissing = async () => {
      const goesOn = await more.isVisible();
      if (goesOn) await more.click({ timeout: 500 }).catch(() => undefined);
      const text = flat(
        await page.getByRole('main').evaluate((main) => {
          const fields = [...main.querySelectorAll('input, textarea')] as HTMLInputElement[];
          return `${main.textContent} ${fields.map(({ value }) => value).join(' ')}`;
        }),
      );
      const missing = all.filter((one) => !text.includes(flat(shown(one) ?? ''))).map(shown);
      return goesOn ? [...missing, 'the rest'] : missing;
    };
    await expect.soft
      .poll(findMissing, { message: `not shown at ${path}`, timeout: within(20_000), intervals: [50, 100] })
      .toEqual([]);
    await expectNoXss(page, path);
  };
  await open('/', () => null);
  await open('/videos', ({ named }) => named(200));
  await open('/community', ({ text }) => cleanText(text));
  await open(`/video/${talked}`, ({ text }) => (/https?:/.test(text) ? null : cleanText(text)));
  await open('/creators', ({ named }) => named(50));
  await open('/shop', ({ named }) => named(100));
  await open('/cart', (one) => (all.indexOf(one) < 50 ? one.named(100) : null), own?.token);
  await open('/settings', () => null, own?.token);
  await open('/admin', () => null, admin.token);
  await open('/admin?tab=submissions', ({ named }) => named(200), admin.token);
  await open('/admin?tab=curate', () => null, admin.token);
  await open('/admin?tab=import', () => null, admin.token);
  // the latest sixty, some of which came together
  await open(
    '/admin?tab=archive',
    (one) => (all.indexOf(one) >= all.length - 40 ? cleanText(one.text) : null),
    admin.token,
  );
  // the first two hundred items
  await open(
    '/admin?tab=reports',
    (one) => (all.indexOf(one) < 90 ? cleanText(one.text).slice(0, 290) : null),
    admin.token,
  );
  await open('/admin?tab=people', ({ named }) => named(50), admin.token);
  await open('/admin?tab=jobs', () => null, admin.token);
  await open('/admin?tab=audit', () => null, admin.token);
  await open('/admin-orders', ({ short }) => short(200), admin.token);
  await open('/nearby', ({ named }) => named(200), admin.token);
  expect(happened).toEqual([]);
});

test.describe('addresses with a string in them', () => {
  test.use({ allowedErrors: [/status of 40[04]/] });

  test('run no script, even for a creator that does not exist @soak', async ({ page }) => {
    await page.addInitScript(prepare);
    const happened = watch(page);
    await page.goto('/videos');
    // the app has taken the page over
    await page.waitForFunction(() => !('takeEarlyEvents' in window));
    const found = await page.evaluate(
      async (paths) => {
        const found = [];
        for (const path of paths) found.push([path, await window.visit(path, null, '')] as const);
        return found;
      },
      all.filter(({ text }) => WALKED.includes(text)).flatMap(addressesOf),
    );
    for (const [path, xss] of found) expect.soft(xss, path).toEqual(NO_XSS);
    expect(happened).toEqual([]);
  });
});

test('every email shows each string as text, in both HTML and plain text', async ({ page, site }) => {
  const happened = watch(page);
  // product pictures, whose public address isn't reachable here
  await page.route('**/products/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }),
  );
  // jobs send them
  await expect
    .poll(async () => (await site.mails()).length, { timeout: within(60_000) })
    .toBeGreaterThanOrEqual(all.length * MAILS_EACH);
  const mails = await site.mails();
  expect(await page.evaluate(showMails, mails)).toEqual([]);
  // the text form is no HTML: what is escaped there was typed so
  const typed = all.filter(({ text }) => /&(lt|gt|#\d+);/.test(text)).length;
  expect(mails.filter(({ text }) => /&(lt|gt|quot|amp|#\d+);/.test(text)).length).toBeLessThanOrEqual(
    typed * (MAILS_EACH + 1),
  );
  for (const { text, short } of all) {
    const setPending = mails.filter((mail) => flat(mail.text).includes(flat(short(40))));
    expect(setPending.length, text).toBeGreaterThanOrEqual(MAILS_EACH);
  }
  expect(happened).toEqual([]);
});
