import type { Browser, CDPSession, Page } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import { observe, readVitals, type Vitals } from './page-vitals.ts';
import { median } from './result.ts';

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

/** Medians of first visits on a throttled phone, each in a new browser. */
export async function measureVisits(browser: Browser, url: string, rounds: number): Promise<Vitals> {
  const all: Vitals[] = [];
  for (let round = 0; round < rounds; round += 1) {
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
 * Through the protocol: Playwright's own code for finding and pressing a button takes 100 ms on a throttled
 * phone, which would count as the page's.
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

/** Milliseconds that follow a press. */
export interface Presses {
  /** From the press on a card to its video's first frame. */
  frame: number;
  /** The same on a slow line with a slowed processor. */
  slowFrame: number;
  /** From pressing a link with a prefetched page to that page's first paint. */
  change: number;
}

/** Medians; `videoPaths` are the URLs of videos with a file. */
export async function measurePresses(
  browser: Browser,
  site: string,
  videoPaths: string[],
  rounds: number,
): Promise<Presses> {
  const frame = async (isSlow: boolean): Promise<number> => {
    const { page, session } = await openPhone(browser, isSlow);
    await page.goto(`${site}/videos`, { waitUntil: 'networkidle' });
    await delay(QUIET_MS / 2);
    const point = await page.evaluate(findCard, videoPaths);
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
    await page.goto(`${site}/videos`, { waitUntil: 'networkidle' });
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
    for (let round = 0; round < rounds; round += 1) all.push(await run());
    return median(all);
  };
  return {
    frame: await of(() => frame(false)),
    slowFrame: await of(() => frame(true)),
    change: await of(change),
  };
}

/** Runs in the page: the centre of the first card of one of these videos, scrolled into view. */
function findCard(videoPaths: string[]): { x: number; y: number; path: string } {
  const link = [...document.querySelectorAll<HTMLAnchorElement>('main a')].find(({ pathname }) =>
    videoPaths.includes(pathname),
  );
  if (!link) throw new Error(`There is no card of ${videoPaths.join(', ')}.`);
  link.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = link.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, path: link.pathname };
}

/** Runs in the page: from the touch start. */
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
