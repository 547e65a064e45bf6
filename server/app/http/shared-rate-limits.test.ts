import { beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { createSharedLimits, type SharedRateLimits } from './shared-rate-limits.ts';

let site: TestSite;
let time = Date.now();
let processes: SharedRateLimits[];
beforeAll(async () => {
  site = await startTestSite();
  processes = [1, 2, 3].map(() => createSharedLimits(site.ctx.db, { on: true, now: () => time }));
});
const rows = () => site.ctx.db.selectFrom('rate_limits').selectAll().execute();

test('several processes share one bucket, however many ask at once', async () => {
  const rate = { max: 5, seconds: 300 };
  const takeAll = (times: number) =>
    Promise.all(
      Array.from(
        { length: times },
        async (_, n) => await processes[n % 3]?.take('test', 'somebody@example.org', rate),
      ),
    );
  const waits = await takeAll(30);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  expect(new Set(waits)).toEqual(new Set([0, 60]));
  expect(await processes[1]?.countTaken('test', 'somebody@example.org', rate)).toBe(5);
  expect(JSON.stringify(await rows())).not.toContain('somebody');
  time += 60_000;
  expect((await takeAll(3)).filter((wait) => wait === 0)).toHaveLength(1);
  await processes[0]?.giveBack('test', 'somebody@example.org', rate);
  expect((await takeAll(3)).filter((wait) => wait === 0)).toHaveLength(1);
});

test('what is promised by the hour holds in every hour, however many ask at once', async () => {
  const rate = { max: 5, seconds: 3600 };
  const takeAll = (times: number) =>
    Promise.all(
      Array.from(
        { length: times },
        async (_, n) => await processes[n % 3]?.takeExactly('test', 'site', rate),
      ),
    );
  expect((await takeAll(3)).filter((wait) => wait === 0)).toHaveLength(3);
  time += 3_000_000;
  const waits = await takeAll(12);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
  expect(new Set(waits)).toEqual(new Set([0, 600]));
  expect(await processes[0]?.waitExactly('test', 'site', rate)).toBe(600);
  time += 600_000;
  expect(await processes[0]?.waitExactly('test', 'site', rate)).toBe(0);
  expect((await takeAll(12)).filter((wait) => wait === 0)).toHaveLength(3);
  time += 3_600_001;
  await processes[0]?.sweep();
  expect(await site.ctx.db.selectFrom('rate_windows').selectAll().execute()).toEqual([]);
});

test('what came back is forgotten', async () => {
  await processes[0]?.take('test', 'short', { max: 1, seconds: 10 });
  await processes[0]?.take('test', 'long', { max: 1, seconds: 10_000 });
  time += 1_000_000;
  await processes[0]?.sweep();
  expect(await rows()).toHaveLength(1);
});
