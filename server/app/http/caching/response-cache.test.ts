import { beforeAll, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';

const BUDGET = 64 << 20;
const PLAIN = { headers: { 'accept-encoding': 'identity' } };

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  for (let at = 0; at < 40; at += 1) await addVideo(site.ctx, { description: 'Long words. '.repeat(150) });
});

test('cached responses stay within 64 MiB by default', async () => {
  const cache = createResponseCache();
  const body = 'x'.repeat(1 << 20);
  for (let at = 0; at < 40; at += 1) await cache.get(`${at}`, [], async () => ({ body, headers: {} }));
  expect(cache.bytes).toBeGreaterThan(BUDGET / 2);
  expect(cache.bytes).toBeLessThanOrEqual(BUDGET);
});

test('a hundred lists requested by a guest stay within the budget', async () => {
  const own = site.ctx.cache;
  const maxBytes = 4 << 20;
  site.ctx.cache = createResponseCache({ maxBytes });
  let sent = 0;
  for (let limit = 201; limit <= 300; limit += 1)
    sent += (await (await site.fetch(`/api/videos?limit=${limit}`, PLAIN)).arrayBuffer()).byteLength;
  expect(sent).toBeGreaterThan(maxBytes);
  expect(site.ctx.cache.bytes).toBeGreaterThan(maxBytes / 2);
  expect(site.ctx.cache.bytes).toBeLessThanOrEqual(maxBytes);
  site.ctx.cache = own;
});

test('made-up URLs leave nothing in the cache and evict no pages', async () => {
  await site.fetch('/video/1000000');
  const before = site.ctx.cache.bytes;
  for (let at = 1; at <= 100; at += 1) {
    const path = at % 2 ? `/video/${1_000_000 + at}` : `/order-confirmation/${at}`;
    expect((await site.fetch(path)).status).toBe(at % 2 ? 404 : 200);
  }
  // one page of each kind, on a slow machine beside the one that has run out; not a hundred
  expect(site.ctx.cache.bytes - before).toBeLessThan(2_000_000);
  const cache = createResponseCache({ maxBytes: 100_000 });
  const home = await cache.get('home', [], async () => ({ body: 'home', headers: {} }));
  for (let at = 1; at <= 510; at += 1)
    await cache.get(`missing ${at}`, [], async () => ({ body: 'x', headers: {}, isCached: false }));
  expect(await cache.get('home', [], () => Promise.reject(new Error('It is gone.')))).toBe(home);
});

test('removes expired and dropped entries along with the responses sent from them', async () => {
  const cache = createResponseCache({ seconds: 0.05 });
  const answer = await cache.get('a', ['videos'], async () => ({ body: 'x'.repeat(1000), headers: {} }));
  const sent = { answer, status: 200, body: answer.body, headers: [] };
  cache.cacheSent('GET /a', sent);
  expect(cache.findSent('GET /a')).toBe(sent);
  await expect.poll(() => cache.bytes).toBe(0);
  await cache.get('b', ['videos'], async () => ({ body: 'x', headers: {}, isCached: false }));
  expect(cache.bytes).toBe(0);
  const other = await cache.get('c', ['videos'], async () => ({ body: 'x', headers: {} }));
  cache.cacheSent('GET /c', { ...sent, answer: other });
  cache.dropLocal('videos');
  expect(cache.findSent('GET /c')).toBe(undefined);
});

describe('a refreshed entry', () => {
  let at = 0;
  let calls = 0;
  const make = async () => ({ body: `${(calls += 1)}`, headers: {} });
  const create = () => {
    at = 1_000_000;
    calls = 0;
    return createResponseCache({ now: () => at });
  };
  const read = async (cache: ResponseCache, after?: number) =>
    Number((await cache.get('a', ['counts'], make, after)).body);

  test('is rebuilt for the next reader if nothing was refreshed in the last second', async () => {
    const cache = create();
    expect([await read(cache), await read(cache)]).toEqual([1, 1]);
    cache.refresh('counts');
    expect(await read(cache)).toBe(2);
  });

  test('is sent stale during a single rebuild, at most once a second', async () => {
    const cache = create();
    cache.refresh('counts');
    await read(cache);
    for (let tick = 0; tick < 100; tick += 1) {
      at += 20;
      cache.refresh('counts');
      const sent = await Promise.all([read(cache), read(cache), read(cache)]);
      expect(new Set(sent).size).toBe(1);
    }
    expect(calls).toBe(3);
  });

  test('is sent stale for five seconds at most', async () => {
    const cache = create();
    cache.refresh('counts');
    await read(cache);
    at += 500;
    cache.refresh('counts');
    at += 4_900;
    expect(await read(cache)).toBe(1);
    // rebuilt in the background, then served without another read
    await expect.poll(() => read(cache)).toBe(2);
    at += 500;
    cache.refresh('counts');
    at += 5_001;
    expect(await read(cache)).toBe(3);
  });

  test('is never sent stale to clients that wrote since the refresh', async () => {
    const cache = create();
    cache.refresh('counts');
    await read(cache);
    at += 100;
    cache.refresh('counts');
    const wroteAt = at;
    at += 1;
    expect([await read(cache), await read(cache, wroteAt), await read(cache, wroteAt)]).toEqual([1, 2, 2]);
  });

  test('is stale from the start if it was being built during the refresh', async () => {
    const cache = create();
    cache.refresh('counts');
    const first = read(cache);
    at += 1;
    cache.refresh('counts');
    const writer = read(cache, at);
    at += 1;
    expect([await first, await writer]).toEqual([1, 2]);
  });

  test('is removed at once when dropped, along with any build in progress', async () => {
    const cache = create();
    cache.refresh('counts');
    const under = read(cache);
    cache.drop('counts');
    expect([await read(cache), await under, await read(cache)]).toEqual([2, 1, 2]);
  });

  test('preserves its sent responses if the rebuilt content is the same', async () => {
    const cache = create();
    cache.refresh('counts');
    const same = async () => ({ body: 'same', headers: {} });
    const answer = await cache.get('a', ['counts'], same);
    const sent = { answer, status: 200, body: answer.body, headers: [] };
    cache.cacheSent('GET /a', sent);
    at += 500;
    cache.refresh('counts');
    at += 1;
    expect(await cache.get('a', ['counts'], same, at - 1)).toBe(answer);
    expect(cache.findSent('GET /a')).toBe(sent);
    expect(answer.canSend(at)).toBe(true);
  });
});
