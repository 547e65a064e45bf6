import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from './site.ts';

const PAGES = ['/', '/api/videos', '/api/community/posts', '/api/search?q=everyday'];
let turn = 0;

/** Requests the next of a few public pages; returns the milliseconds it took. */
export async function read(site: Site): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(site.url + PAGES[turn++ % PAGES.length])).arrayBuffer();
  return performance.now() - startedAt;
}

/** Reads continuously during other load; `stop` returns the p99 in milliseconds. */
export function startReading(site: Site): { stop(): Promise<number> } {
  let going = true;
  const times: number[] = [];
  const done = (async () => {
    while (going) {
      times.push(await read(site));
      await wait(5);
    }
  })();
  return {
    async stop() {
      going = false;
      await done;
      const sorted = times.toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
    },
  };
}
