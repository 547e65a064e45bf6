import { setTimeout as delay } from 'node:timers/promises';
import type { BenchRequest } from './client.ts';
import { measure, type Load, type Report } from './load.ts';
import { memoryOf } from './memory.ts';
import { startBare } from './reference.ts';
import type { Result } from './result.ts';
import { seed } from './seed.ts';
import { IS_SHORT } from './short.ts';
import { makeDataDir, startSite, type Site } from './site.ts';

const [API_CLIENTS, PAGE_CLIENTS, WARM_SECONDS, SECONDS, REST_MS] = IS_SHORT
  ? [20, 10, 1, 2, 0]
  : [2000, 500, 10, 30, 30_000];
const EVERY_MS = 1000;
const VIDEOS = 28;
const CATEGORIES = ['Business', 'Lifestyle', 'Beauty', 'Innovation'];

/**
 * Readers with one request a second each, while one request in twenty likes, views or comments: writers must
 * not slow down readers. Before that, uncached endpoints.
 */
export async function benchMixed(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir);
  try {
    await seed(dataDir);
    const videos = (await (await fetch(`${site.url}/api/videos?limit=${VIDEOS}`)).json()) as { id: number }[];
    const ids = videos.map(({ id }) => id);
    const live = await benchLive(site, ids[0] ?? 0);
    const clients = { url: site.url, everyMs: EVERY_MS };
    const api = { ...clients, connections: API_CLIENTS, paths: mix(ids, readApi) };
    const pages = { ...clients, connections: PAGE_CLIENTS, paths: mix(ids, readPage) };
    await measure(pages, WARM_SECONDS);
    await measure(api, WARM_SECONDS);
    const before = memoryOf(site.pid, dataDir);
    const ofApi = await measure(api, SECONDS);
    const bare = await measureBare(site, api);
    const ofPages = await measure(pages, SECONDS);
    await delay(REST_MS);
    const retained = memoryOf(site.pid, dataDir) - before;
    const many = API_CLIENTS.toLocaleString('en');
    return [
      ...live,
      atMost(`${many} API readers, 5 % writes: p99`, ofApi.p99, 150),
      {
        name: `${many} API readers, 5 % writes: answered`,
        ours: ofApi.requests,
        reference: bare.requests,
        unit: 'requests/s',
        against: 'node:http at the same pace',
        atLeast: 0.95,
      },
      atMost(`${PAGE_CLIENTS} page readers, 5 % writes: p50`, ofPages.p50, 5),
      atMost(`${PAGE_CLIENTS} page readers, 5 % writes: p99`, ofPages.p99, 200),
      atMost('memory kept afterwards', Math.max(retained, 1), 64, 'MiB'),
    ];
  } finally {
    await site.stop();
    await remove();
  }
}

const atMost = (name: string, ours: number, reference: number, unit = 'ms'): Result => ({
  name,
  ours,
  reference,
  unit,
  against: 'budget',
  atMost: 1,
});

/** Uncached responses, ten at a time. */
async function benchLive(site: Site, id: number): Promise<Result[]> {
  const { url } = site;
  const member = { authorization: `Bearer ${await register(site)}` };
  const comments = Array.from({ length: 1000 }, (_, n) => write(`comments`, id, n));
  const row = async (name: string, load: Omit<Load, 'url'>, reference: number): Promise<Result> => {
    await measure({ url, ...load }, IS_SHORT ? 0.1 : 3);
    const { requests: ours } = await measure({ url, ...load }, IS_SHORT ? 0.2 : 5);
    return { name, ours, reference, unit: 'requests/s', against: 'bar', atLeast: 1 };
  };
  return [
    await row("a member's video", { headers: member, paths: [`/api/videos/${id}`] }, 3000),
    await row("a member's notifications", { headers: member, paths: ['/api/me/notifications'] }, 2000),
    await row('guest comments', { paths: comments }, 500),
  ];
}

async function register({ url }: Site): Promise<string> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'reader', email: 'reader@example.org', password: 'correct horse' }),
  });
  if (!answer.ok) throw new Error(`the registration answered ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

/** A thousand requests, of which every twentieth writes. */
const mix = (ids: number[], read: (id: number, n: number) => string): BenchRequest[] =>
  Array.from({ length: 1000 }, (_, n) => {
    const id = ids[(n * 7) % ids.length] ?? 0;
    return n % 20 === 19 ? write(WRITES[Math.floor(n / 20) % WRITES.length] ?? '', id, n) : read(id, n);
  });

const WRITES = ['view', 'like', 'view', 'like', 'comments'];

function write(kind: string, id: number, n: number): BenchRequest {
  const post = kind === 'comments' ? { text: `What somebody says about it, number ${n}` } : {};
  return { path: `/api/videos/${id}/${kind}`, post };
}

/** 35 lists, 15 of a category, 25 videos, 15 times comments and 10 times posts of a hundred. */
function readApi(id: number, n: number): string {
  const part = (n * 37) % 100;
  if (part < 35) return '/api/videos';
  if (part < 50) return `/api/videos?category=${CATEGORIES[n % CATEGORIES.length]}`;
  if (part < 75) return `/api/videos/${id}`;
  if (part < 90) return `/api/videos/${id}/comments`;
  return '/api/community/posts';
}

const readPage = (id: number, n: number): string =>
  ['/', '/videos', `/video/${id}`, '/shop', '/community'][n % 5] ?? '/';

/** node:http that answers each of these calls with the bytes of a list. */
async function measureBare(site: Site, load: Load): Promise<Report> {
  const list = await (await fetch(`${site.url}/api/videos`)).arrayBuffer();
  const bare = await startBare(new Uint8Array(list));
  try {
    return await measure({ ...load, url: bare.url }, SECONDS);
  } finally {
    await bare.stop();
  }
}
