import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launch, type Browser, type CDPSession, type Page } from 'puppeteer-core';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { findBrowser } from '#tools/browser.ts';
import { writtenBy } from './memory.ts';
import type { Result } from './result.ts';
import { makeDataDir, startSite } from './site.ts';
import { isNextThere, isShownPlaying, observeSwipes, readSwipes, scriptsBeforeFrame } from './swipes-page.ts';

/** `SWIPES=10` is the short form: that all of it is measured, not how fast it is. */
const SWIPES = Number(process.env['SWIPES'] ?? 200);
const VIDEOS = Math.max(2 * SWIPES, 40);
const SLOWED = 4;
const REVISION = 'benchmarkclip';
const SMALL_VIDEOS = path.resolve(import.meta.dirname, '../e2e/media');
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** Lighthouse's slow 4G, in bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };

const FILL = `insert into videos (origin, title, description, category, status, processing, approved_at, width, height, duration_ms,
    external_creator, view_count, like_count, media_rev)
  select 'IMPORT', 'A clip about everyday things, number ' || i, 'A description of what is to be seen.',
    (array['Business', 'Lifestyle', 'Beauty', 'Innovation'])[i % 4 + 1], 'APPROVED', 'READY', now() - i * interval '1 minute',
    540, 960, 7000, 'Creator ' || i % 20, i * 7, i * 3, '${REVISION}'
  from generate_series(1, ${VIDEOS}) i returning id`;

/** The feed of a phone, swiped through in a real browser. */
export async function benchSwipes(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir, { ROLES: 'web' });
  const { path: executablePath, args } = await findBrowser();
  const browser = await launch({
    executablePath,
    args: [...args, '--autoplay-policy=no-user-gesture-required'],
    defaultViewport: PHONE,
    // with network events on, the browser stores every response in the memory that is measured here
    networkEnabled: false,
  });
  try {
    await fillFeed(dataDir);
    const url = `${site.url}/feed`;
    const wants = (name: string) =>
      (process.env['SWIPE_PARTS'] ?? 'quick memory slowed cold').split(' ').includes(name);
    return [
      ...(wants('quick') ? await benchQuick(browser, url) : []),
      ...(wants('memory') ? await benchMemory(browser, url) : []),
      ...(wants('slowed') ? await benchSlowed(browser, url) : []),
      ...(wants('cold') ? await benchCold(browser, url) : []),
    ];
  } finally {
    await browser.close();
    await site.stop();
    await remove();
  }
}

/** Videos with the files of two small ones, each under an address of its own. */
async function fillFeed(dataDir: string): Promise<void> {
  const files = (await readdir(SMALL_VIDEOS)).filter((name) => name.endsWith('.mp4'));
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    const [filled] = await runStatements(server.connection(), [FILL]);
    for (const [at, { id }] of (filled?.rows ?? []).entries()) {
      const folder = path.join(dataDir, 'media', `videos/${String(id)}/${REVISION}`);
      await mkdir(folder, { recursive: true });
      const file = path.join(SMALL_VIDEOS, files[at % files.length] ?? '');
      await copyFile(file, path.join(folder, 'video.mp4'));
      await copyFile(file.replace(/mp4$/, 'jpg'), path.join(folder, 'poster.jpg'));
    }
    await runStatements(server.connection(), [
      `update videos set mp4_key = 'videos/' || id || '/${REVISION}/video.mp4', poster_key = 'videos/' || id || '/${REVISION}/poster.jpg'`,
      'vacuum analyze videos',
    ]);
  } finally {
    await server.stop();
  }
}

interface Phone {
  page: Page;
  client: CDPSession;
}

async function openFeed(browser: Browser, url: string): Promise<Phone> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(observeSwipes);
  const client = await page.createCDPSession();
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return { page, client };
}

/** Bytes of files of videos from now on, by their path. */
async function countBytes({ client }: Phone): Promise<Map<string, number>> {
  const loaded = new Map<string, number>();
  const paths = new Map<string, string>();
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, response }) =>
    paths.set(requestId, new URL(response.url).pathname),
  );
  client.on('Network.dataReceived', ({ requestId, encodedDataLength, dataLength }) => {
    const file = paths.get(requestId);
    if (file?.startsWith('/media/'))
      loaded.set(file, (loaded.get(file) ?? 0) + (encodedDataLength || dataLength));
  });
  return loaded;
}

/** Swipes up over more than half of the screen. */
async function swipe({ client }: Phone): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 150, y }] });
  await touch('touchStart', 640);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', 640 - step * 62);
  await touch('touchEnd');
}

