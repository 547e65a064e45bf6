import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import { findBrowser } from '#scripts/browser.ts';
import { visitByLighthouse, type Report } from './lighthouse.ts';
import { memoryOf } from './memory.ts';
import { startReferencePage } from './page-reference.ts';
import { observe, readVitals, type Vitals } from './page-vitals.ts';
import { median, type Result } from './result.ts';
import { makeDataDir, startSite, type Site } from './site.ts';

/** `PAGE_ROUNDS=1` is the short form: that every page is measured, not how fast it is. */
const ROUNDS = Number(process.env['PAGE_ROUNDS'] ?? 5);
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const SLOWED = 4;
/** Lighthouse's slow 4G, in bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const QUIET_MS = 2000;

interface Clip {
  id: number;
  thumbnail: string | null;
  sourceUrl: string | null;
  hlsUrl: string | null;
}

/**
 * Eight pages on a phone: by Lighthouse beside a page written by hand, and really slowed for what blocks; then what
 * follows a press.
 */
export async function benchPages(): Promise<Result[]> {
  const idle = await benchIdle();
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { SAMPLE_CONTENT: 'on' });
  const { path, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath: path, args });
  try {
    const { pages, clips } = await listPages(site);
    for (const address of Object.values(pages)) await (await fetch(site.url + address)).arrayBuffer();
    const reference = await startReferencePage(site.url);
    try {
      const hand = await visitByLighthouse(reference.url, ROUNDS);
      const results = await benchPresses(browser, site, clips);
      for (const [name, address] of Object.entries(pages)) {
        const url = site.url + address;
        results.push(
          ...firstRows(name, await visitByLighthouse(url, ROUNDS), hand),
          ...slowedRows(name, await measure(browser, url)),
        );
      }
      return [...results, idle];
    } finally {
      reference.stop();
    }
  } finally {
    await browser.close();
    await site.stop();
    await remove();
  }
}

/** The eight addresses, and those of clips that have a file. */
async function listPages({ url }: Site): Promise<{ pages: Record<string, string>; clips: string[] }> {
  const ask = async <T>(address: string): Promise<T> => (await (await fetch(url + address)).json()) as T;
  let clips: Clip[] = [];
  // the sample fills the site after its start; what still encodes would be measured along
  while (clips.length < 3 || clips.some(({ hlsUrl }) => !hlsUrl)) {
    await delay(500);
    const all = await ask<Clip[]>('/api/videos?limit=60');
    clips = all.filter(({ thumbnail, sourceUrl }) => thumbnail && sourceUrl?.startsWith('/'));
  }
  const addresses = clips.map(({ id }) => `/video/${id}`);
  const [product] = await ask<{ id: number }[]>('/api/products');
  const [creator] = await ask<{ username: string }[]>('/api/creators');
  const pages = {
    home: '/',
    videos: '/videos',
    video: addresses[0] ?? '',
    shop: '/shop',
    product: `/shop/${product?.id}`,
    community: '/community',
    creators: '/creators',
    creator: `/creators/${creator?.username}`,
  };
  return { pages, clips: addresses };
}

/** Medians of some first visits, each in a browser that knows nothing yet. */
async function measure(browser: Browser, url: string): Promise<Vitals> {
  const all: Vitals[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, session } = await openPhone(browser);
    await page.goto(url, { waitUntil: 'networkidle' });
    await delay(QUIET_MS);
    all.push(await measurePress(session));
    await page.context().close();
  }
  const of = (name: keyof Vitals): number => median(all.map((vitals) => vitals[name]));
  return { fcp: of('fcp'), tbt: of('tbt'), cls: of('cls'), inp: of('inp') };
}

/**
 * By the protocol itself: what Playwright adds to a page to find a button and to press it takes 100 ms of a slowed
 * phone, which would be counted as the page's.
 */
async function measurePress(session: CDPSession): Promise<Vitals> {
  const run = async <T>(expression: string): Promise<T> =>
    (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as T;
  const { tbt } = await run<Vitals>(`(${String(readVitals)})()`);
  const point = await run<{ x: number; y: number }>(`(${String(findButton)})()`);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await delay(QUIET_MS / 2);
  return { ...(await run<Vitals>(`(${String(readVitals)})()`)), tbt };
}

/** In the page: the middle of the first button that is seen. */
function findButton(): { x: number; y: number } {
  const seen = [...document.querySelectorAll('button')].find((button) => button.checkVisibility());
  const { x, y, width, height } = seen?.getBoundingClientRect() ?? new DOMRect();
  return { x: x + width / 2, y: y + height / 2 };
}

async function openPhone(browser: Browser, isSlow = true): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  if (isSlow) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  }
  return { page, session };
}

