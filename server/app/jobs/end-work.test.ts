import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestSite } from '#server/testing/site.ts';
import { job, openJobs } from './jobs.ts';

test('a queue that has ended its work takes no more jobs, but can still send them', async () => {
  const { connection, ctx } = await startTestSite({ ROLES: 'web' });
  const openQueue = async (done: number[]) => {
    const schema = z.object({ value: z.number() });
    const counted = job({ name: 'counted', schema, run: async (_ctx, { value }) => void done.push(value) });
    const jobs = await openJobs(connection, [counted], { worker: true, log: ctx.log });
    await jobs.work(ctx);
    return { jobs, counted };
  };
  const [own, others]: [number[], number[]] = [[], []];
  const { jobs, counted } = await openQueue(own);
  await jobs.endWork();
  const other = await openQueue(others);
  const values = Array.from({ length: 20 }, (_, value) => value);
  for (const value of values) await jobs.send(counted, { value });
  await vi.waitFor(() => expect(new Set(others)).toEqual(new Set(values)), { timeout: 20_000 });
  expect(own).toEqual([]);
  await Promise.all([jobs.close(), other.jobs.close()]);
});
