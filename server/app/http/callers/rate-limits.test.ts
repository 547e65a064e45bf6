import { beforeAll, describe, expect, test } from 'vitest';
import { community } from '#contract/community/community.ts';
import { comments } from '#contract/comments/comments.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { soakTest } from '#server/testing/soak.ts';
import { addressGroup, createRateLimits, networkOf, type RateLimits } from './rate-limits.ts';

describe('address groups', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '127.0.0.1'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:0DB8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '127.0.0.0/24'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a bucket allows its capacity, then whatever has been refilled since', async () => {
  let now = 0;
  const limits = createRateLimits((await startTestSite()).ctx.db, { on: true, now: () => now });
  const take = (key = 'somebody') => limits.require('same', key);
  for (let n = 0; n < 3; n += 1) take();
  expect(take).toThrow(expect.objectContaining({ status: 429, retryAfter: 198 }));
  expect(limits.take('same', 'somebody')).toBe(198);
  now = 200_000;
  take();
  expect(take).toThrow();
  expect(() => take('somebody else')).not.toThrow();
});

test('a flood of rejected calls stores nothing and resets no one', async () => {
  const limits = createRateLimits((await startTestSite()).ctx.db, { on: true, now: () => 0 });
  const take = (key: string) => limits.take('same', key);
  for (let n = 0; n < 3; n += 1) take('victim');
  // keys of another limit, and a key that is rejected again and again
  for (let n = 0; n < 60_000; n += 1) limits.take('report', `taken ${n}`);
  expect(take('victim')).toBeGreaterThan(0);
  for (let n = 0; n < 30_000; n += 1) take(`early ${n}`);
  for (let n = 0; n < 5; n += 1) expect(take('victim')).toBeGreaterThan(0);
  for (let n = 0; n < 30_000; n += 1) take(`late ${n}`);
  // a rejection doesn't renew an entry either: the oldest one was evicted
  expect(take('victim')).toBe(0);
});

describe('limits in the database', () => {
  let site: TestSite;
  let time = Date.now();
  let processes: RateLimits[];
  beforeAll(async () => {
    site = await startTestSite();
    processes = [1, 2, 3].map(() => createRateLimits(site.ctx.db, { on: true, now: () => time }));
  });
  const rows = () => site.ctx.db.selectFrom('rate_limits').selectAll().execute();
  const takeAll = (times: number, take: (limits: RateLimits) => Promise<number>) =>
    Promise.all(processes.flatMap((limits) => Array.from({ length: times / 3 }, () => take(limits))));

  test('several processes share one bucket, however many requests arrive at once', async () => {
    const who = 'somebody@example.org';
    const take = (limits: RateLimits) => limits.take('login-pair', who);
    const waits = await takeAll(30, take);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(new Set(waits)).toEqual(new Set([0, 60]));
    await expect(processes[0]?.require('login-pair', who)).rejects.toMatchObject({
      status: 429,
      retryAfter: 60,
    });
    expect(await processes[1]?.countTaken('login-pair', who)).toBe(5);
    expect(JSON.stringify(await rows())).not.toContain('somebody');
    time += 60_000;
    expect((await takeAll(3, take)).filter((wait) => wait === 0)).toHaveLength(1);
    await processes[0]?.giveBack('login-pair', who);
    expect((await takeAll(3, take)).filter((wait) => wait === 0)).toHaveLength(1);
  });

  test('sign-in, sign-up, checkout and email limits count across all processes', async () => {
    const names = ['passkey', 'second-step-address', 'invited', 'checkout', 'order', 'forgot'] as const;
    for (const name of names) {
      await processes[0]?.take(name, 'somebody');
      expect(await processes[1]?.countTaken(name, 'somebody'), name).toBe(1);
    }
  });

  test('an hourly limit holds within any hour, however many requests arrive at once', async () => {
    const take = (limits: RateLimits) => limits.takeExactly('email-to-confirm', 'example.org');
    expect((await takeAll(12, take)).filter((wait) => wait === 0)).toHaveLength(12);
    time += 3_000_000;
    const waits = await takeAll(12, take);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(8);
    expect(new Set(waits)).toEqual(new Set([0, 600]));
    time += 600_000;
    expect((await takeAll(15, take)).filter((wait) => wait === 0)).toHaveLength(12);
    time += 3_600_001;
    await processes[0]?.sweep();
    expect(await site.ctx.db.selectFrom('rate_windows').selectAll().execute()).toEqual([]);
  });

  test('the sweep deletes buckets that have refilled', async () => {
    time += 3_600_000;
    await processes[0]?.sweep();
    await processes[0]?.take('comment', 'short');
    await processes[0]?.take('import', 'long');
    time += 1_000_000;
    await processes[0]?.sweep();
    expect(await rows()).toHaveLength(1);
  });
});