function firstRows(page: string, ours: Report, hand: Report): Result[] {
  const beside = (name: 'fcp' | 'lcp'): Result => ({
    name: `${page}, ${name.toUpperCase()}`,
    ours: ours[name],
    reference: hand[name],
    unit: 'ms',
    against: 'page by hand',
    atMost: 1.5,
  });
  return [
    { name: `${page}, score`, ours: ours.score, reference: 98, unit: '', against: 'bar', atLeast: 1 },
    beside('fcp'),
    beside('lcp'),
  ];
}

function slowedRows(page: string, ours: Vitals): Result[] {
  const below = (name: 'tbt' | 'cls' | 'inp', reference: number, unit: string): Result => ({
    name: `${page}, ${name.toUpperCase()}`,
    ours: ours[name],
    reference,
    unit,
    against: 'budget',
    atMost: 1,
  });
  return [below('tbt', 50, 'ms'), below('cls', 0.01, ''), below('inp', 100, 'ms')];
}

/** From the press on a card to its clip's first frame, and on a link whose page was fetched to that page's first paint. */
async function benchPresses(browser: Browser, site: Site, clips: string[]): Promise<Result[]> {
  const frame = async (isSlow: boolean): Promise<number> => {
    const { page, session } = await openPhone(browser, isSlow);
    await page.goto(`${site.url}/videos`, { waitUntil: 'networkidle' });
    await delay(QUIET_MS / 2);
    const point = await page.evaluate(findCard, clips);
    await delay(QUIET_MS / 2);
    const frame = page.evaluate(untilFrame, point.path);
    // it listens by then
    await delay(100);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const took = await frame;
    await page.context().close();
    return took;
  };
  const change = async (): Promise<number> => {
    const { page } = await openPhone(browser, false);
    await page.goto(`${site.url}/videos`, { waitUntil: 'networkidle' });
    const link = page.locator('a[href="/community"]:visible').first();
    await link.focus();
    await page.waitForLoadState('networkidle');
    await delay(QUIET_MS / 2);
    const took = await page.evaluate(untilPainted, '/community');
    await page.context().close();
    return took;
  };
  const of = async (run: () => Promise<number>): Promise<number> => {
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) all.push(await run());
    return median(all);
  };
  const row = (name: string, ours: number, reference: number): Result => ({
    name,
    ours,
    reference,
    unit: 'ms',
    against: 'budget',
    atMost: 1,
  });
  return [
    row('card to first frame, loopback', await of(() => frame(false)), 300),
    row('card to first frame, slow 4G, 4 × slower', await of(() => frame(true)), 1000),
    row('warm change of page', await of(change), 100),
  ];
}

/** In the page: the middle of the first card of one of these clips, which is scrolled into view. */
function findCard(clips: string[]): { x: number; y: number; path: string } {
  const link = [...document.querySelectorAll<HTMLAnchorElement>('main a')].find(({ pathname }) =>
    clips.includes(pathname),
  );
  if (!link) throw new Error(`There is no card of ${clips.join(', ')}.`);
  link.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = link.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, path: link.pathname };
}

/** In the page: from the moment a finger comes down. */
async function untilFrame(path: string): Promise<number> {
  const began = await new Promise<number>((down) => {
    addEventListener('touchstart', ({ timeStamp }) => down(timeStamp), { once: true, capture: true });
  });
  for (;;) {
    const video = document.querySelector('video');
    if (location.pathname === path && video && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
      return performance.now() - began;
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
}

/** In the page. */
async function untilPainted(address: string): Promise<number> {
  const before = document.querySelector('h1');
  const began = performance.now();
  document.activeElement?.closest<HTMLAnchorElement>(`a[href="${address}"]`)?.click();
  const isThere = (): boolean => {
    const title = document.querySelector('h1');
    return title !== null && title !== before;
  };
  while (!isThere()) await new Promise((drawn) => requestAnimationFrame(drawn));
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  return performance.now() - began;
}

/** A site that has written its pages, and has nothing to do: the sample's would encode clips. */
export async function benchIdle(): Promise<Result> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir);
  try {
    for (const address of ['/', '/videos', '/shop', '/community', '/creators'])
      await (await fetch(site.url + address)).arrayBuffer();
    await delay(15_000);
    return {
      name: 'idle memory after writing pages',
      ours: memoryOf(site.pid, site.dataDir),
      reference: 240,
      unit: 'MiB',
      against: 'budget',
      atMost: 1,
    };
  } finally {
    await site.stop();
    await remove();
  }
}
