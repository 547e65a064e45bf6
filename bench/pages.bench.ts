import { chromium } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import { findBrowser } from '#tools/browser.ts';
import { visitByLighthouse, type Report } from './lighthouse.ts';
import { memoryOf } from './memory.ts';
import type { Vitals } from './page-vitals.ts';
import { measurePresses, measureVisits, type Presses } from './phone.ts';
import type { Result } from './result.ts';
import { IS_SHORT } from './short.ts';
import { makeDataDir, startSite, type Site } from './site.ts';

const ROUNDS = Number(process.env['PAGE_ROUNDS'] ?? (IS_SHORT ? 1 : 5));

interface BenchVideo {
  id: number;
  thumbnail: string | null;
  sourceUrl: string | null;
  hlsUrl: string | null;
}

/**
 * The public pages and the feed on a phone: by Lighthouse, and really slowed for what blocks; then what follows a press.
 */
export async function benchPages(): Promise<Result[]> {
  const idle = await benchIdle();
  const { dataDir, remove } = await makeDataDir();
  const { pages, videoPaths } = await fillSite(dataDir);
  // without jobs: the sample's popular videos encode again for a quarter of an hour, on one of the cores
  const site = await startSite(dataDir, { ROLES: 'web' });
  const { path, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath: path, args });
  try {
    for (const address of Object.values(pages)) await (await fetch(site.url + address)).arrayBuffer();
    const results = pressRows(await measurePresses(browser, site.url, videoPaths, ROUNDS));
    for (const [name, address] of Object.entries(pages)) {
      const url = site.url + address;
      results.push(
        ...firstRows(name, await visitByLighthouse(url, ROUNDS)),
        ...slowedRows(name, await measureVisits(browser, url, ROUNDS)),
      );
    }
    return [...results, idle];
  } finally {
    await browser.close();
    await site.stop();
    await remove();
  }
}

interface Addresses {
  pages: Record<string, string>;
  videoPaths: string[];
}

async function fillSite(dataDir: string): Promise<Addresses> {
  const site = await startSite(dataDir, { SAMPLE_CONTENT: 'on' });
  try {
    return await listPages(site);
  } finally {
    await site.stop();
  }
}

/** The pages' paths, and those of videos with a file. */
async function listPages({ url }: Site): Promise<Addresses> {
  const fetchJson = async <T>(address: string): Promise<T> =>
    (await (await fetch(url + address)).json()) as T;
  let videoPaths: BenchVideo[] = [];
  // the sample fills the site after its start; what still encodes would be measured along
  while (videoPaths.length < 3 || videoPaths.some(({ hlsUrl }) => !hlsUrl)) {
    await delay(500);
    const all = await fetchJson<BenchVideo[]>('/api/videos?limit=60');
    videoPaths = all.filter(({ thumbnail, sourceUrl }) => thumbnail && sourceUrl?.startsWith('/'));
  }
  const addresses = videoPaths.map(({ id }) => `/video/${id}`);
  const [product] = await fetchJson<{ id: number }[]>('/api/products');
  const [creator] = await fetchJson<{ username: string }[]>('/api/creators');
  const pages = {
    home: '/',
    videos: '/videos',
    video: addresses[0] ?? '',
    shop: '/shop',
    product: `/shop/${product?.id}`,
    community: '/community',
    creators: '/creators',
    creator: `/creators/${creator?.username}`,
    search: '/search',
    feed: '/feed',
  };
  return { pages, videoPaths: addresses };
}

function firstRows(page: string, ours: Report): Result[] {
  return [
    { name: `${page}, score`, ours: ours.score, reference: 95, unit: 'points', against: 'bar', atLeast: 1 },
    { name: `${page}, LCP`, ours: ours.lcp, reference: 2000, unit: 'ms', against: 'budget', atMost: 1 },
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
  return [below('tbt', 100, 'ms'), below('cls', 0.01, ''), below('inp', 100, 'ms')];
}

function pressRows({ frame, slowFrame, change }: Presses): Result[] {
  const row = (name: string, ours: number, reference: number): Result => ({
    name,
    ours,
    reference,
    unit: 'ms',
    against: 'budget',
    atMost: 1,
  });
  return [
    row('card to first frame, loopback', frame, 300),
    row('card to first frame, slow 4G, 4 × slower', slowFrame, 1000),
    row('warm change of page', change, 100),
  ];
}

/** A site with rendered pages and no work to do: the sample's would encode videos. */
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
