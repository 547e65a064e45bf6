import { inEnglish, readMessage } from '#contract/text/message.ts';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { admin as adminApi } from '#contract/admin/admin.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { DOMAIN, type Release } from './feed.rules.ts';
import { checkForUpdate } from './updates.actions.ts';
import { planUpdateCheck } from './updates.jobs.ts';
import { readReleaseCheck } from './updates.store.ts';

let folder: string;
let key: string;
let feed: Server;
let site: TestSite;
let answer: { status: number; body: string; location?: string };
let requests: string[] = [];

const tool = (...args: string[]): string =>
  execFileSync(process.execPath, ['tools/sign-release.ts', ...args], { encoding: 'utf8' });
const RELEASE: Release = {
  number: 7,
  version: '9.10.0',
  published: '2026-11-20',
  security: true,
  url: 'https://example.org/9.10.0',
};

/** A feed signed by any key, with any content. */
function signed(
  release: string,
  { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('ed25519'),
): string {
  return JSON.stringify({
    release,
    signature: sign(null, Buffer.from(DOMAIN + release), privateKey).toString('base64'),
  });
}
const release = (changes: Partial<Release>) =>
  signed(JSON.stringify({ ...RELEASE, ...changes }), {
    privateKey: createPrivateKey(readFileSync(path.join(folder, 'key'))),
  });

async function check(status: number, body: string, location?: string) {
  answer = { status, body, ...(location && { location }) };
  const warn = vi.spyOn(site.ctx.log, 'warn');
  await checkForUpdate(site.ctx);
  const lines = warn.mock.calls.map(([line]) => line);
  warn.mockRestore();
  return { lines, lastCheck: await readReleaseCheck(site.ctx.db) };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lll-feed-'));
  key = tool('keys', path.join(folder, 'key')).trim();
  feed = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response
      .writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
      .end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  site = await startTestSite({
    UPDATE_FEED_URL: `http://127.0.0.1:${(feed.address() as AddressInfo).port}/lll.json#${key}`,
    PUBLIC_URL: 'https://secret-site.example.org',
    SITE_NAME: 'Secret site',
  });
});
beforeEach(async () => {
  await site.ctx.db.deleteFrom('site_facts').where('name', '=', 'update-feed').execute();
  requests = [];
});
afterAll(() => {
  feed.close();
  rmSync(folder, { recursive: true });
});

test('notifies admins of a newer release, once it is signed', async () => {
  expect(statSync(path.join(folder, 'key')).mode & 0o777).toBe(0o600);
  const admin = await site.signUp('GLOBAL_ADMIN');
  const line = async () => {
    const { lines } = await admin.call(adminApi.check);
    return lines.find(({ name }) => name === 'Release');
  };
  expect(await line()).toMatchObject({ state: 'ok', text: expect.stringContaining('within a day') });
  const signature = tool('sign', path.join(folder, 'key'), JSON.stringify(RELEASE));
  expect(await check(200, signature)).toMatchObject({
    lines: [],
    lastCheck: { release: RELEASE, refused: null },
  });
  expect(await line()).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('9.10.0 was released on 2026-11-20 and fixes a security issue'),
    advice: expect.stringContaining('https://example.org/9.10.0'),
  });
  expect(requests).toHaveLength(1);
  expect(requests.join()).not.toMatch(/secret|0\.2\.0/i);
});

test('rejects anything else with one log line, and preserves the known release', async () => {
  const good = release({ number: 8 });
  await check(200, good);
  const old = release({ number: 7, version: '9.11.0' });
  const another = signed(JSON.stringify({ ...RELEASE, number: 9 }));
  const changed = good.replace('9.10.0', '9.99.0');
  const refusals: [number, string, RegExp, string?][] = [
    [200, another, /not signed by anyone/],
    [200, changed, /not signed by anyone/],
    [200, old, /older than the last one \(7; last seen 8\)/],
    [200, '<html>', /not a release feed/],
    [200, '{"release":5}', /not a release feed/],
    [200, `${good}${' '.repeat(20_000)}`, /larger than/],
    [404, good, /responds with 404/],
    [302, '', /couldn't be fetched/, '/elsewhere'],
  ];
  for (const [status, body, reason, location] of refusals) {
    const { lines, lastCheck } = await check(status, body, location);
    expect(lines).toEqual([expect.stringMatching(reason)]);
    expect(lastCheck?.release).toMatchObject({ number: 8, version: '9.10.0' });
    expect(inEnglish(readMessage(lastCheck?.refused))).toMatch(reason);
  }
  requests = [];
  expect((await check(200, release({ number: 9, version: '9.12.0' }))).lastCheck).toMatchObject({
    release: { version: '9.12.0' },
    refused: null,
  });
  expect(requests).toHaveLength(1);
});

test('checks at a different time each day, and not at all when switched off', async () => {
  const { ctx } = site;
  const send = vi.spyOn(ctx.jobs, 'send').mockResolvedValue(null);
  const afters: number[] = [];
  for (let day = 0; day < 5; day += 1) {
    await planUpdateCheck.run(ctx, {}, { id: '', signal: ctx.stopping });
    afters.push(Number(send.mock.lastCall?.[2]?.after));
  }
  expect(new Set(afters).size).toBeGreaterThan(2);
  for (const after of afters) expect(after).toBeLessThanOrEqual(20 * 3600);
  send.mockClear();
  requests = [];
  const quiet = { ...ctx, settings: { ...ctx.settings, UPDATE_FEED_URL: undefined } };
  await planUpdateCheck.run(quiet, {}, { id: '', signal: ctx.stopping });
  await checkForUpdate(quiet);
  expect(send).not.toHaveBeenCalled();
  expect(requests).toEqual([]);
  send.mockRestore();
});