/** With a stopped clock, so that a slow machine refills no bucket. */
function startStillSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const now = Date.now();
  return startTestSite(environment, { clock: { now: () => now } });
}

/** How many of 310 likes without a cookie count, when each names another address in X-Forwarded-For. */
async function likesFrom(site: TestSite, addresses: (n: number) => string): Promise<number> {
  const id = await addVideo(site.ctx);
  const answers = await Promise.all(
    Array.from({ length: 310 }, (_, n) =>
      site.fetch(`/api/videos/${id}/like`, { method: 'POST', headers: { 'x-forwarded-for': addresses(n) } }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  const rejected = answers.filter(({ status }) => status === 429);
  for (const answer of rejected) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return answers.length - rejected.length;
}

soakTest('every call that counts people draws from a single bucket per address', async () => {
  const site = await startStillSite();
  const id = await addVideo(site.ctx);
  const member = await site.signUp();
  const comment = await member.call(comments.create, { params: { id }, body: { text: 'Hi' } });
  const post = await member.call(community.create, { body: { content: 'Hi' } });
  const calls = [
    `/api/videos/${id}/like`,
    `/api/videos/${id}/view`,
    `/api/videos/${id}/comments/${comment.id}/like`,
    `/api/community/posts/${post.id}/like`,
  ];
  const statuses = await Promise.all(
    Array.from({ length: 320 }, async (_, n) => {
      const answer = await site.fetch(calls[n % calls.length] ?? '', { method: 'POST' });
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(300);
  for (const path of calls) expect((await site.fetch(path, { method: 'POST' })).status, path).toBe(429);
});

describe('guests without a cookie', () => {
  const LIMITED = 300;
  const many = (n: number) => `198.51.${n >> 8}.${n & 255}`;
  const oneNetwork = (n: number) => `2001:db8:7:7::${n.toString(16)}`;
  const manyNetworks = (n: number) => `2001:db8:${n.toString(16)}::1`;

  test('are limited by their address, without trusting what they claim in X-Forwarded-For', async () => {
    expect(await likesFrom(await startStillSite(), many)).toBeLessThanOrEqual(LIMITED);
  });

  soakTest('are distinguished by X-Forwarded-For behind a trusted proxy, IPv6 by /64', async () => {
    const site = await startStillSite({ TRUST_PROXY: '1' });
    expect(await likesFrom(site, many)).toBe(310);
    expect(await likesFrom(site, manyNetworks)).toBe(310);
    expect(await likesFrom(site, oneNetwork)).toBeLessThanOrEqual(LIMITED);
  });

  soakTest(
    'are one visitor behind a proxy that includes their ports, and sessions omit the ports',
    async () => {
      const site = await startStillSite({ TRUST_PROXY: '1' });
      expect(await likesFrom(site, (n) => `192.0.2.1, 203.0.113.9:${n + 1024}`)).toBeLessThanOrEqual(LIMITED);
      expect(await likesFrom(site, (n) => `[2001:db8::1]:${n + 1024}`)).toBeLessThanOrEqual(LIMITED);
      for (const address of ['8.8.8.8:51234', '[2001:db8:5::1]:443', '[2001:db8:6::1]']) {
        const headers = { 'x-forwarded-for': address };
        const json = { username: 'root-admin', password: 'correct horse battery' };
        expect((await site.fetch('/api/auth/login', { json, headers })).status).toBe(200);
      }
      const rows = await site.ctx.db.selectFrom('sessions').select('address').execute();
      expect(rows.map(({ address }) => address)).toEqual(
        expect.arrayContaining(['8.8.8.8', '2001:db8:5:0::/64', '2001:db8:6:0::/64']),
      );
    },
  );
});

test('likes and views are limited per user, and a view that is not counted refreshes no list', async () => {
  // jobs drop lists, too
  const site = await startTestSite({ ROLES: 'web' });
  const id = await addVideo(site.ctx);
  const person = await site.signUp();
  const dropped: string[] = [];
  const refresh = site.ctx.cache.refresh.bind(site.ctx.cache);
  site.ctx.cache.refresh = (...tags) => {
    dropped.push(...tags);
    refresh(...tags);
  };
  const send = async (call: string, times: number) =>
    Promise.all(
      Array.from(
        { length: times },
        async () => (await person.fetch(`/api/videos/${id}/${call}`, { method: 'POST' })).status,
      ),
    );
  const views = await send('view', 140);
  expect(views.filter((status) => status === 200).length).toBeLessThan(140);
  expect(views.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(dropped).toEqual(['counts']);
  expect(await send('like', 140)).toContain(429);
  expect((await site.visitor().fetch(`/api/videos/${id}/like`, { method: 'POST' })).status).toBe(200);
});
