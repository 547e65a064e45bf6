import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** What goes back for every character, twice over, takes hours. */
const ENDED_AFTER_MS = 240_000;

it('parses untrusted text in linear time, however it is crafted', { timeout: 600_000 }, async () => {
  const worker = new Worker(join(import.meta.dirname, 'linear-text.worker.ts'));
  const slow: string[] = [];
  const started: string[] = [];
  worker.on('message', (message: { started?: string; slow?: string }) => {
    if (message.started) started.push(message.started);
    if (message.slow) slow.push(message.slow);
  });
  const end = setTimeout(() => void worker.terminate(), ENDED_AFTER_MS);
  const [code] = (await once(worker, 'exit')) as [number];
  clearTimeout(end);
  expect(slow).toEqual([]);
  expect(code, `ended within ${started.at(-1) ?? 'nothing'}`).toBe(0);
  expect(started.length).toBeGreaterThan(800);
});
