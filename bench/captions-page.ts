import { chromium, type Browser } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_CUES } from '#contract/captions/cues.ts';
import { findBrowser } from '#tools/browser.ts';
import { measureVisits } from './phone.ts';
import { median, type Result } from './result.ts';
import { IS_SHORT } from './short.ts';
import { makeDataDir, startSite, type Site } from './site.ts';
import { signIn } from './upload.bench.ts';

const ROUNDS = IS_SHORT ? 1 : 5;
const VIDEO = path.resolve(import.meta.dirname, '../e2e/media/balloons.mp4');
/** What blocks differs by as much from visit to visit. */
const NOISE_MS = 30;

/** The extra size and blocking time of a video's page with the maximum number of cues. */
export async function benchCaptionedPage(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir);
  const { path: executablePath, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args });
  try {
    const fetchJson = createFetcher(site, await signIn(site));
    const { id, durationSec } = await publish(fetchJson);
    const url = `${site.url}/video/${id}`;
    const before = await visit(browser, url);
    const lasts = durationSec / MAX_CUES;
    const cues = Array.from({ length: MAX_CUES }, (_, at) => ({
      start: at * lasts,
      end: (at + 1) * lasts,
      text: `What is said, number ${at}`,
    }));
    await fetchJson(`/api/submissions/${id}/captions/en`, { method: 'PUT', json: { cues } });
    const after = await visit(browser, url);
    const row = { unit: 'kB', against: 'without captions' };
    return [
      {
        ...row,
        name: 'watch page, 5,000 cues: files before the first frame',
        ours: after.files,
        reference: before.files,
        atMost: 1.01,
      },
      {
        ...row,
        unit: 'ms',
        name: 'watch page, 5,000 cues: blocked on a phone',
        ours: after.tbt + NOISE_MS,
        reference: before.tbt + 2 * NOISE_MS,
        atMost: 1,
      },
    ];
  } finally {
    await browser.close();
    await site.stop();
    await remove();
  }
}

type FetchJson = <T>(address: string, init?: RequestInit & { json?: unknown }) => Promise<T>;

/** With the admin's session. */
const createFetcher =
  (site: Site, token: string): FetchJson =>
  async <T>(address: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<T> => {
    const answer = await fetch(site.url + address, {
      ...init,
      ...(json !== undefined && { body: JSON.stringify(json), method: init.method ?? 'POST' }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
    });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };

interface BenchVideo {
  id: number;
  processing: string;
  durationSec: number;
}

async function publish(fetchJson: FetchJson): Promise<BenchVideo> {
  const form = new FormData();
  form.set('title', 'With many words');
  form.set('category', 'Lifestyle');
  form.set('file', new Blob([new Uint8Array(await readFile(VIDEO))]), 'clip.mp4');
  const { id } = await fetchJson<BenchVideo>('/api/submissions/upload', { method: 'POST', body: form });
  await fetchJson(`/api/submissions/${id}/approve`, { json: {} });
  for (;;) {
    const video = await fetchJson<BenchVideo>(`/api/submissions/${id}`);
    if (video.processing === 'READY') {
      // otherwise its ladder would be encoded during the measurement
      await delay(IS_SHORT ? 0 : 30_000);
      return video;
    }
    await delay(200);
  }
}

/** Kilobytes as they came over the line beside the page itself and its video, and how long the page was blocked. */
async function visit(browser: Browser, url: string): Promise<{ files: number; tbt: number }> {
  const files: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    const types = new Map<string, string>();
    const bytes = new Map<string, number>();
    session.on('Network.requestWillBeSent', ({ requestId, type }) => types.set(requestId, type ?? ''));
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? '';
      bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength);
    });
    await session.send('Network.enable');
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    const counted = [...bytes].filter(([type]) => type !== 'Media' && type !== 'Document');
    files.push(counted.reduce((total, [, size]) => total + size, 0) / 1000);
    await page.close();
  }
  const { tbt } = await measureVisits(browser, url, ROUNDS);
  return { files: median(files), tbt };
}
