import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from './memory.ts';
import type { Result } from './result.ts';
import type { Site } from './site.ts';

const HOME_BUDGET_KB = 130;
const IDLE_BUDGET_MIB = 280;

/** Brotli-compressed bytes of JavaScript that the home page loads at once (scripts and preloads). */
export async function benchWeight(site: Site): Promise<Result[]> {
  const page = await (await fetch(`${site.url}/`)).text();
  const scripts = new Set([...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1] ?? ''));
  let bytes = 0;
  for (const script of scripts) bytes += await sentBytes(new URL(script, site.url).href);
  return [
    {
      name: 'home, JavaScript',
      ours: bytes / 1000,
      reference: HOME_BUDGET_KB,
      unit: 'kB br',
      against: 'budget',
      atMost: 1,
    },
  ];
}

/** As they travel: fetch would decode them, node:http doesn't. */
async function sentBytes(url: string): Promise<number> {
  const [answer] = (await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ];
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return bytes;
}

/** Memory of all processes (PSS) after some use, once idle. */
export async function benchMemory(site: Site): Promise<Result[]> {
  for (const path of ['/', '/api/videos?limit=60', '/api/creators', '/api/community/posts']) {
    await (await fetch(site.url + path)).arrayBuffer();
  }
  await delay(15_000);
  const ours = memoryOf(site.pid, site.dataDir);
  return [
    { name: 'idle memory', ours, reference: IDLE_BUDGET_MIB, unit: 'MiB', against: 'budget', atMost: 1 },
  ];
}