/** Swipes to the next video; a busy page may miss a touch. Resolves once it is shown. */
async function swipeOn(phone: Phone): Promise<void> {
  const count = async () => (await phone.page.evaluate(readSwipes)).swipes.length;
  const before = await count();
  for (;;) {
    await swipe(phone);
    for (let tries = 0; tries < 20; tries += 1) {
      await delay(50);
      if ((await count()) > before) return;
    }
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** So many swipes until the browser has all that it needs for this. */
const WARM = 10;

const untilNextIsThere = async ({ page }: Phone): Promise<unknown> =>
  page.waitForFunction(isNextThere, { polling: 50 });

/** Swipes, each after the next video is preloaded. */
async function swipeCalmly(phone: Phone, times: number): Promise<void> {
  await untilNextIsThere(phone);
  for (let at = 0; at < times; at += 1) {
    await swipeOn(phone);
    await untilNextIsThere(phone);
  }
}

async function benchQuick(browser: Browser, url: string): Promise<Result[]> {
  const phone = await openFeed(browser, 'about:blank');
  const { page } = phone;
  const loaded = await countBytes(phone);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await untilNextIsThere(phone);
  const scripts = await page.evaluate(scriptsBeforeFrame);
  await swipeCalmly(phone, SWIPES);
  const { swipes } = await page.evaluate(readSwipes);
  await page.browserContext().close();
  const ids = swipes.map(({ id }) => id);
  const frames = swipes.flatMap(({ wasThere, frame }) => (wasThere && frame !== null ? [frame] : []));
  const unseen = [...loaded].filter(([file]) => !ids.includes(file.split('/')[3] ?? ''));
  const kilobytes = (files: Iterable<readonly [string, number]>) =>
    [...files].reduce((all, [, bytes]) => all + bytes, 0) / 1024;
  return [
    bar('swipe to the first frame of a preloaded clip, p95', percentile(frames, 0.95), 100, 'ms'),
    bar('bytes of clips that were never shown', kilobytes(unseen), 0.2 * kilobytes(loaded), 'KiB'),
    bar('script before the first frame', scripts / 1024, 100, 'KiB'),
    none(`${SWIPES} swipes over ${VIDEOS} clips, repeats`, ids.length - new Set(ids).size),
  ];
}

async function benchMemory(browser: Browser, url: string): Promise<Result[]> {
  const phone = await openFeed(browser, url);
  await swipeCalmly(phone, WARM);
  const before = await memoryOf(browser, phone);
  await swipeCalmly(phone, SWIPES);
  const after = await memoryOf(browser, phone);
  await phone.page.browserContext().close();
  return [
    {
      ...bar(`${SWIPES} swipes, the page's memory after them`, after, before, 'MiB'),
      against: 'before them',
      atMost: 1.2,
    },
  ];
}

/** MiB of the page, without what the browser would release under memory pressure. */
async function memoryOf(browser: Browser, { client }: Phone): Promise<number> {
  await client.send('Memory.simulatePressureNotification', { level: 'critical' });
  for (let times = 0; times < 3; times += 1) await client.send('HeapProfiler.collectGarbage');
  await delay(500);
  return writtenBy(await rendererOf(browser));
}

const LONG_MS = 50;

async function benchSlowed(browser: Browser, url: string): Promise<Result[]> {
  const phone = await openFeed(browser, url);
  await untilNextIsThere(phone);
  await delay(3000);
  await phone.client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const tasks = await traceTasks(browser, async () => {
    for (let at = 0; at < SWIPES; at += 1) {
      await swipeOn(phone);
      await delay(500);
    }
  });
  await phone.page.browserContext().close();
  const name = `${SWIPES} swipes on a processor slowed ${SLOWED} times, tasks over ${LONG_MS} ms`;
  const over = (read: (task: Task) => number) => tasks.filter((task) => read(task) > LONG_MS * 1000).length;
  return [
    none(
      `${name} of processor time`,
      over(({ tdur }) => tdur),
    ),
    // without a limit: here the CPU draws, shared with other programs
    {
      ...none(
        `${name} with waiting`,
        over(({ dur }) => dur),
      ),
      against: 'to know',
      atMost: undefined,
    },
  ];
}

/** Of the page's thread, in microseconds: how long it took, and how much of the processor's time (slowed too). */
interface Task {
  dur: number;
  tdur: number;
}

async function traceTasks(browser: Browser, does: () => Promise<void>): Promise<Task[]> {
  const client = await browser.target().createCDPSession();
  const page = await rendererOf(browser);
  const tasks: Task[] = [];
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as (Task & { name: string; pid: number; tid: number })[])
      if (event.name === 'RunTask' && event.pid === page && event.tid === page) tasks.push(event);
  });
  await client.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  });
  await does();
  const complete = new Promise((resolve) => {
    client.once('Tracing.tracingComplete', resolve);
  });
  await client.send('Tracing.end');
  await complete;
  await client.detach();
  if (tasks.length === 0) throw new Error('Nothing was traced.');
  return tasks;
}

const COLD = 20;

/** Swipes before the next video can be preloaded. */
async function benchCold(browser: Browser, url: string): Promise<Result[]> {
  const phone = await openFeed(browser, url);
  await untilNextIsThere(phone);
  await phone.client.send('Network.emulateNetworkConditions', SLOW_4G);
  for (let at = 0; at < COLD; at += 1) {
    await swipeOn(phone);
    await phone.page.waitForFunction(isShownPlaying, { polling: 20 });
  }
  const { swipes } = await phone.page.evaluate(readSwipes);
  await phone.page.browserContext().close();
  const cold = swipes.slice(1).flatMap(({ wasThere, frame }) => (!wasThere && frame !== null ? [frame] : []));
  return [
    bar(
      'swipe to the first frame of a clip that was not loaded, slow 4G, p95',
      percentile(cold, 0.95),
      1000,
      'ms',
    ),
  ];
}

async function rendererOf(browser: Browser): Promise<number> {
  const client = await browser.target().createCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const [busiest] = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((a, b) => b.cpuTime - a.cpuTime);
  return busiest?.id ?? 0;
}

const bar = (name: string, ours: number, reference: number, unit: string): Result => ({
  name,
  ours,
  reference,
  unit,
  against: 'budget',
  atMost: 1,
});

/** A count that must be zero. */
const none = (name: string, ours: number): Result => ({
  ...bar(name, ours, 1, ''),
  against: 'one is too many',
  atMost: 0,
});
