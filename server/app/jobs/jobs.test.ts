import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { job, openJobs } from '#server/app/jobs/jobs.ts';
import type { AnyJob, Jobs } from '#server/app/context.ts';
import { encodeLadder, encodeVideo } from '#server/submissions/submissions.jobs.ts';
import { startTestSite } from '#server/testing/site.ts';
import type { TestSite } from '#server/testing/site.ts';
import { soakTest } from '#server/testing/soak.ts';

// they wait for the queue's clocks: several at once, each with a queue of its own
const it = test.concurrent;

const WORKER = path.join(import.meta.dirname, 'fixtures/worker.ts');
const schema = z.object({ value: z.string() });
let site: TestSite;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  site = await startTestSite({ ROLES: 'web' });
});

afterAll(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function openQueue(declared: AnyJob[], worker: boolean): Promise<Jobs> {
  const jobs = await openJobs(site.connection, declared, { worker, log: site.ctx.log });
  cleanups.push(() => jobs.close());
  if (worker) await jobs.work(site.ctx);
  return jobs;
}

const collect = (name: string, done: string[]) =>
  job({
    name,
    schema,
    async run(_ctx, { value }) {
      done.push(value);
    },
  });

function startWorker(queue: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const { host = '', database = '' } = site.connection;
  const args = [WORKER, host, database, queue];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanups.push(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return child;
}

/** In the middle of a job, which then looks silent for a minute. */
async function kill(worker: ChildProcess, queue: string): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  const missed = sql`now() - interval '1 minute'`;
  await sql`update pgboss.job set heartbeat_on = ${missed} where name = ${queue}`.execute(site.ctx.db);
}

/** What waits for its next try, in these queues, gets it at once. */
const untilTriedAgain = (queues: string[], expectation: () => void) =>
  vi.waitFor(
    async () => {
      const isTheirs = sql`name = any(${queues}) and state = 'retry'`;
      await sql`update pgboss.job set start_after = now() where ${isTheirs}`.execute(site.ctx.db);
      expectation();
    },
    { timeout: 60_000, interval: 100 },
  );

it('runs a job again if its worker was killed', async () => {
  const done: string[] = [];
  const again = collect('test.killed', done);
  const sender = await openQueue([again], false);
  const worker = startWorker('test.killed');
  await sender.send(again, { value: 'survives' });
  const [line] = (await once(createInterface({ input: worker.stdout }), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ value: 'survives' });
  await kill(worker, 'test.killed');
  await openQueue([again], true);
  await untilTriedAgain(['test.killed'], () => expect(done).toEqual(['survives']));
});

soakTest('gives up on a job that killed its process twice', async () => {
  const ran: string[] = [];
  const failed: string[] = [];
  const deadly = job({
    name: 'test.deadly',
    schema,
    async run(_ctx, { value }) {
      ran.push(value);
    },
    async onFailed(_ctx, { value }) {
      failed.push(value);
    },
  });
  const sender = await openQueue([deadly], false);
  const id = (await sender.send(deadly, { value: 'deadly' })) ?? '';
  for (let death = 0; death < 2; death += 1) {
    const worker = startWorker('test.deadly');
    let hasTaken = false;
    createInterface({ input: worker.stdout }).once('line', () => (hasTaken = true));
    await untilTriedAgain(['test.deadly'], () => expect(hasTaken).toBe(true));
    await kill(worker, 'test.deadly');
  }
  const jobs = await openQueue([deadly], true);
  await untilTriedAgain(['test.deadly'], () => expect(failed).toEqual(['deadly']));
  expect(await jobs.boss.findJobs('test.deadly', { id })).toMatchObject([{ state: 'failed' }]);
  expect(ran).toEqual([]);
});

it('calls onFailed once when a job is out of retries, and again only if it throws', async () => {
  const tries: string[] = [];
  const failed: string[] = [];
  const hopeless = job({
    name: 'test.hopeless',
    schema,
    retryLimit: 2,
    retryDelay: 0,
    async run(_ctx, { value }) {
      tries.push(value);
      throw new Error('never');
    },
    async onFailed(_ctx, { value }) {
      failed.push(value);
      if (failed.length === 1) throw new Error('not now');
    },
  });
  const jobs = await openQueue([hopeless], true);
  await jobs.send(hopeless, { value: 'x' });
  await untilTriedAgain(['test.hopeless', 'test.hopeless.failed'], () => expect(failed).toHaveLength(2));
  expect(tries).toHaveLength(3);
});

it('updates at every start which queue receives failures, and removes it when no longer declared', async () => {
  const plain = job({ name: 'test.changing', schema, async run() {} });
  const hearing = { ...plain, async onFailed() {} };
  const deadLetterOf = async (declared: AnyJob) =>
    (await (await openQueue([declared], false)).boss.getQueue('test.changing'))?.deadLetter;
  expect(await deadLetterOf(plain)).toBeNull();
  expect(await deadLetterOf(hearing)).toBe('test.changing.failed');
  expect(await deadLetterOf(plain)).toBeNull();
});

it('works through waiting jobs without pausing between them', async () => {
  const done: string[] = [];
  const quick = collect('test.quick', done);
  const sender = await openQueue([quick], false);
  const values = Array.from({ length: 60 }, (_, n) => String(n));
  for (const value of values) await sender.send(quick, { value });
  await openQueue([quick], true);
  // a minute, if both workers slept until their next look at the queue
  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set(values)), { timeout: 30_000, interval: 50 });
});

it('releases a running job when its process shuts down gracefully', async () => {
  const taken: number[] = [];
  const slow = job({
    name: 'test.slow',
    schema,
    retryDelay: 0,
    async run(_ctx, _data, { signal }) {
      taken.push(Date.now());
      if (taken.length === 1)
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('interrupted'))),
        );
    },
  });
  const first = await openQueue([slow], true);
  await first.send(slow, { value: 'x' });
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 20_000, interval: 20 });
  await first.close(100);
  await openQueue([slow], true);
  await vi.waitFor(() => expect(taken).toHaveLength(2), { timeout: 30_000, interval: 50 });
});

it('queues a job only once its transaction commits', async () => {
  const done: string[] = [];
  const recorded = collect('test.noted', done);
  const jobs = await openQueue([recorded], true);
  const rolledBack = site.ctx.db.transaction().execute(async (trx) => {
    await jobs.send(recorded, { value: 'never' }, { trx });
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  await site.ctx.db.transaction().execute((trx) => jobs.send(recorded, { value: 'kept' }, { trx }));
  await vi.waitFor(() => expect(done).toEqual(['kept']), { timeout: 20_000, interval: 20 });
});

it('retries a failed job and counts the retries', async () => {
  let tries = 0;
  const failing = job({
    name: 'test.failing',
    schema,
    retryDelay: 0,
    retryLimit: 2,
    async run() {
      tries += 1;
      throw new Error('not yet');
    },
  });
  const jobs = await openQueue([failing], true);
  const id = await jobs.send(failing, { value: 'x' });
  await vi.waitFor(
    async () =>
      expect(await jobs.boss.findJobs('test.failing', { id: id ?? '' })).toMatchObject([
        { state: 'failed', retryCount: 2 },
      ]),
    { timeout: 40_000, interval: 100 },
  );
  expect(tries).toBe(3);
});

it('adds a unique job once while it waits', async () => {
  const unique = job({ name: 'test.unique', schema, unique: true, async run() {} });
  const jobs = await openQueue([unique], false);
  expect(await jobs.send(unique, { value: 'x' }, { singletonKey: 'a' })).not.toBeNull();
  expect(await jobs.send(unique, { value: 'x' }, { singletonKey: 'a' })).toBeNull();
  expect(await jobs.send(unique, { value: 'x' }, { singletonKey: 'b' })).not.toBeNull();
});

it('runs other jobs while a failed one waits for its retry', async () => {
  const done: string[] = [];
  const picky = job({
    name: 'test.picky',
    schema,
    concurrency: 1,
    retryDelay: 60,
    async run(_ctx, { value }) {
      if (value === 'bad') throw new Error('cannot');
      done.push(value);
    },
  });
  const jobs = await openQueue([picky], true);
  const bad = await jobs.send(picky, { value: 'bad' });
  for (const value of ['good', 'better']) await jobs.send(picky, { value });
  await vi.waitFor(() => expect(done).toEqual(['good', 'better']), { timeout: 20_000, interval: 20 });
  const [waiting] = await jobs.boss.findJobs('test.picky', { id: bad ?? '' });
  expect(waiting).toMatchObject({ state: 'retry', retryBackoff: true });
  expect((waiting?.startAfter.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000);
});

it('rarely queries the database while idle, and runs a delayed job when it is due', async () => {
  const ran: string[] = [];
  const idle = Array.from({ length: 20 }, (_, n) =>
    job({
      name: `test.idle${n}`,
      schema,
      async run(_ctx, { value }) {
        ran.push(value);
      },
    }),
  );
  const jobs = await openQueue(idle, true);
  const [first] = idle;
  if (first) await jobs.send(first, { value: 'later' }, { after: 3 });
  // each worker looks once when it starts
  await delay(1000);
  const statements = vi.spyOn(jobs.boss.getDb(), 'executeSql');
  await vi.waitFor(() => expect(ran).toEqual(['later']), { timeout: 10_000, interval: 50 });
  expect(statements.mock.calls.length).toBeLessThan(20);
});

it('runs as many jobs at once as declared', async () => {
  let running = 0;
  let peak = 0;
  let done = 0;
  const pair = job({
    name: 'test.pair',
    schema,
    concurrency: 2,
    async run() {
      running += 1;
      peak = Math.max(peak, running);
      // long enough for the queue to hand out more, if it would
      await site.ctx.db.executeQuery(sql`select pg_sleep(0.3)`.compile(site.ctx.db));
      running -= 1;
      done += 1;
    },
  });
  const jobs = await openQueue([pair], true);
  for (let count = 0; count < 8; count += 1) await jobs.send(pair, { value: 'x' });
  await vi.waitFor(() => expect(done).toBe(8), { timeout: 30_000, interval: 20 });
  expect(peak).toBe(2);
  // what decodes and encodes, together
  expect((encodeVideo.concurrency ?? 2) + (encodeLadder.concurrency ?? 2)).toBe(2);
});

it('stops a run that exceeds its time limit, and retries it', async () => {
  let tries = 0;
  const stops: boolean[] = [];
  const long = job({
    name: 'test.long',
    schema,
    seconds: 1,
    retryDelay: 0,
    async run(_ctx, _data, { signal }) {
      tries += 1;
      if (tries > 1) return;
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          stops.push(signal.aborted);
          reject(new Error('out of time'));
        }),
      );
    },
  });
  const jobs = await openQueue([long], true);
  await jobs.send(long, { value: 'x' });
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 40_000, interval: 50 });
  expect(stops).toEqual([true]);
});

it('stops a run that is cancelled, and does not retry it', async () => {
  const started: string[] = [];
  const stopped: string[] = [];
  const endless = job({
    name: 'test.endless',
    schema,
    retryDelay: 0,
    async run(_ctx, { value }, { signal }) {
      started.push(value);
      if (value === 'after') return;
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          stopped.push(value);
          reject(new Error('cancelled'));
        }),
      );
    },
  });
  const jobs = await openQueue([endless], true);
  const id = (await jobs.send(endless, { value: 'cancelled' })) ?? '';
  await vi.waitFor(() => expect(started).toEqual(['cancelled']), { timeout: 20_000, interval: 20 });
  await jobs.boss.cancel('test.endless', id);
  // the next heartbeat finds the claim gone
  await vi.waitFor(() => expect(stopped).toEqual(['cancelled']), { timeout: 40_000, interval: 50 });
  await jobs.send(endless, { value: 'after' });
  await vi.waitFor(() => expect(started).toEqual(['cancelled', 'after']), { timeout: 20_000, interval: 20 });
  const [left] = await jobs.boss.findJobs('test.endless', { id });
  expect(left?.state).toBe('cancelled');
});
